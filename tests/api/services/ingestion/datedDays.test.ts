import { describe, expect, test } from 'bun:test'
import { addDays } from '#api/platform/clock.ts'
import { findMissingDays } from '#api/services/days/dayStates.ts'
import { ingest } from '#api/services/ingestion/ingestion.ts'
import type { IngestCheckpoint } from '#api/services/ingestion/ingestCheckpoint.ts'
import { findSourceState, saveSourceSettings } from '#api/store/sources/sources.ts'
import { createJobContext } from '#tests/api/support/jobContext.ts'
import { batch, dump } from '#tests/api/support/pipeline.ts'
import {
  announcedOn,
  at,
  cardsOf,
  findFalseLedgers,
  ledgerOf,
  storedPapers,
  usePreprints,
} from '#tests/api/support/preprints.ts'
import { makeReader } from '#tests/api/support/readers.ts'

const { simulator, servers, biorxiv, product, run, post } = usePreprints()

// Posted on Monday to Friday, and announced on the days after.
const [SUN, MON, TUE, WED, THU, FRI, SAT, NEXT_SUN, NEXT_MON] = [22, 23, 24, 25, 26, 27, 28, 29, 30].map(
  (day) => `2026-11-${day}`,
) as [string, string, string, string, string, string, string, string, string]

const follow = (...categories: string[]) => makeReader('ada', categories)
/** Reads the server without the deliveries that follow. */
const fetchOn = (day: string, time?: string) => {
  at(day, time)
  return ingest(product, { source: 'biorxiv' }, createJobContext())
}
const urls = () => servers.requests.map(({ url }) => url)

describe('The days of a server', () => {
  test('begin with the newest one when a reader chooses a subject, with papers of all subjects', async () => {
    await follow('biorxiv.neuroscience')
    for (const day of [SUN, MON]) post(5, day)
    expect(await fetchOn(TUE)).toBeUndefined()
    expect(await ledgerOf('biorxiv')).toEqual([`${TUE} announced 5`])
    expect(urls()).toEqual([`/details/biorxiv/${MON}/${MON}/0/json`])
    expect(await findSourceState('biorxiv')).toMatchObject({ kept_since: { biorxiv: TUE }, watermark: TUE })
  })

  test('follow one another, also at the weekend, and each is read with those before it that the library keeps', async () => {
    await follow('biorxiv.neuroscience')
    const days = [MON, TUE, WED, THU, FRI, SAT, NEXT_SUN]
    for (const [index, day] of days.entries()) {
      post(3 + index, day)
      await fetchOn(addDays(day, 1))
    }
    expect(await ledgerOf('biorxiv')).toEqual(days.map((day, index) => `${addDays(day, 1)} announced ${3 + index}`))
    const [first, second, , , , , last] = [...new Set(urls().map((url) => url.split('/').slice(3, 5).join(' ')))]
    expect([first, second, last]).toEqual([`${MON} ${MON}`, `${MON} ${TUE}`, `${THU} ${NEXT_SUN}`])
  })

  test('stay as they are when they are read again', async () => {
    await follow('biorxiv.neuroscience')
    post(40, MON)
    post(40, TUE)
    const collections = ['papers', 'announcements', 'deliveries']
    at(TUE)
    await run('ingest')
    at(WED)
    await run('ingest')
    const before = await dump(collections)
    at(WED, '04:00')
    // Nothing is due; an admin can ask all the same.
    const asked = urls().length
    await run('ingest')
    expect(urls()).toHaveLength(asked)
    const second = await run('ingest', { days_back: 1 })
    expect(second.counters).toMatchObject({ new: 0, updated: 0, duplicates: 80 })
    expect(await dump(collections)).toEqual(before)
  })

  test('are not asked for while no user follows a subject, nor while the source is switched off', async () => {
    post(5, MON)
    await follow('cs.LG')
    await fetchOn(TUE)
    expect(urls()).toEqual([])
    await makeReader('bela', ['biorxiv.ecology'])
    await saveSourceSettings('biorxiv', { enabled: false })
    await fetchOn(TUE)
    expect(urls()).toEqual([])
    await saveSourceSettings('biorxiv', { enabled: true })
    await fetchOn(TUE)
    expect(await ledgerOf('biorxiv')).toEqual([`${TUE} announced 5`])
    expect(urls().some((url) => url.includes('medrxiv'))).toBe(false)
  })

  test('are those of each server by itself', async () => {
    await follow('biorxiv.neuroscience', 'medrxiv.oncology')
    const ids = [...post(4, MON), ...post(6, MON, { server: 'medRxiv' })]
    at(TUE)
    await run('ingest')
    expect([await ledgerOf('biorxiv'), await ledgerOf('medrxiv')]).toEqual([
      [`${TUE} announced 4`],
      [`${TUE} announced 6`],
    ])
    expect((await storedPapers()).map(({ _id }) => _id)).toEqual(ids.toSorted())
  })
})

