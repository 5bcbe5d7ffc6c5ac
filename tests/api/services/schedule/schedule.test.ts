import { Cron } from 'croner'
import { afterAll, afterEach, describe, expect, test } from 'bun:test'
import mongoose from 'mongoose'
import { startScheduler } from '#api/jobs/scheduler.ts'
import { setClock } from '#api/platform/clock.ts'
import { describeSources } from '#api/services/schedule/sourcesStatus.ts'
import {
  FETCH_TIMES,
  requestCatchUp,
  requestExpectedFetch,
  requestMissingFetch,
  requestUncoveredFetch,
} from '#api/services/schedule/schedule.ts'
import type { Product } from '#api/services/product.ts'
import { findJobs } from '#api/store/jobs/jobLists.ts'
import { recordSuccess, saveSourceSettings } from '#api/store/sources/sources.ts'
import { recordLedger } from '#tests/api/support/ledger.ts'
import { simulateArxiv } from '#tests/api/support/pipeline.ts'
import { useDatabase } from '#tests/support/database.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

const { simulator, sources } = simulateArxiv()
// The schedule uses only this part of the product.
const product = { sources } as unknown as Product
useDatabase()
afterEach(() => setClock(null))
afterAll(() => simulator.stop())

const MONDAY = '2026-11-16'
const TUESDAY = '2026-11-17'
/** The day after Thanksgiving, on which no announcement is predicted. */
const HOLIDAY = '2026-11-27'
const ALL_DAYS = { [MONDAY]: 'announced', '2026-11-13': 'announced' } as const

/** Sets the clock to this Eastern time. The source was read successfully `hoursAgo` hours before. */
async function startAt(eastern: string, { hoursAgo = 8 } = {}): Promise<void> {
  const at = new Date(`${eastern}:00-05:00`)
  setClock(new Date(at.getTime() - hoursAgo * 3_600_000))
  await recordSuccess('arxiv', { archives: ['cs', 'math', 'quant-ph', 'stat'], watermark: '2026-11-01' })
  setClock(at)
}
const isQueued = async () => (await findJobs({ skip: 0, limit: 1, kind: 'ingest' })).total > 0
const isAsked = async () => {
  await requestExpectedFetch(product)
  return isQueued()
}
const isRecovered = async () => {
  await requestMissingFetch(product)
  return isQueued()
}
const requestAll = async () => {
  for (const request of [requestExpectedFetch, requestMissingFetch, requestCatchUp, requestUncoveredFetch])
    await request(product)
  return isQueued()
}
/** Records that the source may be asked again after `ms`. */
const holdFor = (ms: number) =>
  mongoose.connection
    .collection<{ _id: string }>('sources')
    .updateOne(
      { _id: 'arxiv' },
      { $set: { archives: [], slot: { holder: null, until: new Date(), free_at: new Date(Date.now() + ms) } } },
    )
/** Eastern time of the next fetch. */
async function nextRun(): Promise<string> {
  const at = new Date((await describeSources(product)).items[0]?.next_run_at ?? '')
  return at.toLocaleString('sv-SE', { timeZone: 'America/New_York' }).slice(0, 16)
}

describe('The feeds', () => {
  test('are read every half hour in the night, every two hours in the day, and before midnight', () => {
    const crons = FETCH_TIMES.expected.map((pattern) => new Cron(pattern, { timezone: FETCH_TIMES.zone, paused: true }))
    const times = crons.flatMap((cron) => cron.nextRuns(30, new Date(`${TUESDAY}T05:00:00Z`)))
    const day = times.map((at) => at.toLocaleString('sv-SE', { timeZone: FETCH_TIMES.zone }).slice(0, 16))
    const own = [...new Set(day.filter((time) => time.startsWith(TUESDAY)))].toSorted().map((time) => time.slice(11))
    const night = [0, 1, 2, 3, 4, 5, 6, 7, 8].flatMap((hour) => [`0${hour}:10`, `0${hour}:40`])
    const calm = ['10:10', '12:10', '14:10', '16:10', '18:10', '20:10', '22:10', '23:40']
    expect(own).toEqual([...night, ...calm])
  })

  test.each(['00:10', '09:30', '16:10', '23:40'])(
    'are asked again at %s while one archive is not settled',
    async (time) => {
      await recordLedger('2026-11-13', {
        ...ALL_DAYS,
        [TUESDAY]: { cs: 'announced', math: 'announced', stat: 'announced' },
      })
      await startAt(`${TUESDAY}T${time}`)
      expect(await isAsked()).toBe(true)
    },
  )

  test('are not asked again after every archive is settled, also in the evening, when the next day is published', async () => {
    await recordLedger('2026-11-13', {
      ...ALL_DAYS,
      [TUESDAY]: { cs: 'announced', math: 'empty', 'quant-ph': 'announced', stat: 'announced' },
    })
    for (const time of ['08:40', '16:10', '20:10', '23:40']) {
      await startAt(`${TUESDAY}T${time}`)
      expect(await isAsked()).toBe(false)
    }
    await startAt('2026-11-18T00:10')
    expect(await isAsked()).toBe(true)
  })

  test('are not asked at the weekend, except before the first fetch', async () => {
    await startAt('2026-11-21T10:10')
    expect(await isAsked()).toBe(false)
    await mongoose.connection.collection('sources').deleteMany({})
    expect(await isAsked()).toBe(true)
  })

  test.each(['2026-11-26', HOLIDAY])('of the predicted holiday %s are asked from the first minutes on', async (day) => {
    await startAt(`${day}T00:10`)
    expect(await isAsked()).toBe(true)
    expect(await nextRun()).toBe(`${day} 00:40`)
  })

  test.each([TUESDAY, HOLIDAY])('of the empty day %s are asked again: the announcement may be late', async (day) => {
    await recordLedger('2026-11-13', { [day]: 'empty' })
    await startAt(`${day}T14:10`)
    expect(await isAsked()).toBe(true)
  })

  test('are asked again for an archive that was recovered: they may have more of it', async () => {
    await recordLedger('2026-11-13', {
      ...ALL_DAYS,
      [TUESDAY]: { cs: 'recovered', math: 'announced', 'quant-ph': 'empty', stat: 'announced' },
    })
    await startAt(`${TUESDAY}T12:10`)
    expect(await isAsked()).toBe(true)
  })
})

