import { describe, expect, test } from 'bun:test'
import { addDays, setClock } from '#api/platform/clock.ts'
import { requestExpectedFetch, requestUncoveredFetch } from '#api/services/schedule/schedule.ts'
import { findAnnouncement, totalOf } from '#api/store/papers/announcements.ts'
import { findDelivery } from '#api/store/readers/deliveries.ts'
import { findJobs } from '#api/store/jobs/jobLists.ts'
import { findPaper } from '#api/store/papers/papers.ts'
import { findQuarantine } from '#api/store/papers/quarantine.ts'
import { findSourceState } from '#api/store/sources/sources.ts'
import { simPaper } from '#tests/simulators/simPapers.ts'
import { batch, dump, FAST_RETRIES, usePipeline } from '#tests/api/support/pipeline.ts'
import { makeReader } from '#tests/api/support/readers.ts'
import { countPapers } from '#tests/support/database.ts'

const { simulator, product, run } = usePipeline()
const WEDNESDAY = '2026-11-18'
/** 00:30 Eastern: the new feeds have just been published. */
const nightOf = (day: string) => setClock(new Date(`${day}T05:30:00Z`))
/** 09:00 Eastern: the feeds of the day are final. */
const morningOf = (day: string) => setClock(new Date(`${day}T14:00:00Z`))

describe('An ingestion on an announcement day', () => {
  test('stores the papers, adds times and comments, completes the announcement and delivers it', async () => {
    nightOf(WEDNESDAY)
    const ada = await makeReader('ada', ['cs.LG'])
    simulator.papers.push(...batch(30, WEDNESDAY, 10_001, { comment: '9 pages, code' }))
    const job = await run('ingest')
    expect(job).toMatchObject({ state: 'succeeded', error: null })
    expect(job.counters).toMatchObject({ new: 30, quarantined: 0 })
    expect(await findPaper('arxiv:2611.10001')).toMatchObject({
      announced_on: WEDNESDAY,
      announce_type: 'new',
      comment: '9 pages, code',
      license: 'http://creativecommons.org/licenses/by/4.0/',
      published_at: new Date('2026-11-17T10:00:00Z'),
    })
    expect(await findAnnouncement('arxiv', WEDNESDAY)).toMatchObject({ complete: true, stored: { new: 30 } })
    expect((await findDelivery(ada._id, WEDNESDAY))?.ledger).toMatchObject({ announced: 30, shown: 30 })
    expect(await findSourceState('arxiv')).toMatchObject({ failing_since: null, failure: null })
  })

  test('changes and delivers nothing when it runs a second time', async () => {
    nightOf(WEDNESDAY)
    await makeReader('ada', ['cs.LG'])
    simulator.papers.push(...batch(12, WEDNESDAY, 10_001))
    await run('ingest', { days_back: 3 })
    const collections = ['papers', 'announcements', 'deliveries', 'interactions', 'quarantine', 'counters']
    const before = await dump(collections)
    const job = await run('ingest', { days_back: 3, fresh: true })
    expect(job).toMatchObject({ state: 'succeeded' })
    expect(job.counters).toMatchObject({ new: 0, updated: 0 })
    expect(await dump(collections)).toEqual(before)
    const { items } = await findJobs({ skip: 0, limit: 10, kind: 'deliver' })
    expect(items).toHaveLength(1)
  })

  test('sends one request at a time, and keeps the type "new" of a paper cross-listed in another feed', async () => {
    nightOf(WEDNESDAY)
    simulator.papers.push(
      simPaper({
        id: '2611.20001',
        categories: ['math.PR', 'cs.LG'],
        versions: [{ at: new Date('2026-11-16T20:00:00Z') }],
        announced: [{ on: WEDNESDAY, type: 'new' }],
      }),
    )
    await run('ingest')
    expect(simulator.maxConcurrentRequests).toBe(1)
    expect((await findPaper('arxiv:2611.20001'))?.announcements).toEqual([
      { on: WEDNESDAY, type: 'new', version: 1, derived: false },
    ])
  })

  test('does not deliver a later version of a delivered paper, but stores it', async () => {
    nightOf('2026-11-17')
    const ada = await makeReader('ada', ['cs.LG'])
    const versions = [{ at: new Date('2026-11-13T20:00:00Z') }, { at: new Date('2026-11-16T20:00:00Z') }]
    simulator.papers.push(
      simPaper({
        id: '2611.10001',
        versions,
        announced: [
          { on: '2026-11-17', type: 'new' },
          { on: WEDNESDAY, type: 'replace' },
        ],
      }),
      ...batch(3, WEDNESDAY, 30_001),
    )
    await run('ingest')
    nightOf(WEDNESDAY)
    await run('ingest')
    const delivery = await findDelivery(ada._id, WEDNESDAY)
    expect(delivery?.ledger).toMatchObject({ announced: 4, shown: 3, older_version: 1 })
    expect(await findPaper('arxiv:2611.10001')).toMatchObject({ version: 2, announced_on: '2026-11-17' })
  })
})

