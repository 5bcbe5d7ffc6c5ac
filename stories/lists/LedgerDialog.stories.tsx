import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen } from 'storybook/test'
import { LedgerDialog } from '#web/components/lists/LedgerDialog.tsx'
import { WhereaboutsForm } from '#web/components/lists/WhereaboutsForm.tsx'
import { ApiError } from '#web/shared/client.ts'
import { papers } from '../config/samples.ts'

/** For the papers of one bucket of the ledger. Keyboard: Escape closes and returns to the bucket. */
const meta = {
  title: 'Lists/LedgerDialog',
  component: LedgerDialog,
  parameters: { docs: { story: { inline: false } } },
  args: {
    open: true,
    question: <WhereaboutsForm onAsk={fn()} onRetry={fn()} />,
    where: 'muted',
    papers,
    error: undefined,
    onRetry: fn(),
    onClose: fn(),
  },
} satisfies Meta<typeof LedgerDialog>

export default meta
type Story = StoryObj<typeof meta>

export const Papers: Story = {
  async play({ args, userEvent }) {
    await userEvent.click(await screen.findByRole('button', { name: 'Close' }))
    await expect(args.onClose).toHaveBeenCalledOnce()
  },
}
export const WhatMutedThem: Story = {
  args: { because: { [papers[0]!.id]: 'night', [papers[2]!.id]: 'Ines Aldercroft' } },
  async play() {
    await expect(await screen.findByText('Ines Aldercroft', { selector: 'bdi' })).toBeVisible()
  },
}
export const OneMarkedOnAnotherDay: Story = {
  args: { where: 'below_cut', day: '2026-11-18', markedId: papers[2]!.id },
  async play() {
    await expect(await screen.findByRole('article', { current: true })).toHaveTextContent('Four ways to lose a comet')
  },
}
export const OnlyTheQuestion: Story = { args: { where: null, papers: undefined } }
export const Empty: Story = { args: { papers: [] } }
export const Loading: Story = { args: { papers: undefined } }
export const Failed: Story = {
  args: { error: new ApiError({ code: 'internal', message: 'Something went wrong on our side.' }, 500) },
}
export const Phone: Story = { tags: ['phone'], globals: { viewport: { value: 'phone' } } }
