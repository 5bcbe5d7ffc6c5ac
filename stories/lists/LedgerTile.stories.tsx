import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { LedgerTile } from '#web/components/lists/LedgerTile.tsx'
import { emptyLedger, ledger } from '../config/samples.ts'

/** For where all announced papers of a day went. Its counts add up. Keyboard: each bucket is a button. */
const meta = {
  title: 'Lists/LedgerTile',
  component: LedgerTile,
  args: { ledger, weekday: 'Friday', onOpen: fn(), onAsk: fn() },
} satisfies Meta<typeof LedgerTile>

export default meta
type Story = StoryObj<typeof meta>

export const EveryBucket: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: /muted by you/ }))
    await expect(args.onOpen).toHaveBeenCalledWith('muted')
    await userEvent.click(canvas.getByRole('button', { name: 'Ask about a paper' }))
    await expect(args.onAsk).toHaveBeenCalledOnce()
  },
}
export const OnlyShown: Story = {
  args: { ledger: { ...emptyLedger, announced: 1, shown: 1 } },
}
export const Empty: Story = {
  args: { ledger: emptyLedger },
}
export const Unread: Story = {
  args: { ...Empty.args, unread: 'Nothing has been fetched yet.' },
  async play({ canvas }) {
    await expect(canvas.queryByText(/announced in your categories/)).toBeNull()
    await expect(canvas.getByRole('button', { name: 'Ask about a paper' })).toBeVisible()
  },
}
