import type { Meta, StoryObj } from '@storybook/react-vite'
import { sampleJob } from '#tests/support/samples.ts'
import { JobProgress } from '#web/components/admin/JobProgress.tsx'

const meta = { title: 'Admin/JobProgress', component: JobProgress, args: sampleJob } satisfies Meta<typeof JobProgress>

export default meta
type Story = StoryObj<typeof meta>

export const FortyPercent: Story = {}
export const UnknownTotal: Story = {
  args: { progress: { done: 412, unit: 'papers', step: 'arXiv API' } },
}
export const Queued: Story = { args: { state: 'queued', counters: {} } }
export const Failed: Story = { args: { state: 'failed', error: 'The feed of math answered 503 three times.' } }
