import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { StillLoading } from '#web/components/atoms/StillLoading.tsx'

/** For loading that may take longer than ten seconds, beside its skeleton. Keyboard: Try again is a button. */
const meta = {
  title: 'Atoms/StillLoading',
  component: StillLoading,
  args: { onRetry: fn() },
} satisfies Meta<typeof StillLoading>

export default meta
type Story = StoryObj<typeof meta>

/** Nothing before. */
export const AfterTenSeconds: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.click(await canvas.findByRole('button', { name: 'Try again' }))
    await expect(args.onRetry).toHaveBeenCalledOnce()
  },
}
