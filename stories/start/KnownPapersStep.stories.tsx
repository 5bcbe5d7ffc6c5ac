import Paper from '@mui/material/Paper'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, fn } from 'storybook/test'
import { KnownPapersStep } from '#web/components/start/KnownPapersStep.tsx'
import { papers } from '../config/samples.ts'
import { importResult } from '../config/tasteSamples.ts'

/** For the setup. In the reading list take `ImportDialog`. Keyboard: the field, then the button that looks up. */
const meta = {
  title: 'Start/KnownPapersStep',
  component: KnownPapersStep,
  args: {
    position: { step: 2, of: 3 },
    recognised: undefined,
    saving: false,
    onLookUp: fn(),
    onChange: fn(),
    onUse: fn(),
    onSkip: fn(),
  },
  decorators: [
    (Story) => (
      <Paper variant="sheet">
        <Story />
      </Paper>
    ),
  ],
  /** Shows `importResult` after the input was looked up. */
  render: (args) => <LookingUp {...args} />,
} satisfies Meta<typeof KnownPapersStep>

function LookingUp(args: Parameters<typeof KnownPapersStep>[0]) {
  const [recognised, setRecognised] = useState(args.recognised)
  return (
    <KnownPapersStep
      {...args}
      recognised={recognised}
      onLookUp={(input) => {
        args.onLookUp(input)
        setRecognised(importResult)
      }}
      onChange={() => setRecognised(undefined)}
    />
  )
}

export default meta
type Story = StoryObj<typeof meta>

export const PastedList: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.type(canvas.getByRole('textbox', { name: 'Papers' }), '2611.90001')
    await userEvent.click(canvas.getByRole('button', { name: 'Look them up' }))
    await expect(args.onLookUp).toHaveBeenCalledWith({ text: '2611.90001' })
    await expect(canvas.getByText('3 papers found')).toBeVisible()
    await userEvent.click(canvas.getAllByRole('checkbox')[1]!)
    await userEvent.click(canvas.getByRole('button', { name: 'Use these 3 papers' }))
    await expect(args.onUse).toHaveBeenCalledWith({ text: '2611.90001' }, new Set([papers[1]!.id]))
  },
}
export const OwnPapers: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'My own papers' }))
    await userEvent.type(canvas.getByRole('textbox', { name: 'I am' }), 'Ada Linde{Enter}')
    await expect(args.onLookUp).toHaveBeenCalledWith({ author: 'Ada Linde' })
  },
}
export const LookingThemUp: Story = { args: { saving: true } }
export const Failed: Story = { args: { error: 'The server could not be reached.' } }
export const Phone: Story = {
  tags: ['phone'],
  globals: { viewport: { value: 'phone' } },
  async play({ canvas, userEvent }) {
    await userEvent.type(canvas.getByRole('textbox', { name: 'Papers' }), '2611.90001')
    await userEvent.click(canvas.getByRole('button', { name: 'Look them up' }))
  },
}
