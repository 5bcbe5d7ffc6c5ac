import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { ARXIV_ZONE, instantOf, setClock } from '#api/platform/clock.ts'
import { computeVolumes } from '#api/services/ingestion/categories.ts'
import { Sources } from '#api/sources/sources.ts'
import { recordAnnouncement } from '#api/store/papers/announcements.ts'
import { recordFailure, recordKeptSince, recordSuccess } from '#api/store/sources/sources.ts'
import { announcePreprints, announceTitles } from '#tests/api/support/announce.ts'
import { simulateArxiv, simulatePreprints } from '#tests/api/support/pipeline.ts'
import { useApp } from '#tests/support/app.ts'

// Only their calendars are used.
const { simulator, arxiv } = simulateArxiv()
const { simulator: servers, biorxiv, medrxiv } = simulatePreprints()
const { as, signedOut } = useApp({ sources: new Sources([arxiv, biorxiv, medrxiv]) })
afterAll(() => Promise.all([simulator.stop(), servers.stop()]))
afterEach(() => setClock(null))

const [THU, FRI, SAT, SUN, MON, TUE] = [19, 20, 21, 22, 23, 24].map((day) => `2026-11-${day}`) as [
  string,
  string,
  string,
  string,
  string,
  string,
]
const READERS = {
  ada: ['cs.LG'],
  bela: ['biorxiv.neuroscience'],
  cleo: ['cs.LG', 'biorxiv.neuroscience'],
}
type Name = keyof typeof READERS
const NAMES = Object.keys(READERS) as Name[]

beforeEach(async () => {
  setClock(instantOf(SAT, '10:00', ARXIV_ZONE))
  for (const name of NAMES) await as(name).users.me.put({ category_ids: READERS[name] })
  await recordKeptSince('arxiv', { cs: THU })
  await recordKeptSince('biorxiv', { biorxiv: THU })
  await recordSuccess('arxiv', { archives: ['cs'] })
  await recordSuccess('biorxiv', { archives: ['biorxiv'] })
  await readArxiv(THU, ['Ropes'])
  await announcePreprints(THU, ['Axons'])
  await readArxiv(FRI, ['Lanterns', 'Sails'])
  await announcePreprints(FRI, ['Synapses', 'Glia', 'Dendrites'])
  await announcePreprints(SAT, ['Cortex'])
})
/** Stores papers of cs.LG, and records that this archive was read. */
async function readArxiv(day: string, titles: readonly string[]): Promise<void> {
  await announceTitles(day, titles, { complete: false })
  const state = titles.length > 0 ? 'announced' : 'empty'
  await recordAnnouncement('arxiv', day, { seen: 0, complete: true, archives: { cs: { state, unaccounted: 0 } } })
}
const dashboard = async (name: Name, day?: string) =>
  (await as(name).users.me.dashboard.get({ query: day === undefined ? {} : { day } })).data!
const forAll = async <Result>(read: (name: Name) => Promise<Result>) =>
  Object.fromEntries(await Promise.all(NAMES.map(async (name) => [name, await read(name)] as const)))

