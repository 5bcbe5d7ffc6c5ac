import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { setClock } from '#api/platform/clock.ts'
import { recordAnnouncement } from '#api/store/papers/announcements.ts'
import { recordFailure, recordKeptSince } from '#api/store/sources/sources.ts'
import { recordDay, storePapers } from '#tests/api/support/library.ts'
import { createServers } from '#tests/api/support/preprintServers.ts'
import { simulateArxiv } from '#tests/api/support/pipeline.ts'
import { useApp } from '#tests/support/app.ts'
import { Sources } from '#api/sources/sources.ts'

const { simulator, arxiv } = simulateArxiv()
const { as } = useApp({ sources: new Sources([arxiv, ...createServers()]) })
const [friday, saturday, holiday] = ['2026-11-20', '2026-11-21', '2026-11-27']
/** Before the days are late. */
const atNight = (day: string) => setClock(new Date(`${day}T12:00:00Z`))
beforeEach(async () => {
  atNight(friday)
  await recordKeptSince('arxiv', { cs: friday })
  await recordKeptSince('biorxiv', { biorxiv: friday })
  await storePapers([1, 2], { announced_on: friday })
  await recordDay(friday, { archives: { cs: { state: 'announced', unaccounted: 0 } } })
})
afterEach(() => setClock(null))
afterAll(() => simulator.stop())

const follow = (...category_ids: string[]) => as('ada').users.me.put({ category_ids })
const freshnessOf = async (day: string) => (await as('ada').users.me.dashboard.get({ query: { day } })).data!.freshness
const sourcesOf = async (day: string) => (await freshnessOf(day)).sources
const readPosted = (day: string, state: 'announced' | 'empty') =>
  recordAnnouncement('biorxiv', day, { seen: 0, complete: true, archives: { biorxiv: { state, unaccounted: 0 } } })

describe('A day of several sources is described by source', () => {
  test('that was read, that is expected, and that was not read in time', async () => {
    await follow('cs.LG', 'biorxiv.neuroscience')
    const read_at = expect.stringMatching(/^2026-11-20T12:00/)
    expect(await sourcesOf(friday)).toEqual([
      { source: 'arxiv', name: 'arXiv', state: 'announced', papers: 2, read_at },
      { source: 'biorxiv', name: 'bioRxiv', state: 'expected', papers: 0 },
    ])
    setClock(new Date(`${friday}T15:00:00Z`))
    expect((await sourcesOf(friday))?.[1]).toEqual({ source: 'biorxiv', name: 'bioRxiv', state: 'missing', papers: 0 })
  })

  test('that is closed: at a weekend, and on a holiday as long as nothing else is known', async () => {
    await follow('cs.LG', 'biorxiv.neuroscience')
    atNight(saturday)
    await readPosted(saturday, 'empty')
    expect(await sourcesOf(saturday)).toEqual([
      { source: 'arxiv', name: 'arXiv', state: 'empty', closed: 'weekend', papers: 0 },
      { source: 'biorxiv', name: 'bioRxiv', state: 'empty', papers: 0, read_at: expect.any(String) },
    ])
    atNight(holiday)
    expect((await sourcesOf(holiday))?.[0]).toMatchObject({ state: 'expected', closed: 'holiday' })
    setClock(new Date(`${holiday}T15:00:00Z`))
    const [late] = (await sourcesOf(holiday)) ?? []
    expect(late).toMatchObject({ state: 'missing' })
    expect(late).not.toContainKey('closed')
    expect(await sourcesOf('2026-11-19')).toEqual([])
  })

  test('and not for a reader of one source', async () => {
    await follow('biorxiv.neuroscience')
    expect(await freshnessOf(friday)).not.toContainKey('sources')
  })
})

test('A failure names the source for a reader of several', async () => {
  await recordFailure('biorxiv', 'bioRxiv answers 503.')
  await follow('cs.LG', 'biorxiv.neuroscience')
  expect(await freshnessOf(friday)).toMatchObject({ failing_source: 'bioRxiv', failure: 'bioRxiv answers 503.' })
  await follow('biorxiv.neuroscience')
  expect(await freshnessOf(friday)).not.toContainKey('failing_source')
  await follow('cs.LG')
  expect(await freshnessOf(friday)).not.toContainKey('failing_since')
})

test('A server that a reader follows for the first time is being fetched, unless it fails', async () => {
  await follow('cs.LG', 'medrxiv.neurology')
  expect((await freshnessOf(friday)).reason).toBe('running')
  await recordFailure('medrxiv', 'medRxiv answers 503.')
  expect((await freshnessOf(friday)).reason).not.toBe('running')
})
