import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { SourceProblems } from '#web/components/admin/SourceProblems.tsx'
import { source } from '../config/samples.ts'

/** For what is wrong with a source, below its state. Not for the state itself: take `StateLabel`. Keyboard: nothing to reach. */
const meta = {
  title: 'Admin/SourceProblems',
  component: SourceProblems,
  args: {
    source: {
      ...source,
      state: 'failing',
      failing_since: '2026-11-20T05:10:00.000Z',
      failure: 'The feed answered 503 three times.',
      failed_at: '2026-11-20T08:12:00.000Z',
      missing_days: 2,
      breaker: 'open',
      wait_ms: 42_000,
    },
  },
} satisfies Meta<typeof SourceProblems>

export default meta
type Story = StoryObj<typeof meta>

export const Failing: Story = {
  async play({ canvas }) {
    await expect(canvas.getByText('2 days of the last eight weeks are missing.')).toBeVisible()
  },
}
export const Well: Story = { args: { source } }
