import Paper from '@mui/material/Paper'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { TopicsStep } from '#web/components/start/TopicsStep.tsx'

/** For the setup. In the profile take `TermsField`. Keyboard: Enter adds a topic, Tab goes on. */
const meta = {
  title: 'Start/TopicsStep',
  component: TopicsStep,
  args: { position: { step: 1, of: 3 }, saving: false, onNext: fn(), onSkip: fn() },
  decorators: [
    (Story) => (
      <Paper variant="sheet">
        <Story />
      </Paper>
    ),
  ],
} satisfies Meta<typeof TopicsStep>

export default meta
type Story = StoryObj<typeof meta>

export const Topics: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.type(canvas.getByRole('combobox', { name: 'Topics' }), 'low-light detection{Enter}')
    await userEvent.click(canvas.getByRole('button', { name: 'Continue' }))
    await expect(args.onNext).toHaveBeenCalledWith(['low-light detection'])
  },
}
export const ByKeyboard: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.type(canvas.getByRole('combobox', { name: 'Topics' }), 'low-light detection')
    await userEvent.tab()
    await expect(canvas.getByRole('button', { name: 'Continue' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect(args.onNext).toHaveBeenCalledWith(['low-light detection'])
  },
}
export const Skipped: Story = {
  async play({ args, canvas, userEvent }) {
    await expect(canvas.getByRole('button', { name: 'Continue' })).toBeDisabled()
    await userEvent.click(canvas.getByRole('button', { name: 'Skip' }))
    await expect(args.onSkip).toHaveBeenCalledOnce()
  },
}
export const Saving: Story = { args: { saving: true } }
export const Failed: Story = { args: { error: 'The server could not be reached.' } }
