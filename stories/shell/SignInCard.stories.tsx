import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { endSentences, signInSentences } from '#web/components/atoms/signInSentences.ts'
import { SignInCard } from '#web/components/shell/SignInCard.tsx'

/** For Login. Each cause of failure has its own words. Keyboard: the focus goes to an error. */
const meta = {
  title: 'Shell/SignInCard',
  component: SignInCard,
  args: { busy: false, onGoogle: fn(), onRedirect: fn(), onCancel: fn(), onFollow: fn() },
  parameters: { path: '/login' },
} satisfies Meta<typeof SignInCard>

export default meta
type Story = StoryObj<typeof meta>

export const Idle: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Continue with Google' }))
    await expect(args.onGoogle).toHaveBeenCalledOnce()
  },
}
export const Busy: Story = {
  args: { busy: true },
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Cancel' }))
    await expect(args.onCancel).toHaveBeenCalledOnce()
  },
}
export const Starting: Story = {
  args: { starting: true },
  async play({ canvas }) {
    await expect(canvas.getByRole('button', { name: 'Continue with Google' })).toBeDisabled()
  },
}
export const Expired: Story = { args: { message: endSentences.get('expired') } }
export const Unused: Story = {
  args: { message: endSentences.get('unused') },
  async play({ canvas }) {
    await expect(canvas.getByText(/^You were signed out because this browser was not used/)).toBeVisible()
  },
}
export const Erased: Story = { args: { message: endSentences.get('erased') } }
export const OtherWindow: Story = {
  args: { message: endSentences.get('elsewhere'), other: 'second@example.org' },
  async play({ args, canvas, userEvent }) {
    await expect(canvas.getByText(/^You were signed out in another window/)).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Continue as second@example.org' }))
    await expect(args.onFollow).toHaveBeenCalledOnce()
  },
}
export const PopupBlocked: Story = {
  args: { problem: 'blocked', message: signInSentences.blocked },
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Sign in without a window' }))
    await expect(args.onRedirect).toHaveBeenCalledOnce()
  },
}
export const PopupClosed: Story = { args: { problem: 'closed', message: signInSentences.closed } }
export const Unavailable: Story = { args: { problem: 'unavailable', message: signInSentences.unavailable } }
export const Refused: Story = { args: { problem: 'refused', message: signInSentences.refused } }