describe('A missing day', () => {
  test('is fetched by itself', async () => {
    await recordLedger('2026-11-13', { '2026-11-13': 'announced' })
    await startAt(`${TUESDAY}T05:50`)
    expect(await isRecovered()).toBe(true)
  })

  test('is fetched at the start, also at the weekend', async () => {
    await recordLedger('2026-11-13', { ...ALL_DAYS, [TUESDAY]: 'announced' })
    await startAt('2026-11-21T12:00')
    const scheduler = startScheduler(product)
    await waitUntil(isQueued)
    await scheduler.stop()
  })

  test('is not fetched again for two hours after a fetch that did not find it', async () => {
    await recordLedger('2026-11-13', { '2026-11-13': 'announced' })
    await startAt(`${TUESDAY}T05:50`, { hoursAgo: 1.9 })
    expect(await isRecovered()).toBe(false)
    await startAt(`${TUESDAY}T06:50`, { hoursAgo: 2.1 })
    expect(await isRecovered()).toBe(true)
  })

  test('is left to the feeds on its own day, and to the admin after the look-back', async () => {
    await recordLedger('2026-11-05', { '2026-11-05': 'announced' })
    await startAt('2026-11-06T18:50')
    expect(await isRecovered()).toBe(false)
    const read = [9, 10, 11, 12, 13, 16, 17, 18, 19, 20].map((day) => [
      `2026-11-${String(day).padStart(2, '0')}`,
      'announced' as const,
    ])
    await recordLedger('2026-11-05', Object.fromEntries(read))
    await startAt('2026-11-20T18:50')
    expect(await isRecovered()).toBe(false)
  })
})

describe('Nothing is fetched', () => {
  test('while the source asked for a pause; the pause between two requests is none', async () => {
    await recordLedger('2026-11-13')
    await startAt(`${TUESDAY}T00:10`)
    await holdFor(7_200_000)
    expect(await requestAll()).toBe(false)
    await saveSourceSettings('arxiv', { gap_ms: 600_000 })
    await holdFor(590_000)
    expect(await requestAll()).toBe(true)
  })

  test('while the source is switched off', async () => {
    await recordLedger('2026-11-13')
    await startAt(`${TUESDAY}T00:10`)
    await saveSourceSettings('arxiv', { enabled: false })
    expect(await requestAll()).toBe(false)
  })
})

describe('The next fetch', () => {
  const settled = { ...ALL_DAYS, [TUESDAY]: 'announced' } as const
  test.each([
    ['a day that is not settled, in the night', ALL_DAYS, `${TUESDAY}T03:15`, `${TUESDAY} 03:40`],
    ['a day that is not settled, after the catch-up', ALL_DAYS, `${TUESDAY}T09:30`, `${TUESDAY} 10:10`],
    ['a day that is not settled, in the evening', ALL_DAYS, `${TUESDAY}T22:30`, `${TUESDAY} 23:40`],
    ['a settled day, before the catch-up', settled, `${TUESDAY}T03:15`, `${TUESDAY} 09:20`],
    ['a settled day, after the catch-up', settled, `${TUESDAY}T20:30`, '2026-11-18 00:10'],
    [
      'a weekend',
      { ...settled, '2026-11-18': 'empty', '2026-11-19': 'empty', '2026-11-20': 'empty' },
      '2026-11-21T10:00',
      '2026-11-22 09:20',
    ],
    ['a missing day', { '2026-11-13': 'announced', [TUESDAY]: 'announced' }, `${TUESDAY}T13:15`, `${TUESDAY} 13:50`],
  ] as const)('of %s is the one that will be queued', async (_name, ledger, at, expected) => {
    await recordLedger('2026-11-13', ledger)
    await startAt(at)
    expect(await nextRun()).toBe(expected)
  })

  test('is after the pause that the source asked for', async () => {
    await recordLedger('2026-11-13', ALL_DAYS)
    await startAt(`${TUESDAY}T00:05`)
    await holdFor(7_200_000)
    expect(await nextRun()).toBe(`${TUESDAY} 02:10`)
  })
})