describe('An ingestion with failures', () => {
  test('does not complete a day from an old feed; in the morning the day is recovered from the changes', async () => {
    nightOf(WEDNESDAY)
    simulator.papers.push(...batch(8, '2026-11-17', 10_001), ...batch(9, WEDNESDAY, 30_001))
    simulator.staleFeeds.add('all')
    await run('ingest')
    expect((await findAnnouncement('arxiv', WEDNESDAY))?.complete ?? false).toBe(false)
    morningOf(WEDNESDAY)
    await requestExpectedFetch(product)
    const job = await run('process-papers')
    expect(job.state).toBe('succeeded')
    const announcement = await findAnnouncement('arxiv', WEDNESDAY)
    expect(announcement).toMatchObject({ complete: true })
    expect(announcement && totalOf(announcement)).toBe(9)
  })

  test('stores the cause in the job and the source while the source is down', async () => {
    nightOf(WEDNESDAY)
    simulator.papers.push(...batch(3, WEDNESDAY, 10_001))
    await simulator.down()
    const failed = await run('ingest')
    expect(failed).toMatchObject({ state: 'failed', attempts: 5 })
    expect(failed.error).toContain('refused')
    const state = await findSourceState('arxiv')
    expect(state.failing_since).toBeInstanceOf(Date)
    expect(state.failure).toBe(failed.error)
    expect(await countPapers()).toBe(0)
    simulator.up()
    expect(await run('ingest')).toMatchObject({ state: 'succeeded' })
    expect(await findSourceState('arxiv')).toMatchObject({ failing_since: null, failure: null })
  })

  test('delivers the announcement and is partial when comments cannot be fetched', async () => {
    nightOf('2026-11-17')
    simulator.papers.push(...batch(1, '2026-11-17', 20_001))
    await run('ingest')
    nightOf(WEDNESDAY)
    simulator.papers.push(...batch(3, WEDNESDAY, 10_001))
    simulator.fail('unavailable', { times: FAST_RETRIES.tries, door: 'api' })
    const job = await run('ingest')
    expect(job.state).toBe('partial')
    expect(job.error).toContain('503')
    expect(await findAnnouncement('arxiv', WEDNESDAY)).toMatchObject({ complete: true })
    await run('ingest')
    expect((await findPaper('arxiv:2611.10001'))?.published_at).toBeInstanceOf(Date)
  })

  test('quarantines an unreadable record once and stores the rest of the page', async () => {
    nightOf(WEDNESDAY)
    simulator.papers.push(...batch(3, WEDNESDAY, 10_001))
    simulator.papers.push(simPaper({ ...batch(1, WEDNESDAY, 10_001)[0], id: '2611.40001', title: ' ' }))
    const job = await run('ingest')
    expect(job.counters['quarantined']).toBeGreaterThan(0)
    expect(await countPapers()).toBe(3)
    const { items } = await findQuarantine({ skip: 0, limit: 10 })
    expect(items[0]?.raw).toContain('2611.40001')
    await run('ingest')
    expect((await findQuarantine({ skip: 0, limit: 10 })).total).toBe(items.length)
    // The unchanged feed was not sent again.
    expect((await findAnnouncement('arxiv', WEDNESDAY))?.archives['cs']?.unaccounted).toBe(1)
  })
})

