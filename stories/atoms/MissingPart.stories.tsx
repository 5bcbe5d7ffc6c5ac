import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { MissingPart } from '#web/components/atoms/MissingPart.tsx'
import { ApiError } from '#web/shared/client.ts'

/**
 * For a part that failed while the page is there. Not for the page itself: take `ErrorState`. Keyboard: Retry is a button.
 */
const meta = {
  title: 'Atoms/MissingPart',
  component: MissingPart,
  args: {
    what: 'The address of your feed',
    error: new ApiError({ code: 'unavailable', message: 'The database does not answer.' }, 503),
    onRetry: fn(),
  },
} satisfies Meta<typeof MissingPart>

export default meta
type Story = StoryObj<typeof meta>

export const NotLoaded: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Try again' }))
    await expect(args.onRetry).toHaveBeenCalledOnce()
  },
}
export const NotRefreshed: Story = { args: { what: 'The list of runs', isShown: true } }
export const ServerAway: Story = {
  args: { error: new ApiError({ code: 'unreachable', message: 'The server could not be reached.' }, 503) },
}
export const RateLimited: Story = {
  args: {
    error: new ApiError({ code: 'rate-limited', message: 'Too many requests. Wait a moment.', retry_after: 20 }, 429),
  },
  async play({ canvas }) {
    await expect(canvas.getByRole('button')).toBeDisabled()
  },
}
export const UnexpectedError: Story = { args: { error: new Error('A component failed.') } }
