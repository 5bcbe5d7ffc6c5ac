import { beforeEach, describe, expect, test } from 'bun:test'
import { ingest } from '#api/services/ingestion/ingestion.ts'
import { createJobContext } from '#tests/api/support/jobContext.ts'
import {
  announcedOn,
  at,
  cardsOf,
  findFalseLedgers,
  importFromCrossref,
  ledgerOf,
  storedPapers,
  usePreprints,
} from '#tests/api/support/preprints.ts'
import { makeReader } from '#tests/api/support/readers.ts'

const { servers, product, run, post, add } = usePreprints()

const [MON, TUE, WED, THU, FRI, SAT, SUN] = [16, 17, 18, 19, 20, 21, 22].map((day) => `2026-11-${day}`) as [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
]

let reader = ''
beforeEach(async () => {
  reader = (await makeReader('ada', ['biorxiv.neuroscience']))._id
  for (const day of [MON, TUE, WED, THU, FRI, SAT]) post(5, day)
})
/** Reads the server without the deliveries that follow. */
const fetchOn = (day: string, time?: string, input: object = {}) => {
  at(day, time)
  return ingest(product, { source: 'biorxiv', ...input }, createJobContext())
}
const late = (date: string, doi = '10.64898/2026.11.10.800001') => add({ doi, date, category: 'neuroscience' })

describe('A paper that turns up after its day was read', () => {
  test('is announced on the day that is read next, once', async () => {
    await fetchOn(TUE)
    const id = late(MON)
    for (const day of [WED, THU, FRI, SAT, SUN]) await fetchOn(day)
    expect(await announcedOn(id)).toEqual([`${WED} new`])
    expect((await ledgerOf('biorxiv')).slice(0, 3)).toEqual([
      `${TUE} announced 5`,
      `${WED} announced 6`,
      `${THU} announced 5`,
    ])
    expect(await findFalseLedgers()).toEqual([])
  })

  test('waits for tomorrow when the day of today was read, too', async () => {
    await fetchOn(TUE)
    await fetchOn(WED)
    const ids = [late(MON), late(TUE, '10.64898/2026.11.10.800002')]
    await fetchOn(WED, '12:00')
    expect(await Promise.all(ids.map(announcedOn))).toEqual([undefined, undefined])
    await fetchOn(THU)
    expect(await Promise.all(ids.map(announcedOn))).toEqual([[`${THU} new`], [`${THU} new`]])
    expect(await findFalseLedgers()).toEqual([])
  })

  test('is kept on its day, not lost, when tomorrow’s reading no longer includes that', async () => {
    for (const day of [TUE, WED, THU, FRI]) await fetchOn(day)
    const id = late(MON)
    await fetchOn(FRI, '12:00', { days_back: 1 })
    await fetchOn(SAT)
    expect(await announcedOn(id)).toEqual([`${TUE} new`])
    expect((await ledgerOf('biorxiv'))[0]).toBe(`${TUE} announced 6`)
    expect(await findFalseLedgers()).toEqual([])
  })

  test('more than three days later is read by a back-fill, and is no news then', async () => {
    for (const day of [TUE, WED, THU, FRI, SAT]) await fetchOn(day)
    const id = late(MON)
    await fetchOn(SUN)
    expect(await announcedOn(id)).toBeUndefined()
    await fetchOn(SUN, '12:00', { from: TUE, until: TUE })
    expect(await announcedOn(id)).toEqual([`${TUE} new`])
    expect(await findFalseLedgers()).toEqual([])
  })

  test('is on one card of the reader, with the papers of the day', async () => {
    at(TUE)
    await run('ingest')
    const id = late(MON)
    for (const day of [WED, THU]) {
      at(day)
      await run('ingest')
    }
    const cards = await cardsOf(reader)
    expect(cards.filter((card) => card.endsWith(id))).toEqual([`${WED} ${id}`])
    expect(new Set(cards).size).toBe(cards.length)
  })
})

const next = (id: string, date: string) =>
  add({ doi: id.replace('doi:', ''), date, version: '2', category: 'neuroscience' })

