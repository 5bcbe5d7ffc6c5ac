import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { DuplicateTable } from '#web/components/admin/DuplicateTable.tsx'
import { merges, suspect } from '../config/duplicateSamples.ts'

/**
 * For records of which an admin decides whether they are one paper. Keyboard: the links and buttons of each row in turn; the
 * table scrolls with the arrow keys.
 */
const meta = {
  title: 'Admin/DuplicateTable',
  component: DuplicateTable,
  args: { rows: [suspect], onJoin: fn(), onPart: fn() },
} satisfies Meta<typeof DuplicateTable>

export default meta
type Story = StoryObj<typeof meta>

export const Suspect: Story = {
  async play({ args, canvas, userEvent }) {
    const { title } = suspect.records[0]!
    await userEvent.click(canvas.getByRole('button', { name: `Join: ${title}` }))
    await expect(args.onJoin).toHaveBeenCalledWith(suspect)
    await userEvent.click(canvas.getByRole('button', { name: `Never join: ${title}` }))
    await expect(args.onPart).toHaveBeenCalledWith(suspect)
  },
}
export const Joined: Story = { args: { rows: merges } }
export const Deciding: Story = { args: { busyId: suspect.id } }
export const OneIsGone: Story = { args: { rows: [{ ...suspect, records: suspect.records.slice(0, 1) }] } }
