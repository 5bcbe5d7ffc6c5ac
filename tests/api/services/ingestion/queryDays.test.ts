import { beforeEach, describe, expect, test } from 'bun:test'
import { addDays } from '#api/platform/clock.ts'
import { ingest } from '#api/services/ingestion/ingestion.ts'
import { createQuery } from '#api/services/ingestion/queries.ts'
import { findQuarantine } from '#api/store/papers/quarantine.ts'
import { followCategory } from '#api/store/readers/users.ts'
import { createJobContext } from '#tests/api/support/jobContext.ts'
import { simulatePubmed, usePipeline } from '#tests/api/support/pipeline.ts'
import { announcedOn, at, cardsOf, findFalseLedgers, ledgerOf, storedPapers } from '#tests/api/support/preprints.ts'
import { makeReader } from '#tests/api/support/readers.ts'
import { PUBMED_FAULTS } from '#tests/simulators/pubmed.ts'
import { simCreated, type SimArticle } from '#tests/simulators/simArticles.ts'

const { simulator, pubmed } = simulatePubmed()
const { product, run } = usePipeline({ further: [pubmed], stop: () => simulator.stop() })

// Made on Sunday to Saturday, and announced on the days after.
const [SUN, MON, TUE, WED, THU, FRI, SAT] = [22, 23, 24, 25, 26, 27, 28].map((day) => `2026-11-${day}`) as [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
]
let [lanterns, owls] = ['', '']
let next = 0

beforeEach(async () => {
  at(SUN)
  simulator.articles.length = 0
  simulator.hidden.clear()
  simulator.failing = null
  simulator.onRequest = null
  next = 99_900_001
  ;[lanterns, owls] = await Promise.all([make('lanterns[tiab]'), make('owls[mh]')])
  simulator.requests.length = 0
})
const make = async (query: string) => (await createQuery(product.sources, query)).category.id

/** Makes `count` records on `day`. Returns the ids of their papers. */
function create(count: number, day: string, changes: Partial<SimArticle> = {}): string[] {
  const articles = simCreated(count, day, next, changes)
  next += count
  simulator.articles.push(...articles)
  return articles.map(({ pmid }) => `pmid:${pmid}`)
}
const ofOwls = { title: 'Feathers of birds.', abstract: ['We count feathers.'], mesh: ['Owls'] }
const fetchOn = (day: string, time?: string, input: object = {}) => {
  at(day, time)
  return ingest(product, { source: 'pubmed', ...input }, createJobContext())
}
const categoriesOf = async (id: string | undefined) => (await storedPapers({ _id: id }))[0]?.categories

describe('A reader of two queries', () => {
  test('has the papers of both on the day after they were made, and one that both find once, in both', async () => {
    const reader = await makeReader('ada', [lanterns, owls])
    const [both = ''] = create(1, MON, { mesh: ['Owls'] })
    const [first = '', second = ''] = [...create(1, MON), ...create(1, MON, ofOwls)]
    create(3, MON, { ...ofOwls, mesh: [] })
    at(TUE)
    await run('ingest')
    expect(await Promise.all([both, first, second].map(categoriesOf))).toEqual([
      [lanterns, owls].toSorted(),
      [lanterns],
      [owls],
    ])
    expect((await cardsOf(reader._id)).toSorted()).toEqual([both, first, second].map((id) => `${TUE} ${id}`).toSorted())
    expect(await ledgerOf('pubmed')).toEqual([`${TUE} announced 3`])
    expect(await findFalseLedgers()).toEqual([])
  })

  test('has each day its papers, and days without any are believed at once', async () => {
    await makeReader('ada', [lanterns, owls])
    create(2, MON)
    create(3, WED, ofOwls)
    for (const day of [TUE, WED, THU, FRI]) await fetchOn(day)
    expect(await ledgerOf('pubmed')).toEqual([
      `${TUE} announced 2`,
      `${WED} empty 0`,
      `${THU} announced 3`,
      `${FRI} empty 0`,
    ])
    expect(await findFalseLedgers()).toEqual([])
  })

  test('has the days that were missed with the next reading, each paper on its day', async () => {
    await makeReader('ada', [lanterns, owls])
    const ids = [MON, TUE, WED, THU, FRI].flatMap((day) => [...create(1, day), ...create(1, day, ofOwls)])
    await fetchOn(TUE)
    await simulator.down()
    await expect(fetchOn(WED)).rejects.toMatchObject({ code: 'source-unavailable' })
    await expect(fetchOn(FRI)).rejects.toMatchObject({ code: 'source-unavailable' })
    simulator.up()
    await fetchOn(SAT)
    expect(await ledgerOf('pubmed')).toEqual([
      `${TUE} announced 2`,
      `${WED} recovered 2`,
      `${THU} recovered 2`,
      `${FRI} recovered 2`,
      `${SAT} announced 2`,
    ])
    expect((await Promise.all(ids.map(announcedOn))).map((days) => days?.join())).toEqual(
      [TUE, WED, THU, FRI, SAT].flatMap((day) => [`${day} new`, `${day} new`]),
    )
    expect(await findFalseLedgers()).toEqual([])
  })
})

