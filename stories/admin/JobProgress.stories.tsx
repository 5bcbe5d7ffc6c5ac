import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { sampleJob } from '#tests/support/samples.ts'
import { JobProgress } from '#web/components/admin/JobProgress.tsx'

/**
 * For a run whose end can be waited for. Not for a page that loads: take `Skeleton`. It has no controls; its state is read
 * out.
 */
const meta = { title: 'Admin/JobProgress', component: JobProgress, args: sampleJob } satisfies Meta<typeof JobProgress>

export default meta
type Story = StoryObj<typeof meta>

export const FortyPercent: Story = {}
export const UnknownTotal: Story = {
  args: { progress: { done: 412, unit: 'papers', step: 'arXiv API' } },
}
const retrying = {
  done: 8,
  total: 20,
  unit: 'feeds',
  step: 'feed cs: answers 503, asked again at 04:12 UTC',
}
export const Retrying: Story = { args: { progress: retrying } }
export const RetryingOnPhone: Story = {
  args: {
    progress: {
      ...retrying,
      step: `feed cs: https://mirror.example.org/${'long-address/'.repeat(6)} answers 503, asked again at 04:12 UTC`,
    },
  },
  tags: ['phone'],
  globals: { viewport: { value: 'phone' } },
  async play({ canvasElement }) {
    await expect(canvasElement.ownerDocument.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth)
  },
}
export const WaitingToRetry: Story = { args: { state: 'queued', progress: retrying } }
export const Queued: Story = {
  args: { state: 'queued', counters: {}, progress: { done: 0, unit: 'steps', step: 'waiting' } },
}
export const OneReader: Story = {
  args: { state: 'succeeded', counters: { delivered: 16, readers: 1, unchanged: 0 } },
  async play({ canvas }) {
    await expect(canvas.getByText('16 delivered, 1 reader')).toBeVisible()
  },
}
export const Failed: Story = { args: { state: 'failed', error: 'The feed of math answered 503 three times.' } }
