import type { Meta, StoryObj } from '@storybook/react-vite'
import { SourceTable } from '#web/components/admin/SourceTable.tsx'
import { source } from '../config/samples.ts'

const failing = {
  ...source,
  state: 'failing',
  failing_since: '2026-11-20T05:10:00.000Z',
  failure: 'The feed answered 503 three times.',
  breaker: 'open',
} as const

const meta = { title: 'Admin/SourceTable', component: SourceTable, args: { sources: [source] } } satisfies Meta<
  typeof SourceTable
>

export default meta
type Story = StoryObj<typeof meta>

export const Good: Story = {}
export const Failing: Story = { args: { sources: [failing] } }
export const Running: Story = { args: { sources: [{ ...source, state: 'running', wait_ms: 2_400 }] } }
export const Never: Story = {
  args: {
    sources: [
      { ...source, state: 'never', last_success_at: null, announced_on: null, next_run_at: null, papers_today: 0 },
    ],
  },
}
export const None: Story = { args: { sources: [] } }
