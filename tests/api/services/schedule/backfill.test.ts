import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { setClock } from '#api/platform/clock.ts'
import { findJob } from '#api/store/jobs/jobs.ts'
import { findJobs } from '#api/store/jobs/jobLists.ts'
import { recordFailure, recordSuccess, saveSourceSettings } from '#api/store/sources/sources.ts'
import { recordLedger } from '#tests/api/support/ledger.ts'
import { simulateArxiv } from '#tests/api/support/pipeline.ts'
import { resetDatabase } from '#tests/support/database.ts'
import { useApp } from '#tests/support/app.ts'

const { simulator, sources } = simulateArxiv()
const { as } = useApp({ sources })
const admin = () => as('admin').admin
const days = async (query: { from?: string; until?: string; source?: string } = {}) => admin().days.get({ query })
const fieldsOf = ({ error }: { error: { value: unknown } | null }) =>
  Object.keys((error?.value as { error?: { fields?: object } } | undefined)?.error?.fields ?? {})

// Friday at 07:00 Eastern: the announcement of the day is not late yet.
beforeEach(async () => {
  setClock(new Date('2026-11-20T12:00:00Z'))
  await recordSuccess('arxiv', {})
})
afterEach(() => setClock(null))
afterAll(() => simulator.stop())

describe('The ledger of days', () => {
  test('shows each working day with the state of its worst archive, newest first', async () => {
    await recordLedger('2026-11-12', {
      '2026-11-12': 'announced',
      '2026-11-13': 'recovered',
      '2026-11-16': { cs: 'announced', math: 'announced', stat: 'announced' },
    })
    const { data, status } = await days()
    expect(status).toBe(200)
    expect(data?.items.map(({ day, state }) => `${day} ${state}`)).toEqual([
      '2026-11-20 expected',
      '2026-11-19 missing',
      '2026-11-18 missing',
      '2026-11-17 missing',
      '2026-11-16 missing',
      '2026-11-13 recovered',
      '2026-11-12 announced',
    ])
    expect(data?.missing).toBe(4)
    expect(data?.items[4]?.archives.filter(({ state }) => state === 'missing')).toMatchObject([{ archive: 'quant-ph' }])
  })

  test('has no missing day before the first successful fetch', async () => {
    await resetDatabase()
    await recordLedger('2026-11-19')
    await recordFailure('arxiv', 'arXiv could not be found.')
    const { data } = await days()
    expect(data?.missing).toBe(0)
    expect(data?.items.map(({ day, state }) => `${day} ${state}`)).toEqual([
      '2026-11-20 expected',
      '2026-11-19 expected',
    ])
    expect(data?.items[1]?.archives.every(({ state }) => state === 'expected')).toBe(true)
  })

  test('covers eight weeks by default, and any range on request', async () => {
    await recordLedger('2026-01-05')
    expect((await days()).data?.items.at(-1)?.day).toBe('2026-09-25')
    expect((await days({ until: '2026-03-31' })).data?.items.at(-1)?.day).toBe('2026-02-03')
    const march = await days({ from: '2026-03-02', until: '2026-03-06', source: 'arxiv' })
    expect(march.data).toMatchObject({ missing: 5, items: [{ day: '2026-03-06' }, {}, {}, {}, { day: '2026-03-02' }] })
  })

  test.each([
    [{ from: '2026-02-30' }, 'from'],
    [{ until: '2026-13-01' }, 'until'],
    [{ from: 'soon' }, 'from'],
    [{ from: '2026-11-20', until: '2026-11-19' }, 'from'],
    [{ from: '2025-11-19', until: '2026-11-20' }, 'from'],
    [{ source: 'nowhere' }, 'source'],
  ])('names the wrong field of %j', async (query, field) => {
    const answer = await days(query)
    expect(answer.status).toBe(422)
    expect(fieldsOf(answer)).toEqual([field])
  })

  test('may cover 366 days', async () => {
    expect((await days({ from: '2025-11-20', until: '2026-11-20' })).status).toBe(200)
  })
})

describe('A back-fill', () => {
  const range = { from: '2026-11-03', until: '2026-11-19' }

  test('is estimated without fetching anything', async () => {
    await recordLedger('2026-11-02', { '2026-11-02': 'announced' })
    await saveSourceSettings('arxiv', { gap_ms: 3_000 })
    const { status, data } = await admin().backfill.post({ ...range, dry_run: true })
    expect(status).toBe(200)
    // The changes of 14 working days, the newest included, on pages of 2,500; a pause of 3 s and 5 s for each.
    expect(data).toEqual({ days: 13, requests: 14, seconds: 112 })
    expect((await findJobs({ skip: 0, limit: 10 })).total).toBe(0)
    expect(simulator.requests).toEqual([])
  })

  test('counts the days before the library was begun as missing, and no day that was read', async () => {
    await recordLedger('2026-11-18', { '2026-11-18': 'announced', '2026-11-19': 'announced' })
    const input = { until: '2026-11-19', dry_run: true }
    expect((await admin().backfill.post({ ...input, from: '2026-11-18' })).data).toMatchObject({ days: 0 })
    expect((await admin().backfill.post({ ...input, from: '2026-11-16' })).data).toMatchObject({ days: 2 })
  })

  test('is queued with its range, once', async () => {
    const { status, data } = await admin().backfill.post({ ...range, source: 'arxiv' })
    expect(status).toBe(202)
    expect(data).toMatchObject({ kind: 'ingest', state: 'queued' })
    const id = data !== null && 'id' in data ? data.id : ''
    expect(await findJob(id)).toMatchObject({ input: { source: 'arxiv', ...range }, dedupe_key: 'ingest' })
    const again = await admin().backfill.post(range)
    expect(again.status).toBe(409)
    expect(again.error?.value).toMatchObject({ error: { code: 'already-running', job_id: id } })
  })

  test('is refused while the source is switched off', async () => {
    await saveSourceSettings('arxiv', { enabled: false })
    const { status, error } = await admin().backfill.post(range)
    expect(status).toBe(409)
    expect(error?.value).toMatchObject({ error: { code: 'conflict' } })
  })

  test.each([
    [{ until: '2026-11-21' }, 'until'],
    [{ from: '2005-09-15', until: '2005-10-01' }, 'from'],
    [{ from: '2026-11-19', until: '2026-11-18' }, 'from'],
    [{ from: '2025-11-18' }, 'from'],
    [{ from: '2026-02-30' }, 'from'],
    [{ source: 'nowhere' }, 'source'],
  ])('names the wrong field of %j', async (changes, field) => {
    for (const dry_run of [true, false]) {
      const answer = await admin().backfill.post({ ...range, ...changes, dry_run })
      expect(answer.status).toBe(422)
      expect(fieldsOf(answer)).toEqual([field])
    }
  })
})
