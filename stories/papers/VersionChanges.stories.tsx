import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { VersionChanges } from '#web/components/papers/VersionChanges.tsx'
import { ApiError } from '#web/shared/client.ts'
import { changes, unchanged, waiting, withdrawal } from '../config/versionSamples.ts'

const failed = (code: 'source-unavailable' | 'not-found' | 'unauthenticated', status: number, message: string) => ({
  answer: undefined,
  error: new ApiError({ code, message, request_id: 'r-7f3a2c' }, status),
})

/** For the comparison of two versions of a paper, on its page. Keyboard: folded runs and "Try again". */
const meta = {
  title: 'Papers/VersionChanges',
  component: VersionChanges,
  args: { answer: changes, error: undefined, onRetry: fn() },
} satisfies Meta<typeof VersionChanges>

export default meta
type Story = StoryObj<typeof meta>

export const Shown: Story = {
  async play({ canvas }) {
    await canvas.findByText(/^The title and 2 sentences/)
    await canvas.findByRole('heading', { name: 'Authors' })
    await canvas.findByText(/^Underlined is new, struck through was removed/)
  },
}
export const OnAPhone: Story = { tags: ['phone'] }
export const OverSeveralVersions: Story = {
  args: { answer: { ...changes, to: 4 } },
  async play({ canvas }) {
    await canvas.findByText(/^From version 1 to version 4: The title/)
  },
}
export const NothingChanged: Story = {
  args: { answer: unchanged },
  async play({ canvas }) {
    await canvas.findByText('Nothing that is read here changed.')
  },
}
export const Withdrawn: Story = {
  args: { answer: withdrawal },
  async play({ canvas }) {
    await canvas.findByText('Version 2 withdraws the paper.')
  },
}
export const AskingTheSource: Story = {
  args: { answer: waiting },
  async play({ canvas }) {
    await canvas.findByText('Asking arXiv for version 1…')
    await canvas.findByText('1 s')
  },
}
export const Loading: Story = {
  args: { answer: undefined },
  async play({ canvas }) {
    await canvas.findByRole('region', { name: 'Comparing the versions' })
  },
}
export const Failed: Story = {
  args: failed('source-unavailable', 502, 'arXiv did not answer. Try again later, or read the version at arXiv.'),
  async play({ args, canvas, userEvent }) {
    await canvas.findByText(/arXiv did not answer/)
    await userEvent.click(canvas.getByRole('button', { name: /Try again/ }))
    await expect(args.onRetry).toHaveBeenCalled()
  },
}
export const UnknownVersion: Story = {
  args: failed('not-found', 404, 'arXiv has no version 1 of this paper.'),
  async play({ canvas }) {
    await canvas.findByText('arXiv has no version 1 of this paper.')
  },
}
export const SignedOut: Story = {
  args: failed('unauthenticated', 401, 'Sign in to have version 1 asked for at arXiv.'),
  async play({ canvas }) {
    await canvas.findByRole('link', { name: 'Sign in' })
  },
}
