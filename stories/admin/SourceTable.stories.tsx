import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, within } from 'storybook/test'
import { SourceTable } from '#web/components/admin/SourceTable.tsx'
import { source, sourceOnDemand } from '../config/samples.ts'

const failing = {
  ...source,
  state: 'failing',
  failing_since: '2026-11-20T05:10:00.000Z',
  failure: 'The feed answered 503 three times.',
  failed_at: '2026-11-20T08:12:00.000Z',
  breaker: 'open',
} as const

/**
 * For the state of every source. Not for one day of a source: take `DayDetails`. Keyboard: the buttons of each row in
 * turn.
 */
const meta = {
  title: 'Admin/SourceTable',
  component: SourceTable,
  args: { sources: [source], onSettings: fn() },
} satisfies Meta<typeof SourceTable>

export default meta
type Story = StoryObj<typeof meta>

export const Good: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Settings of arXiv' }))
    await expect(args.onSettings).toHaveBeenCalledWith(source)
  },
}
export const Failing: Story = { args: { sources: [failing] } }
export const Slow: Story = {
  args: {
    sources: [
      {
        ...source,
        state: 'slow',
        failure: 'The feed of cs answered 503.',
        failed_at: '2026-11-20T08:12:00.000Z',
        wait_ms: 7_200_000,
      },
    ],
  },
}
export const DaysMissing: Story = {
  args: { sources: [{ ...source, state: 'stale', missing_days: 13, announced_on: '2026-11-02' }] },
  async play({ canvas }) {
    await canvas.findByText('13 days of the last eight weeks are missing.')
  },
}
export const OldAnnouncement: Story = {
  args: { sources: [{ ...source, state: 'stale', announced_on: '2025-09-10' }] },
}
export const FailedBefore: Story = {
  args: {
    sources: [{ ...source, failure: 'The feed of math answered 502.', failed_at: '2026-11-12T04:12:00.000Z' }],
  },
}
export const Off: Story = { args: { sources: [{ ...source, enabled: false, state: 'off', next_run_at: null }] } }
export const Running: Story = { args: { sources: [{ ...source, state: 'running', wait_ms: 2_400 }] } }
export const Never: Story = {
  args: {
    sources: [
      { ...source, state: 'never', last_success_at: null, announced_on: null, next_run_at: null, papers_today: 0 },
    ],
  },
}
/** Three sources announce papers; no user follows a category of one of them. */
export const NotFollowed: Story = {
  args: {
    sources: [
      source,
      { ...source, id: 'biorxiv', name: 'bioRxiv', papers_today: 164, abilities: ['announcements'] },
      {
        ...source,
        id: 'medrxiv',
        name: 'medRxiv',
        abilities: ['announcements'],
        state: 'unfollowed',
        last_success_at: null,
        announced_on: null,
        next_run_at: null,
        papers_today: 0,
      },
      sourceOnDemand,
    ],
  },
  async play({ canvas }) {
    const row = within(canvas.getByRole('row', { name: /^medRxiv/ }))
    await expect(row.getByText('Not followed')).toBeVisible()
    await expect(row.getByText('Asked once a reader follows something of it.')).toBeVisible()
    await expect(row.getByText('when followed')).toBeVisible()
    await expect(row.queryByText('not planned')).toBeNull()
  },
}
export const OnDemand: Story = {
  args: { sources: [source, sourceOnDemand] },
  async play({ canvas }) {
    const row = within(canvas.getByRole('row', { name: /^Crossref/ }))
    await expect(row.getByText('Asked on demand: papers by their ids.')).toBeVisible()
    await expect(row.getByText('on demand')).toBeVisible()
  },
}
export const JournalsNotFollowed: Story = {
  args: { sources: [source, { ...sourceOnDemand, abilities: ['announcements', 'look-up', 'journals'] }] },
  async play({ canvas }) {
    const row = within(canvas.getByRole('row', { name: /^Crossref/ }))
    await expect(row.getByText(/^Asked on demand: papers by their ids, journals by name\. It announces/)).toBeVisible()
    await expect(row.getByText('on demand')).toBeVisible()
  },
}
export const OnDemandFailing: Story = {
  args: {
    sources: [
      {
        ...sourceOnDemand,
        state: 'slow',
        failing_since: '2026-11-20T05:10:00.000Z',
        failure: 'Crossref answers 503.',
        failed_at: '2026-11-20T08:12:00.000Z',
      },
    ],
  },
}
/** PubMed works, more slowly. */
export const KeyRefused: Story = {
  args: {
    sources: [
      source,
      {
        ...source,
        id: 'pubmed',
        name: 'PubMed',
        abilities: ['announcements', 'look-up', 'queries'],
        papers_today: 41,
        state: 'key-refused',
        key_refusal: {
          since: '2026-11-20T05:10:00.000Z',
          message:
            'PubMed refuses the saved key since 2026-11-20 05:10 UTC, so requests go without it (at most 3 a second in place of 10); save another key or remove it in Ingestion, or run: paperdawn admin sources set pubmed --key',
        },
      },
    ],
  },
  async play({ canvas }) {
    const row = within(canvas.getByRole('row', { name: /^PubMed/ }))
    await expect(row.getByText('Key refused')).toBeVisible()
    // The instant in the zone of the reader.
    await expect(row.getByText(/^PubMed refuses the saved key since Fri 20 Nov, .+ save another key/)).toBeVisible()
    await expect(row.queryByText(/UTC, so/)).toBeNull()
  },
}
/** The same without a reader who follows something of it. */
export const KeyRefusedOnDemand: Story = {
  args: {
    sources: [
      {
        ...sourceOnDemand,
        id: 'pubmed',
        name: 'PubMed',
        abilities: ['announcements', 'look-up', 'queries'],
        state: 'key-refused',
        key_refusal: { since: '2026-11-20T05:10:00.000Z', message: 'PubMed refuses the saved key.' },
      },
    ],
  },
  async play({ canvas }) {
    await expect(canvas.getByText(/^Asked on demand: papers by their ids, queries\. It announces/)).toBeVisible()
    await expect(canvas.getByText('on demand')).toBeVisible()
  },
}
export const None: Story = { args: { sources: [] } }
