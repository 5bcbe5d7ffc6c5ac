import type { Meta, StoryObj } from '@storybook/react-vite'
import { OutboxTable } from '#web/components/admin/OutboxTable.tsx'
import { outbox } from '../config/samples.ts'

const meta = { title: 'Admin/OutboxTable', component: OutboxTable, args: { rows: outbox } } satisfies Meta<
  typeof OutboxTable
>

export default meta
type Story = StoryObj<typeof meta>

export const EveryState: Story = {}
export const Empty: Story = { args: { rows: [] } }