describe('A day on which nothing was posted', () => {
  test('is believed at once at the weekend, and on a working day not before the announcement is late', async () => {
    await follow('biorxiv.neuroscience')
    post(5, FRI)
    await fetchOn(SAT)
    await fetchOn(NEXT_SUN)
    await fetchOn(NEXT_MON)
    expect(await ledgerOf('biorxiv')).toEqual([`${SAT} announced 5`, `${NEXT_SUN} empty 0`, `${NEXT_MON} empty 0`])
    await fetchOn('2026-12-01', '07:45')
    expect(await ledgerOf('biorxiv')).toHaveLength(3)
    await fetchOn('2026-12-01', '08:15')
    expect((await ledgerOf('biorxiv')).at(-1)).toBe('2026-12-01 empty 0')
  })

  test('has its papers when they were posted after the first reading', async () => {
    await follow('biorxiv.neuroscience')
    await fetchOn(TUE)
    expect(await ledgerOf('biorxiv')).toEqual([])
    post(5, MON)
    await fetchOn(TUE, '01:15')
    expect(await ledgerOf('biorxiv')).toEqual([`${TUE} announced 5`])
  })
})

const unavailable = () => new Response('Service Unavailable', { status: 503 })

describe('An outage of a server', () => {
  const DAYS = Array.from({ length: 16 }, (_, index) => addDays('2026-11-09', index))
  const cases = [1, 3, 10].flatMap((days) =>
    (['from the first page', 'between two pages'] as const).map((phase) => ({ days, phase })),
  )

  test.each(cases)('of $days days $phase leaves days missing, and loses no paper', async ({ days, phase }) => {
    await follow('biorxiv.neuroscience')
    const ids = DAYS.flatMap((day) => post(35, day))
    const [first, second] = ['2026-11-11', '2026-11-12'] as const
    await fetchOn(first)
    await fetchOn(second)
    let answered = 0
    servers.onRequest = () => (answered++ < (phase === 'between two pages' ? 1 : 0) ? undefined : unavailable())
    const out = Array.from({ length: days }, (_, index) => addDays(second, 1 + index))
    // The days in the middle of a long outage are like the others.
    for (const day of out.filter((_, index) => index < 2 || index === days - 1)) {
      expect(await fetchOn(day, '09:00').catch((error: Error) => error.message)).toContain('bioRxiv')
      expect(await findMissingDays(biorxiv, { from: first, until: day })).toEqual(out.filter((one) => one <= day))
    }
    expect(await findSourceState('biorxiv')).toMatchObject({ failure: expect.stringContaining('bioRxiv') })
    servers.onRequest = null
    const back = addDays(second, days + 1)
    await fetchOn(back)
    await fetchOn(addDays(back, 1))
    const kept = [first, second, ...out, back, addDays(back, 1)]
    expect(await ledgerOf('biorxiv')).toEqual(
      kept.map((day) => `${day} ${out.includes(day) ? 'recovered' : 'announced'} 35`),
    )
    const announced = new Map((await storedPapers()).map(({ _id, announcements }) => [_id, announcements]))
    const expected = ids.slice(35, 35 * (kept.length + 1))
    expect([...announced.keys()].toSorted()).toEqual(expected.toSorted())
    expect([...announced.values()].every(({ length }) => length === 1)).toBe(true)
    expect(await findFalseLedgers()).toEqual([])
  })
})