describe('A paper', () => {
  test.each([1, 5])('that a search finds %d days late is announced on the day that is read then, once', async (lag) => {
    await makeReader('ada', [lanterns])
    const [id = ''] = create(1, SUN, { visibleFrom: new Date(`${addDays(SUN, lag)}T12:00:00Z`) })
    create(1, SUN)
    for (let day = MON; day <= '2026-12-04'; day = addDays(day, 1)) await fetchOn(day)
    expect(await announcedOn(id)).toEqual([`${addDays(SUN, lag + 1)} new`])
    expect(await findFalseLedgers()).toEqual([])
  })

  test.each([4, 25])('whose abstract comes %d days later is announced once, and has its abstract', async (lag) => {
    const reader = await makeReader('ada', [lanterns])
    const [id = ''] = create(1, SUN, { abstractFrom: new Date(`${addDays(SUN, lag)}T12:00:00Z`) })
    at(MON)
    await run('ingest')
    expect((await storedPapers({ _id: id }))[0]?.abstract).toBe('')
    for (let day = TUE; day <= addDays(SUN, 31); day = addDays(day, 1)) await fetchOn(day)
    expect((await storedPapers({ _id: id }))[0]?.abstract).toStartWith('BACKGROUND: We keep lanterns')
    expect(await announcedOn(id)).toEqual([`${MON} new`])
    expect(await cardsOf(reader._id)).toEqual([`${MON} ${id}`])
    expect(await findFalseLedgers()).toEqual([])
  })

  test('whose words come with a late abstract is news on that day', async () => {
    await makeReader('ada', [lanterns])
    const [id = ''] = create(1, SUN, { title: 'Glow.', abstractFrom: new Date(`${WED}T12:00:00Z`) })
    for (const day of [MON, TUE, WED, THU, FRI]) await fetchOn(day)
    expect(await announcedOn(id)).toEqual([`${THU} new`])
  })

  test('stays on its day when the second reader follows a query that finds it, too, and gets its category', async () => {
    await makeReader('ada', [lanterns])
    const [id = '', other = ''] = [...create(1, MON), ...create(1, MON, { title: 'Wax.', abstract: ['Wax of bees.'] })]
    await fetchOn(TUE)
    const wax = await make('wax[ti] OR water[tiab]')
    const second = await makeReader('ben', [])
    await followCategory(second._id, wax)
    await fetchOn(TUE, '10:00')
    expect((await categoriesOf(id))?.toSorted()).toEqual([lanterns, wax].toSorted())
    expect(await categoriesOf(other)).toEqual([wax])
    expect(await Promise.all([id, other].map(announcedOn))).toEqual([[`${TUE} new`], [`${TUE} new`]])
    create(1, TUE, { title: 'Wax.', abstract: [] })
    await fetchOn(WED)
    expect(await ledgerOf('pubmed')).toEqual([`${TUE} announced 2`, `${WED} announced 1`])
    expect(await findFalseLedgers()).toEqual([])
  })

  test('that is a notice is stored, and is on no day and on no card', async () => {
    const reader = await makeReader('ada', [lanterns])
    const [id = ''] = create(1, MON, { types: ['Published Erratum'] })
    at(TUE)
    await run('ingest')
    expect(await announcedOn(id)).toEqual([])
    expect(await cardsOf(reader._id)).toEqual([])
  })
})

