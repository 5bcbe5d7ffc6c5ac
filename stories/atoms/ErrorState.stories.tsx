import Button from '@mui/material/Button'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { ErrorState } from '#web/components/atoms/ErrorState.tsx'
import { ApiError } from '#web/shared/client.ts'

const failed = (code: string, status: number, message: string, retry_after?: number) =>
  new ApiError({ code, message, request_id: 'r-7f3a2c', ...(retry_after && { retry_after }) }, status)

/**
 * For a page or a list that could not be loaded. Not for one small part: take `MissingPart`. Not for a failed change: take
 * `Alert` at the place of the change. Keyboard: Try again takes Enter.
 */
const meta = {
  title: 'Atoms/ErrorState',
  component: ErrorState,
  args: { error: failed('internal', 500, 'Something went wrong on our side.'), onRetry: fn() },
} satisfies Meta<typeof ErrorState>

export default meta
type Story = StoryObj<typeof meta>

export const Server: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Try again' }))
    await expect(args.onRetry).toHaveBeenCalledOnce()
  },
}
export const Network: Story = {
  args: { error: new ApiError({ code: 'unreachable', message: 'The server could not be reached.' }, 503) },
}
export const Forbidden: Story = {
  args: { error: failed('forbidden', 403, 'Only administrators may do this.'), onRetry: undefined },
}
export const NotFound: Story = { args: { error: failed('not-found', 404, 'There is no such paper.') } }
export const RateLimited: Story = {
  args: { error: failed('rate-limited', 429, 'Too many requests. Wait a moment before the next one.', 30) },
  async play({ canvas }) {
    await expect(canvas.getByRole('button')).toBeDisabled()
  },
}
export const UnexpectedError: Story = { args: { error: new Error('A component failed.'), onRetry: undefined } }
export const Compact: Story = {
  args: { compact: true, headingLevel: 'h3', action: <Button size="small">Logout</Button> },
}