describe('The start page of a reader of several sources', () => {
  test('shows the newest day of the reader’s own sources, and leads to the days of these', async () => {
    const days = await forAll(async (name) => {
      const { day, previous_day, next_day, freshness } = await dashboard(name)
      return [previous_day, day, next_day, freshness.announced_on]
    })
    expect(days).toEqual({
      ada: [THU, FRI, undefined, FRI],
      bela: [FRI, SAT, undefined, SAT],
      cleo: [FRI, SAT, undefined, SAT],
    })
    const around = await forAll(async (name) => {
      const { previous_day, next_day } = await dashboard(name, FRI)
      return [previous_day, next_day]
    })
    expect(around).toEqual({ ada: [THU, undefined], bela: [THU, SAT], cleo: [THU, SAT] })
  })

  test('has one list of the papers of all of them', async () => {
    const cards = await forAll(async (name) => {
      const { cards: shown, ledger } = await dashboard(name, FRI)
      return [shown.length, ledger.announced]
    })
    expect(cards).toEqual({ ada: [2, 2], bela: [3, 3], cleo: [5, 5] })
    expect((await dashboard('cleo', SAT)).cards.map(({ paper }) => paper.title)).toEqual(['Cortex'])
  })

  test('names the state of each source on a day, and none to a reader of one', async () => {
    const { freshness } = await dashboard('cleo', FRI)
    expect(freshness).toMatchObject({ day_state: 'announced' })
    expect(freshness.sources?.map(({ name, state, papers }) => `${name} ${state} ${papers}`)).toEqual([
      'arXiv announced 2',
      'bioRxiv announced 3',
    ])
    expect((await dashboard('cleo', SAT)).freshness.sources?.map(({ name, closed }) => [name, closed])).toEqual([
      ['arXiv', 'weekend'],
      ['bioRxiv', undefined],
    ])
    expect((await dashboard('ada', FRI)).freshness.sources).toBeUndefined()
    expect((await dashboard('bela', FRI)).freshness.sources).toBeUndefined()
  })

  test('says which days are missing in the reader’s sources, and whose failure it is', async () => {
    setClock(instantOf(TUE, '10:00', ARXIV_ZONE))
    await readArxiv(MON, ['Kites'])
    await readArxiv(TUE, ['Boats'])
    await recordFailure('biorxiv', 'bioRxiv answers 503.')
    const states = await forAll(async (name) => {
      const { day, freshness } = await dashboard(name)
      return { day, state: freshness.day_state, missing: freshness.missing_days, failure: freshness.failure }
    })
    expect(states).toEqual({
      ada: { day: TUE, state: 'announced', missing: undefined, failure: undefined },
      bela: { day: SAT, state: 'announced', missing: [SUN, MON, TUE], failure: 'bioRxiv answers 503.' },
      cleo: { day: TUE, state: 'missing', missing: [SUN, MON, TUE], failure: 'bioRxiv answers 503.' },
    })
    expect((await dashboard('cleo')).freshness.sources?.map(({ source, state }) => `${source} ${state}`)).toEqual([
      'arxiv announced',
      'biorxiv missing',
    ])
  })

  test('does not show a day in part before it is late', async () => {
    setClock(instantOf(MON, '02:00', ARXIV_ZONE))
    await announcePreprints(SUN, ['Neurons'])
    await announcePreprints(MON, ['Spikes'])
    expect(await forAll(async (name) => (await dashboard(name)).day)).toEqual({ ada: FRI, bela: MON, cleo: SUN })
    setClock(instantOf(MON, '08:00', ARXIV_ZONE))
    expect(await forAll(async (name) => (await dashboard(name)).day)).toEqual({ ada: FRI, bela: MON, cleo: MON })
  })
})

const reasons = (day: string) => forAll(async (name) => (await dashboard(name, day)).freshness.reason ?? null)

describe('A day without cards has the reason of the reader’s own sources', () => {
  test('at a weekend with papers of a server', async () => {
    expect(await reasons(SAT)).toEqual({ ada: 'weekend', bela: null, cleo: null })
  })

  test('on a holiday of arXiv with papers of a server', async () => {
    const day = '2026-11-27'
    setClock(instantOf(day, '10:00', ARXIV_ZONE))
    await readArxiv(day, [])
    await announcePreprints(day, ['Spikes'])
    expect(await reasons(day)).toEqual({ ada: 'holiday', bela: null, cleo: null })
  })

  test('when a server posted nothing', async () => {
    await announcePreprints(SUN, [])
    setClock(instantOf(SUN, '10:00', ARXIV_ZONE))
    expect(await reasons(SUN)).toEqual({ ada: 'weekend', bela: 'announced_nothing', cleo: 'announced_nothing' })
  })

  test('when a server was not read', async () => {
    setClock(instantOf(SUN, '10:00', ARXIV_ZONE))
    expect(await reasons(SUN)).toEqual({ ada: 'weekend', bela: 'missed', cleo: 'missed' })
  })
})

test('The volume of a category is that of the days of its own source', async () => {
  await computeVolumes()
  const { data } = await signedOut.categories.get()
  const volumeOf = (id: string) => data!.items.find((one) => one.id === id)?.daily_volume
  // Three papers on two days; five on three days.
  expect([volumeOf('cs.LG'), volumeOf('biorxiv.neuroscience'), volumeOf('medrxiv.oncology')]).toEqual([1.5, 1.7, 0])
})

test('The numbers of a reader count the papers of all sources by category and day', async () => {
  for (const day of [THU, FRI, SAT]) await dashboard('cleo', day)
  const { data } = await as('cleo').users.me.stats.get()
  expect(data).toMatchObject({ delivered: 2 + 5 + 1 })
  expect(data!.by_day.map(({ on, delivered }) => `${on} ${delivered}`)).toEqual([`${THU} 2`, `${FRI} 5`, `${SAT} 1`])
  expect(data!.by_category).toMatchObject([
    { category_id: 'biorxiv.neuroscience', delivered: 5 },
    { category_id: 'cs.LG', delivered: 3 },
  ])
})
