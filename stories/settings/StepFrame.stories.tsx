import Paper from '@mui/material/Paper'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { StepFrame } from '#web/components/settings/StepFrame.tsx'

/**
 * For each step of a setup: Back, what saves, and a way round it. Not for forms of one page. Keyboard: the focus goes to
 * the heading of the new step.
 */
const meta = {
  title: 'Settings/StepFrame',
  component: StepFrame,
  args: {
    position: { step: 2, of: 5, onBack: fn() },
    title: 'What are you working on?',
    text: 'A few topics in your own words.',
    saving: false,
    nextLabel: 'Continue',
    onNext: fn(),
    onSkip: fn(),
    children: 'The contents of the step.',
  },
  decorators: [
    (Story) => (
      <Paper variant="sheet">
        <Story />
      </Paper>
    ),
  ],
} satisfies Meta<typeof StepFrame>

export default meta
type Story = StoryObj<typeof meta>

export const Second: Story = {
  async play({ args, canvas, userEvent }) {
    await expect(canvas.getByRole('heading', { name: 'What are you working on?' })).toHaveFocus()
    await userEvent.click(canvas.getByRole('button', { name: 'Back' }))
    await expect(args.position.onBack).toHaveBeenCalledOnce()
  },
}
export const BackToTheFirst: Story = {
  args: { position: { step: 1, of: 5, isReturn: true } },
  async play({ canvas }) {
    await expect(canvas.getByRole('heading', { name: 'What are you working on?' })).toHaveFocus()
    await expect(canvas.queryByRole('button', { name: 'Back' })).toBeNull()
  },
}
export const Phone: Story = { tags: ['phone'], globals: { viewport: { value: 'phone' } } }
export const OnlyOne: Story = {
  args: { position: { step: 1, of: 1 }, nextLabel: 'Finish' },
  async play({ canvas }) {
    await expect(canvas.queryByText(/^Step/)).toBeNull()
  },
}
export const Saving: Story = { args: { saving: true } }
export const Failed: Story = { args: { error: 'The server could not be reached.' } }