describe('What cannot be read', () => {
  test('of the records leaves a gap in the ledger and a line in the quarantine, and comes late', async () => {
    await makeReader('ada', [lanterns])
    const [first = '', second = ''] = create(2, MON)
    simulator.hidden.add(second.slice(5))
    await fetchOn(TUE)
    expect(await ledgerOf('pubmed')).toEqual([`${TUE} announced 1 unread 1`])
    expect((await findQuarantine({ skip: 0, limit: 5 })).items.map(({ reason }) => reason)).toEqual([
      'PubMed found the record and did not send it',
    ])
    simulator.hidden.clear()
    await fetchOn(WED)
    expect(await Promise.all([first, second].map(announcedOn))).toEqual([[`${TUE} new`], [`${WED} new`]])
    expect(await ledgerOf('pubmed')).toEqual([`${TUE} announced 1`, `${WED} announced 1`])
  })

  test('of one query does not keep the papers of the other from their readers', async () => {
    const reader = await makeReader('ada', [lanterns, owls])
    const ids = create(2, MON)
    create(2_001, MON, ofOwls)
    at(TUE)
    await run('ingest')
    expect((await cardsOf(reader._id)).toSorted()).toEqual(ids.map((id) => `${TUE} ${id}`))
    expect(await ledgerOf('pubmed')).toEqual([`${TUE} announced 2 unread 1`])
    const [line] = (await findQuarantine({ skip: 0, limit: 5 })).items
    expect(line?.reason).toContain('“owls[mh]” cannot be read: it finds 2001 papers of a day')
  })

  test('between two answers keeps the day open, and what was stored before is not announced twice', async () => {
    await makeReader('ada', [lanterns])
    const ids = create(450, MON)
    const asked: string[] = []
    simulator.onRequest = ({ url }) => {
      if (url.endsWith('/efetch.fcgi')) asked.push(url)
      return asked.length > 1 ? PUBMED_FAULTS.refused() : undefined
    }
    await expect(fetchOn(TUE)).rejects.toMatchObject({ code: 'source-unavailable' })
    expect(await storedPapers()).toHaveLength(200)
    expect(await ledgerOf('pubmed')).toEqual([])
    simulator.onRequest = null
    await fetchOn(TUE, '03:00')
    expect(await ledgerOf('pubmed')).toEqual([`${TUE} announced 450`])
    expect((await storedPapers()).map(({ _id }) => _id)).toEqual(ids)
    expect(await findFalseLedgers()).toEqual([])
  })

  test('because PubMed does not answer a single query keeps the day open until it does', async () => {
    await makeReader('ada', [lanterns])
    create(2, MON)
    simulator.failing = 'lanterns'
    await expect(fetchOn(TUE)).rejects.toMatchObject({ code: 'source-unavailable' })
    expect(await ledgerOf('pubmed')).toEqual([])
    simulator.failing = null
    await fetchOn(TUE, '03:00')
    expect(await ledgerOf('pubmed')).toEqual([`${TUE} announced 2`])
  })
})

test('A query with a word that PubMed does not know is followed, and says so', async () => {
  simulator.unknown.add('lanternz')
  const { category } = await createQuery(product.sources, 'lanterns[ti] AND lanternz')
  expect(category).toMatchObject({ kind: 'query', description: expect.stringContaining('does not know “lanternz”') })
})

test('PubMed is not asked while no reader follows a query, and a day costs two searches for each query', async () => {
  create(2, MON)
  await makeReader('ben', ['cs.LG'])
  await fetchOn(TUE)
  expect(simulator.requests).toEqual([])
  await makeReader('ada', [lanterns, owls])
  await fetchOn(TUE)
  // And one for the records of the day and of a month ago.
  expect(simulator.requests).toHaveLength(5)
  await fetchOn(TUE, '12:00')
  expect(simulator.requests).toHaveLength(5)
})