describe('Version 2 of a preprint', () => {
  test('is a replacement on the day after it was posted, also when it turns up late', async () => {
    const [onTime, tooLate] = [late(MON), late(MON, '10.64898/2026.11.10.800002')]
    next(onTime, WED)
    await fetchOn(TUE)
    await fetchOn(WED)
    await fetchOn(THU)
    next(tooLate, WED)
    for (const day of [FRI, SAT, SUN]) await fetchOn(day)
    expect(await announcedOn(onTime)).toEqual([`${TUE} new`, `${THU} replace`])
    expect(await announcedOn(tooLate)).toEqual([`${TUE} new`, `${FRI} replace`])
    expect(await storedPapers({ _id: onTime })).toMatchObject([{ version: 2, announced_on: TUE, announce_type: 'new' }])
    expect(await findFalseLedgers()).toEqual([])
  })

  test('that was posted by the day on which version 1 is announced is announced with it', async () => {
    const sameDay = late(MON)
    next(sameDay, MON)
    await fetchOn(TUE)
    const both = late(MON, '10.64898/2026.11.10.800002')
    next(both, MON)
    for (const day of [WED, THU, FRI]) await fetchOn(day)
    expect(await announcedOn(sameDay)).toEqual([`${TUE} new`])
    expect(await announcedOn(both)).toEqual([`${WED} new`])
    expect(await storedPapers({ _id: both })).toMatchObject([
      { version: 2, versions: [{ version: 1 }, { version: 2 }] },
    ])
    expect(await findFalseLedgers()).toEqual([])
  })
})

describe('A record that cannot be read', () => {
  test('is counted on its day, once, and no longer when it can be read', async () => {
    const id = late(MON)
    const broken = servers.preprints.find(({ doi }) => id.endsWith(doi))!
    const { title } = broken
    broken.title = ''
    await fetchOn(TUE)
    await fetchOn(WED)
    expect(await ledgerOf('biorxiv')).toEqual([`${TUE} announced 5 unread 1`, `${WED} announced 5`])
    broken.title = title
    await fetchOn(THU)
    expect((await ledgerOf('biorxiv')).slice(0, 3)).toEqual([
      `${TUE} announced 5`,
      `${WED} announced 5`,
      `${THU} announced 6`,
    ])
    expect(await announcedOn(id)).toEqual([`${THU} new`])
  })

  test('is counted once when its list is read twice', async () => {
    servers.preprints.length = 0
    post(40, MON)
    servers.preprints[0]!.title = ''
    servers.onRequest = () => {
      // A row is added while the list is read: it is read once more.
      if (servers.requests.length === 2) late(MON, '10.64898/2026.11.10.800002')
      return undefined
    }
    await fetchOn(TUE)
    expect(servers.requests.length).toBeGreaterThan(2)
    expect(await ledgerOf('biorxiv')).toEqual([`${TUE} announced 40 unread 1`])
  })
})

test('A day of which no record can be read is not empty, and is asked for again until it is late', async () => {
  for (const row of servers.preprints) if (row.date === SAT) row.title = ''
  await fetchOn(SUN)
  expect(await ledgerOf('biorxiv')).toEqual([])
  await fetchOn(SUN, '08:15')
  expect(await ledgerOf('biorxiv')).toEqual([`${SUN} recovered 0 unread 5`])
})

test.each([null, 1, 2])(
  'A preprint that is imported as version %p is announced on its day, and counted as one of the server',
  async (version) => {
    const id = late(MON)
    await importFromCrossref(id, version)
    await fetchOn(TUE)
    expect(await announcedOn(id)).toEqual([`${TUE} new`])
    await importFromCrossref(id, version)
    await fetchOn(WED)
    await importFromCrossref(id, version)
    expect(await ledgerOf('biorxiv')).toEqual([`${TUE} announced 6`, `${WED} announced 5`])
    expect(await findFalseLedgers()).toEqual([])
    expect(await storedPapers({ _id: id })).toMatchObject([
      { source: 'biorxiv', primary_category: 'biorxiv.neuroscience' },
    ])
  },
)
