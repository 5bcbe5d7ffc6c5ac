import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { ImportResult } from '#web/components/dialogs/ImportResult.tsx'
import { doneImport, feedImport, runningImport, unreadableImport } from '../config/importSamples.ts'

/** For what became of an import, entry by entry. Every entry is in one of its counts. Keyboard: disclosures with Enter. */
const meta = {
  title: 'Dialogs/ImportResult',
  component: ImportResult,
  args: { result: doneImport, followed: ['cs.LG'], following: false, onFollow: fn() },
} satisfies Meta<typeof ImportResult>

export default meta
type Story = StoryObj<typeof meta>

export const Done: Story = {}
export const Unreadable: Story = {
  args: { result: unreadableImport },
  async play({ canvas }) {
    await expect(canvas.getByText('2 could not be read')).toBeVisible()
    const list = canvas.getByRole('list', { name: 'Entries that could not be read' })
    await expect(list).toHaveTextContent('lindgren2026owlsline 412: the value of “title” does not end')
    await expect(canvas.getByText('2 name a paper that an entry before them names')).toBeVisible()
  },
}
export const LookingUp: Story = { args: { result: runningImport } }
export const ArxivUnavailable: Story = {
  args: { result: { ...runningImport, problem: 'arXiv does not respond at the moment.' } },
}
export const Feeds: Story = {
  args: { result: feedImport },
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Follow these 2 categories' }))
    await expect(args.onFollow).toHaveBeenCalledWith(['cs.CL', 'hep-th'])
  },
}
export const FeedsFollowed: Story = { args: { result: feedImport, followed: feedImport.feeds.category_ids } }
export const Cut: Story = {
  args: { result: { ...doneImport, missing: [], entries: 1_004, added: 1_000, left_out: 234 } },
}
