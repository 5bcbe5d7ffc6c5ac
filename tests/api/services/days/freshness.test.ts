import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { setClock } from '#api/platform/clock.ts'
import { createArxivSource } from '#api/sources/arxiv/arxiv.ts'
import { cancelJob, enqueueJob } from '#api/store/jobs/jobs.ts'
import { mongoRateLimit } from '#api/store/sources/rateLimit.ts'
import { recordFailure, recordKeptSince, recordSuccess } from '#api/store/sources/sources.ts'
import { useApp } from '#tests/support/app.ts'
import { recordDay, storePapers } from '#tests/api/support/library.ts'
import { Sources } from '#api/sources/sources.ts'

// Only its calendar is used: no server listens at this address.
const address = 'http://127.0.0.1:9'
const arxiv = createArxivSource({
  rssUrl: address,
  oaiUrl: address,
  apiUrl: address,
  htmlUrl: address,
  gapMs: 0,
  contactEmail: 'papers@example.org',
  rateLimit: mongoRateLimit(),
})
const { as } = useApp({ sources: new Sources([arxiv]) })

const [friday, saturday, sunday, monday, holiday] = [
  '2026-11-20',
  '2026-11-21',
  '2026-11-22',
  '2026-11-23',
  '2026-11-27',
]
beforeEach(() => setClock(new Date(`${friday}T12:00:00Z`)))
afterEach(() => setClock(null))

const follow = (...category_ids: string[]) => as('ada').users.me.put({ category_ids })
const dashboard = async (day?: string) => (await as('ada').users.me.dashboard.get({ query: { day } })).data!
const reasonOf = async (day?: string) => (await dashboard(day)).freshness.reason
const fill = async () => {
  await storePapers([1], { announced_on: friday })
  await recordDay(friday)
}

describe('an empty day has a reason', () => {
  test('when the reader follows no categories', async () => {
    await fill()
    expect(await reasonOf()).toBe('no_categories')
  })

  test('when the library is empty', async () => {
    await follow('cs.LG')
    const page = await dashboard()
    expect(page).toMatchObject({ day: friday, cards: [], freshness: { reason: 'empty_library', announced_on: null } })
    expect(page.freshness.fetched_at).toBeNull()
  })

  test('while papers are fetched or samples are loaded', async () => {
    await follow('cs.LG')
    for (const kind of ['ingest', 'load-samples'] as const) {
      const { _id } = await enqueueJob({ kind, input: {}, dedupe_key: kind, requested_by: 'start' })
      const { freshness } = await dashboard()
      expect(freshness.reason).toBe('running')
      expect(freshness.samples_loading).toEqual(kind === 'load-samples' ? { done: 0, total: 0 } : undefined)
      await cancelJob(_id)
      expect(await reasonOf()).toBe('empty_library')
    }
  })

  test('when the announcement has no papers in the reader’s categories', async () => {
    await fill()
    await follow('math.NA')
    expect(await reasonOf()).toBe('nothing_in_categories')
  })

  test('on weekends and holidays', async () => {
    await fill()
    await follow('cs.LG')
    expect(await reasonOf(saturday)).toBe('weekend')
    expect(await reasonOf(sunday)).toBe('weekend')
    expect(await reasonOf('2026-11-26')).toBe('to_come')
    expect(await reasonOf(holiday)).toBe('holiday')
  })

  test('that is what was read before what is predicted, on a holiday', async () => {
    await fill()
    await follow('cs.LG')
    await recordKeptSince('arxiv', { cs: friday })
    setClock(new Date(`${holiday}T12:00:00Z`))
    expect(await reasonOf(holiday)).toBe('holiday')
    setClock(new Date(`${holiday}T15:00:00Z`))
    expect(await reasonOf(holiday)).toBe('missed')
    await recordDay(holiday, { archives: { cs: { state: 'empty', unaccounted: 0 } } })
    expect(await reasonOf(holiday)).toBe('holiday')
  })

  test('when it is before the first day of the library, or still to come', async () => {
    await fill()
    await follow('cs.LG')
    expect(await reasonOf('2026-11-19')).toBe('before_library')
    expect(await reasonOf('2019-01-01')).toBe('before_library')
    await recordKeptSince('arxiv', { cs: '2026-11-18' })
    expect(await reasonOf('2026-11-19')).toBe('missed')
    expect(await reasonOf('2026-11-17')).toBe('before_library')
    expect(await reasonOf(monday)).toBe('to_come')
    expect(await reasonOf('2027-03-03')).toBe('to_come')
  })

  test('also while papers are fetched, if the day cannot be among them', async () => {
    await fill()
    await follow('cs.LG')
    await recordKeptSince('arxiv', { cs: '2026-11-18' })
    await enqueueJob({ kind: 'ingest', input: {}, dedupe_key: 'ingest', requested_by: 'start' })
    expect(await reasonOf('2026-11-19')).toBe('running')
    expect(await reasonOf(saturday)).toBe('weekend')
    expect(await reasonOf(holiday)).toBe('holiday')
    expect(await reasonOf(monday)).toBe('to_come')
  })

  test('when the day was not fetched, or not completely', async () => {
    await fill()
    await follow('cs.LG')
    // After the announcement of Monday, and before it is late.
    setClock(new Date(`${monday}T12:00:00Z`))
    expect(await reasonOf(monday)).toBe('not_fetched')
    await storePapers([2], { announced_on: monday })
    await recordDay(monday, { complete: false })
    expect(await reasonOf(monday)).toBe('not_fetched')
    await recordDay(monday)
    expect(await reasonOf(monday)).toBeUndefined()
  })
})

describe('the age of the library', () => {
  test('is returned with the next announcement, computed in the time zone of the source', async () => {
    await fill()
    const { freshness } = await dashboard()
    // Sunday 20:00 in New York, in winter time.
    expect(freshness).toMatchObject({ announced_on: friday, next_expected_at: '2026-11-23T05:00:00.000Z' })
    expect(freshness.fetched_at).toStartWith(`${friday}T12:00`)
  })

  test('contains since when and why the source fails, until a fetch succeeds', async () => {
    await fill()
    await follow('cs.LG')
    setClock(new Date(`${saturday}T04:10:00Z`))
    await recordFailure('arxiv', 'arXiv answers 503.')
    setClock(new Date(`${saturday}T06:10:00Z`))
    await recordFailure('arxiv', 'arXiv refused the connection.')
    const { freshness, cards } = await dashboard()
    expect(freshness.failing_since).toStartWith(`${saturday}T04:10`)
    expect(freshness.failure).toBe('arXiv refused the connection.')
    expect(cards).toHaveLength(1)
    await recordSuccess('arxiv', {})
    expect((await dashboard()).freshness).not.toContainAnyKeys(['failing_since', 'failure'])
  })

  test('states whether the papers are samples', async () => {
    await storePapers([1], { announced_on: friday })
    await recordDay(friday, { sample: true })
    expect((await dashboard()).freshness.sample).toBe(true)
    expect((await as('ada').papers.today.get()).data?.sample).toBe(true)
  })
})