describe('A run that ends between two pages', () => {
  test.each([1, 2, 3])('goes on after page %d', async (pages) => {
    await follow('biorxiv.neuroscience')
    post(100, MON)
    at(TUE)
    let saved: IngestCheckpoint | null = null
    const stopped = new AbortController()
    const save = async (checkpoint: unknown) => {
      saved = structuredClone(checkpoint as IngestCheckpoint)
      if (servers.requests.length === pages) stopped.abort()
    }
    const input = { source: 'biorxiv' }
    const first = ingest(product, input, { ...createJobContext(), signal: stopped.signal, save })
    expect(
      await first.then(
        () => 'ended',
        (error: Error) => error.name,
      ),
    ).toBe('AbortError')
    expect(await ledgerOf('biorxiv')).toEqual([])
    expect(await storedPapers()).toHaveLength(30 * pages)
    await ingest(product, input, { ...createJobContext(), checkpoint: saved })
    expect(await ledgerOf('biorxiv')).toEqual([`${TUE} announced 100`])
    expect(servers.requests.map(({ url }) => Number(url.split('/')[5]))).toEqual([0, 30, 60, 90])
  })
})

test('Wipe and refetch reads the days of all sources again, and the ledger is that of what stays', async () => {
  const reader = await follow('cs.LG', 'biorxiv.neuroscience')
  const all = [SUN, MON, TUE, WED].flatMap((day) => post(5, day))
  simulator.papers.push(...batch(6, WED, 10_001), ...batch(6, THU, 10_101))
  for (const day of [WED, THU]) {
    at(day, '00:45')
    await run('ingest')
  }
  const cards = await cardsOf(reader._id)
  // A paper that the server has no longer, and which nobody was shown.
  const { doi } = servers.preprints.splice(
    servers.preprints.findIndex(({ date }) => date === TUE),
    1,
  )[0]!
  at(THU, '10:00')
  expect(await run('wipe-and-refetch')).toMatchObject({ state: 'succeeded' })
  const left = (await storedPapers({ source: 'biorxiv' })).map(({ _id }) => _id)
  expect(left).toEqual(all.filter((id) => id !== `doi:${doi}`).toSorted())
  const now = await cardsOf(reader._id)
  expect(now).toEqual(expect.arrayContaining(cards))
  expect(new Set(now.map((card) => card.split(' ')[1])).size).toBe(now.length)
  expect((await ledgerOf('biorxiv')).slice(-2)).toEqual([`${WED} announced 4`, `${THU} announced 5`])
  expect(await findFalseLedgers()).toEqual([])
})

const fill = (from: string, until: string) => ingest(product, { source: 'biorxiv', from, until }, createJobContext())

test('A back-fill reads the days of its range, and the library begins with them when they reach its days', async () => {
  await follow('biorxiv.neuroscience')
  const ids = [SUN, MON, TUE, WED].map((day) => post(5, day))
  await fetchOn(THU)
  await fill(MON, MON)
  expect(await ledgerOf('biorxiv')).toEqual([`${MON} recovered 5`, `${THU} announced 5`])
  expect(await findSourceState('biorxiv')).toMatchObject({ kept_since: { biorxiv: THU } })
  await fill(TUE, WED)
  expect(await ledgerOf('biorxiv')).toHaveLength(4)
  expect(await findSourceState('biorxiv')).toMatchObject({ kept_since: { biorxiv: TUE } })
  expect(await Promise.all(ids.map(([id = '']) => announcedOn(id)))).toEqual(
    [MON, TUE, WED, THU].map((day) => [`${day} new`]),
  )
})
