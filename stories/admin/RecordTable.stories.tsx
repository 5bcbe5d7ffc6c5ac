import type { Meta, StoryObj } from '@storybook/react-vite'
import { fn } from 'storybook/test'
import { CellDetail, RecordTable, RowAction } from '#web/components/admin/RecordTable.tsx'

interface Deed {
  id: string
  who: string
  what: string
}
const deeds: readonly Deed[] = [
  { id: 'a', who: 'admin@paperdawn.test', what: 'Wipe and fetch again' },
  { id: 'b', who: 'a.person.with.a.long.name@department.university.test', what: 'x'.repeat(120) },
]

/**
 * For every table of the admin panel whose lines are records. Not for a table of figures: take `TableSheet`. Keyboard: the
 * button of each row in turn; the table scrolls with the arrow keys.
 */
const meta = {
  title: 'Admin/RecordTable',
  component: RecordTable<Deed>,
  args: {
    label: 'Deeds',
    minWidth: 480,
    rows: deeds,
    columns: [
      { name: 'Who', isHead: true, renderCell: ({ who }) => who },
      { name: 'What', isLong: true, renderCell: ({ what }) => <CellDetail>{what}</CellDetail> },
      {
        name: 'Action',
        renderCell: ({ id }) => <RowAction id={id} busyId={null} label="Again" name={`Again: ${id}`} onAct={fn()} />,
      },
    ],
  },
} satisfies Meta<typeof RecordTable<Deed>>

export default meta
type Story = StoryObj<typeof meta>

export const Rows: Story = {}
export const Empty: Story = { args: { rows: [] } }
export const Phone: Story = { tags: ['phone'], globals: { viewport: { value: 'phone' } } }
