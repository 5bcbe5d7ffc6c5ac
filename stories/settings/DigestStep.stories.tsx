import Paper from '@mui/material/Paper'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { DigestStep } from '#web/components/settings/DigestStep.tsx'

/** For the last step of the setup. In the profile take `DigestSettings`. Keyboard: fields, then Finish. */
const meta = {
  title: 'Settings/DigestStep',
  component: DigestStep,
  args: { position: { step: 5, of: 5 }, saving: false, onNext: fn(), onSkip: fn() },
  decorators: [
    (Story) => (
      <Paper variant="sheet">
        <Story />
      </Paper>
    ),
  ],
} satisfies Meta<typeof DigestStep>

export default meta
type Story = StoryObj<typeof meta>

export const SwitchedOn: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('switch', { name: 'Send me the daily mail' }))
    await userEvent.click(canvas.getByRole('button', { name: 'Finish' }))
    await expect(args.onNext).toHaveBeenCalledWith({
      digest: { enabled: true, hour: 7 },
      review: { weekday: null },
    })
  },
}
export const ReviewAlone: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('switch', { name: 'Send me a review of my week on Monday' }))
    await expect(canvas.getByLabelText('Not before')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Finish' }))
    await expect(args.onNext).toHaveBeenCalledWith({ digest: { enabled: false, hour: 7 }, review: { weekday: 0 } })
  },
}
export const Failed: Story = { args: { error: 'The server could not be reached.' } }
