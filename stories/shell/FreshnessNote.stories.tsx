import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import type { Freshness } from '#api/contract/dashboard.ts'
import { FreshnessNote } from '#web/components/shell/FreshnessNote.tsx'

const fresh: Freshness = { announced_on: '2026-11-20', fetched_at: '2026-11-20T05:14:00.000Z', sample: false }
const failing: Freshness = {
  ...fresh,
  announced_on: '2026-11-19',
  failing_since: '2026-11-20T05:10:00.000Z',
  failure: 'The feed answered 503 three times.',
}

/** For papers that are not of today. Not for a day that is incomplete: take `DayStateNote`. Keyboard: its links. */
const meta = {
  title: 'Shell/FreshnessNote',
  component: FreshnessNote,
  args: { freshness: fresh, day: '2026-11-20', isAdmin: false },
} satisfies Meta<typeof FreshnessNote>

export default meta
type Story = StoryObj<typeof meta>

export const Fresh: Story = {}
export const FailingForAnAdmin: Story = { args: { freshness: failing, day: '2026-11-19', isAdmin: true } }
export const FailingWithDatedCause: Story = {
  args: {
    freshness: { ...failing, failed_at: '2026-11-20T08:12:00.000Z', next_expected_at: '2026-11-23T01:30:00.000Z' },
    day: '2026-11-19',
  },
}
export const FailingOnADayWithoutPapers: Story = {
  args: { freshness: failing, day: undefined },
  async play({ canvas }) {
    await expect(canvas.queryByText(/you see the papers/)).toBeNull()
  },
}
export const OneOfSeveral: Story = {
  args: { freshness: { ...failing, failing_source: 'bioRxiv', failure: 'bioRxiv answers 503.' } },
  async play({ canvas }) {
    await expect(canvas.getByText(/^bioRxiv could not be reached since/)).toBeVisible()
  },
}
export const SampleLibrary: Story = { args: { freshness: { ...fresh, sample: true } } }
