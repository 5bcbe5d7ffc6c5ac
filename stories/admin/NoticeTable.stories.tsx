import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { NoticeTable } from '#web/components/admin/NoticeTable.tsx'
import { noticeRow, setAsideRow } from '../config/noticeSamples.ts'

/**
 * For retractions and other notices, of which an admin can set wrong ones aside. Keyboard: the links and buttons of each row
 * in turn; the table scrolls with the arrow keys.
 */
const meta = {
  title: 'Admin/NoticeTable',
  component: NoticeTable,
  args: { rows: [noticeRow], onSetAside: fn(), onRestore: fn() },
} satisfies Meta<typeof NoticeTable>

export default meta
type Story = StoryObj<typeof meta>

export const Shown: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: `Set aside: ${noticeRow.paper!.title}` }))
    await expect(args.onSetAside).toHaveBeenCalledWith(noticeRow)
  },
}
export const SetAside: Story = {
  args: { rows: [setAsideRow] },
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: `Restore: ${setAsideRow.paper!.title}` }))
    await expect(args.onRestore).toHaveBeenCalledWith(setAsideRow)
  },
}
export const Deciding: Story = { args: { busyId: noticeRow.id } }
export const PaperIsGone: Story = { args: { rows: [{ ...noticeRow, paper: null }] } }