describe('Missed days', () => {
  test('are recovered and delivered', async () => {
    const days = ['2026-11-16', '2026-11-17', WEDNESDAY, '2026-11-19']
    const ada = await makeReader('ada', ['cs.LG'])
    for (const [index, day] of days.entries()) simulator.papers.push(...batch(4, day, 50_001 + 100 * index))
    nightOf('2026-11-16')
    await run('ingest')
    nightOf('2026-11-19')
    await run('ingest')
    for (const day of days) {
      expect(await findAnnouncement('arxiv', day)).toMatchObject({ complete: true, stored: { new: 4 } })
      expect((await findDelivery(ada._id, day))?.ledger).toMatchObject({ announced: 4, shown: 4 })
    }
  })

  test('count the records of the day that could not be read', async () => {
    await makeReader('ada', ['cs.LG'])
    const missed = batch(5, '2026-11-17', 50_101).map((one, index) => (index === 2 ? { ...one, title: ' ' } : one))
    simulator.papers.push(...batch(4, '2026-11-16', 50_001), ...missed, ...batch(4, '2026-11-19', 50_301))
    nightOf('2026-11-16')
    await run('ingest')
    nightOf('2026-11-19')
    await run('ingest')
    expect(await findAnnouncement('arxiv', '2026-11-17')).toMatchObject({ stored: { new: 4 }, unaccounted: 1 })
  })

  test('are fetched on a first start at the weekend: the announcement of Friday', async () => {
    setClock(new Date('2026-11-21T15:00:00Z'))
    simulator.papers.push(...batch(5, '2026-11-20', 10_001))
    await run('ingest')
    expect(await findAnnouncement('arxiv', '2026-11-20')).toMatchObject({ complete: true, stored: { new: 5 } })
  })

  test('without papers at a weekend are a success', async () => {
    setClock(new Date('2026-11-21T15:00:00Z'))
    expect(await run('ingest')).toMatchObject({ state: 'succeeded', error: null })
    expect(await findSourceState('arxiv')).toMatchObject({ watermark: null, failing_since: null })
  })

  test('are not skipped after an empty response: it does not advance the watermark', async () => {
    morningOf(WEDNESDAY)
    simulator.papers.push(...batch(3, WEDNESDAY, 10_001))
    await run('ingest', { days_back: 1 })
    const { watermark } = await findSourceState('arxiv')
    expect(watermark).toBe(WEDNESDAY)
    simulator.papers.length = 0
    morningOf(addDays(WEDNESDAY, 2))
    await run('ingest', { days_back: 1 })
    expect((await findSourceState('arxiv')).watermark).toBe(WEDNESDAY)
  })
})

describe('The schedule', () => {
  test('fetches again when a reader follows a category of another archive', async () => {
    nightOf(WEDNESDAY)
    simulator.papers.push(
      ...batch(2, WEDNESDAY, 10_001),
      simPaper({ ...batch(1, WEDNESDAY, 10_001)[0], id: '2611.60001', categories: ['hep-th'] }),
    )
    await run('ingest')
    expect(await findPaper('arxiv:2611.60001')).toBeNull()
    await requestUncoveredFetch(product)
    expect((await findJobs({ skip: 0, limit: 10, kind: 'ingest' })).total).toBe(1)
    const bela = await makeReader('bela', ['hep-th'])
    await requestUncoveredFetch(product)
    await run('process-papers')
    expect(await findPaper('arxiv:2611.60001')).not.toBeNull()
    expect((await findDelivery(bela._id, WEDNESDAY))?.ledger.shown).toBe(1)
  })

  test('does not request an announcement that is complete', async () => {
    nightOf(WEDNESDAY)
    simulator.papers.push(...batch(2, WEDNESDAY, 10_001))
    await run('ingest')
    await requestExpectedFetch(product)
    expect((await findJobs({ skip: 0, limit: 10, kind: 'ingest' })).total).toBe(1)
  })
})
