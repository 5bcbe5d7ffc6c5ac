import { afterEach, beforeEach, expect, test } from 'bun:test'
import { addDays, setClock } from '#api/platform/clock.ts'
import { deliverAll } from '#api/services/delivery/deliverAll.ts'
import { cancelJob, enqueueJob } from '#api/store/jobs/jobs.ts'
import { recordFailure, recordKeptSince } from '#api/store/sources/sources.ts'
import { createJobContext } from '#tests/api/support/jobContext.ts'
import { announcePapers } from '#tests/api/support/records.ts'
import { readArchives, silentArxiv } from '#tests/api/support/whereabouts.ts'
import { useApp } from '#tests/support/app.ts'

const { as } = useApp({ sources: silentArxiv() })
const { me } = as('ada').users
/** The reader's last visit, and the days since. */
const VISIT = '2026-11-12'
const DAYS = ['2026-11-13', '2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'] as const
const TODAY = DAYS[5]

const look = async () => {
  const { data } = await me.dashboard.get({ query: {} })
  return { day: data!.day, coming: data!.freshness.coming_days, offer: data!.catch_up }
}
const deliver = (day: string) => deliverAll({ day }, createJobContext())
const announce = async (day: string, number: number) => {
  await announcePapers(day, [{ number }, { number: number + 1 }])
  await readArchives(day, ['cs'])
}
const fetchPapers = () => enqueueJob({ kind: 'ingest', input: {}, dedupe_key: 'ingest', requested_by: 'schedule' })

beforeEach(async () => {
  setClock(new Date(`${VISIT}T12:00:00Z`))
  await recordKeptSince('arxiv', { cs: addDays(VISIT, -1) })
  for (const [index, day] of [addDays(VISIT, -1), VISIT].entries()) await announce(day, 10 * index)
  setClock(new Date(`${VISIT}T15:00:00Z`))
  await me.put({ category_ids: ['cs.LG'] })
  await look()
  setClock(new Date(`${TODAY}T15:00:00Z`))
})
afterEach(() => setClock(null))

test('The days that are being fetched are named, until the reader has their cards', async () => {
  expect(await look()).toEqual({ day: VISIT, coming: undefined, offer: undefined })
  const job = await fetchPapers()
  expect(await look()).toEqual({ day: VISIT, coming: [...DAYS], offer: undefined })
  // The announcement of today comes first, then the missed ones.
  for (const [index, day] of [TODAY, DAYS[0], DAYS[1]].entries()) {
    await announce(day, 100 + 10 * index)
    // Read by this run; the job that makes its cards is not queued yet.
    expect((await look()).coming).toContain(DAYS[2])
    await deliver(day)
  }
  expect(await look()).toMatchObject({ day: TODAY, coming: DAYS.slice(2, 5), offer: { days: 2, papers: 4, coming: 3 } })
  for (const [index, day] of DAYS.slice(2, 5).entries()) {
    await announce(day, 200 + 10 * index)
    await deliver(day)
  }
  await cancelJob(job._id)
  const { coming, offer } = await look()
  expect(coming).toBeUndefined()
  expect(offer).toMatchObject({ days: 5, papers: 10 })
  expect(offer).not.toHaveProperty('coming')
})

test('A day that was read is still coming until its cards are made, and one that no run fetches is not', async () => {
  await announce(TODAY, 100)
  await deliver(TODAY)
  await announce(DAYS[0], 110)
  // The other days are missing, and nobody asks for them now.
  expect((await look()).coming).toBeUndefined()
  await enqueueJob({ kind: 'deliver', input: { day: DAYS[0] }, dedupe_key: 'deliver', requested_by: 'schedule' })
  expect((await look()).coming).toEqual([DAYS[0]])
  await deliver(DAYS[0])
  expect((await look()).coming).toBeUndefined()
})

test('No day is coming while the source fails, and none that a holiday is predicted for', async () => {
  await fetchPapers()
  await recordFailure('arxiv', 'arXiv answers 503.')
  expect((await look()).coming).toBeUndefined()
  setClock(new Date('2026-11-27T05:30:00Z'))
  expect((await look()).coming ?? []).not.toContain('2026-11-27')
})

test('A day before the reader came is not coming', async () => {
  for (const [index, day] of DAYS.entries()) await announce(day, 100 + 10 * index)
  await as('ben').users.me.put({ category_ids: ['cs.LG'] })
  await as('ben').users.me.dashboard.get({ query: {} })
  setClock(new Date(`${TODAY}T23:00:00Z`))
  await fetchPapers()
  expect((await as('ben').users.me.dashboard.get({ query: {} })).data!.freshness).not.toHaveProperty('coming_days')
})
