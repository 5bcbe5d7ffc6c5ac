import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'bun:test'
import type { DaySource, Freshness } from '#api/contract/dashboard.ts'
import { sampleUser } from '#tests/support/samples.ts'
import { empty, friday, openDashboard } from '#tests/web/support/dashboard.tsx'

const arxiv: DaySource = { source: 'arxiv', name: 'arXiv', state: 'announced', papers: 712 }
const biorxiv: DaySource = { source: 'biorxiv', name: 'bioRxiv', state: 'missing', papers: 0 }
const both = { ...sampleUser, category_ids: ['cs.LG', 'biorxiv.neuroscience'] }
const biologist = { ...sampleUser, category_ids: ['biorxiv.neuroscience', 'graphs-1'] }
const lines = () =>
  within(screen.getByRole('list', { name: 'The day by source' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

describe('the day of a reader of several sources', () => {
  test('is described by source below the ledger; its head names the one that is not read', async () => {
    const freshness: Freshness = { ...friday.freshness, day_state: 'missing', sources: [arxiv, biorxiv] }
    await openDashboard({ user: both, days: { '2026-11-20': { ...friday, freshness } } })
    const column = within(await screen.findByRole('region', { name: 'Where Friday’s papers went' }))
    expect(await column.findByRole('list', { name: 'The day by source' })).toBeTruthy()
    expect(lines()).toEqual([
      'arXiv: 712 papers in all, read',
      'bioRxiv, posted Thu 19 Nov: not read yet; its papers come as soon as they are read',
    ])
    const head = within(screen.getByRole('banner'))
    expect(head.getByText(/^A part of this day is missing: papers of bioRxiv /)).toBeTruthy()
  })

  test('has no such lines for a reader of one', async () => {
    await openDashboard({ days: { '2026-11-20': friday } })
    await screen.findByRole('region', { name: 'Where Friday’s papers went' })
    expect(screen.queryByRole('list', { name: 'The day by source' })).toBeNull()
  })

  test('is followed by a Saturday for readers of preprint servers', async () => {
    const { unmount } = await openDashboard({ user: both, days: { '2026-11-20': friday } })
    expect(await screen.findByRole('button', { name: 'No later day yet: Sat 21 Nov' })).toBeTruthy()
    unmount()
    await openDashboard({ days: { '2026-11-20': friday } })
    expect(await screen.findByRole('button', { name: 'No later day yet: Mon 23 Nov' })).toBeTruthy()
  })

  test('names the source that fails', async () => {
    const failing_since = '2026-11-20T04:10:00.000Z'
    const freshness = { ...friday.freshness, failing_since, failing_source: 'bioRxiv', failure: 'No answer.' }
    await openDashboard({ user: both, days: { '2026-11-20': { ...friday, freshness } } })
    expect(await screen.findByText(/bioRxiv could not be reached since/)).toBeTruthy()
  })
})

describe('an empty day speaks of the sources that the reader follows', () => {
  test.each([
    [biologist, 'bioRxiv announced nothing on Friday 20 November'],
    [both, 'arXiv and bioRxiv announced nothing on Friday 20 November'],
    [sampleUser, 'arXiv announced nothing on Friday 20 November'],
  ])('when nothing was announced', async (user, name) => {
    await openDashboard({ user, days: empty({ reason: 'announced_nothing' }) })
    expect(await screen.findByRole('heading', { name })).toBeTruthy()
  })

  test('while they are fetched', async () => {
    const { unmount } = await openDashboard({ user: both, days: empty({ reason: 'running' }) })
    expect(await screen.findByText(/^arXiv and bioRxiv ask for pauses between requests/)).toBeTruthy()
    unmount()
    await openDashboard({ user: biologist, days: empty({ reason: 'running' }) })
    expect(await screen.findByText(/^bioRxiv asks for pauses between requests/)).toBeTruthy()
  })

  test('in an empty library', async () => {
    await openDashboard({ user: biologist, days: empty({ reason: 'empty_library', announced_on: null }) })
    expect(await screen.findByText(/When bioRxiv can be reached/)).toBeTruthy()
  })
})
