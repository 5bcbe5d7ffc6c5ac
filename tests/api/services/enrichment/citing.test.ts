import { beforeEach, describe, expect, test } from 'bun:test'
import mongoose from 'mongoose'
import { categorisePapers } from '#api/services/ingestion/processing.ts'
import { countQueued } from '#api/store/sources/factQueue.ts'
import { dayAfter, known, storeArticle, useEnriching } from '#tests/api/support/enriching.ts'
import { createJobContext } from '#tests/api/support/jobContext.ts'
import { paperId, recordDay, storePapers } from '#tests/api/support/library.ts'
import type { SimCitingPaper } from '#tests/simulators/semanticScholar.ts'

const { app, settings, scholar, run } = useEnriching()
const DAY = '2026-11-20'
const collection = (name: string) => mongoose.connection.collection(name)
const listOf = (reader: string) => app.as(reader).users.me['reading-list']

async function save(reader: string, ...numbers: number[]) {
  for (const number of numbers) {
    const { status } = await listOf(reader).post({ paper_id: paperId(number) })
    expect(status).toBe(201)
  }
}
const itemOf = async (reader: string, number: number) =>
  (await listOf(reader).get({ query: {} })).data?.items.find(({ paper }) => paper.id === paperId(number))
const remove = async (reader: string, number: number) =>
  listOf(reader)({ id: (await itemOf(reader, number))?.id ?? '' }).delete()

/** A reference to a paper of the library. */
const to = (number: number, externalIds: object = { ArXiv: paperId(number).slice(6) }) => ({
  paperId: String(number).padStart(40, 'a'),
  externalIds,
})
const citing = (number: number, changes: Partial<SimCitingPaper> = {}): SimCitingPaper => ({
  paperId: String(number).padStart(40, 'c'),
  title: `Lanterns recounted, part ${number}`,
  externalIds: { DOI: `10.5555/recount.${number}` },
  publicationDate: '2026-11-28',
  ...changes,
})
const askedFor = (path: string) => scholar.requests.filter(({ url }) => decodeURIComponent(url).includes(path))
const referencesAsked = () => askedFor('references.paperId')
const visits = () => askedFor('/citations')

const process = () => categorisePapers(app.product, createJobContext())
/** Makes papers 1 to 9 those of a library, and announces paper 20 on the day. */
async function announce() {
  await storePapers([1, 2, 3, 4, 5, 6, 7, 8, 9], { announced_on: null, categories: ['astro-ph.GA'] })
  await storePapers([20], { announced_on: DAY })
  await recordDay(DAY)
  await process()
  for (const reader of ['ada', 'ben']) await app.as(reader).users.me.put({ category_ids: ['cs.LG'] })
}
const reasonsOn = async (reader: string) =>
  (await app.as(reader).users.me.dashboard.get({ query: { day: DAY } })).data?.cards[0]?.reasons.filter(
    ({ kind }) => kind === 'cites',
  )

beforeEach(() => scholar.citations.clear())

describe('A new paper that cites two or more papers of a list', () => {
  test('says so with their titles on the day of each reader, of the papers that are on the list now', async () => {
    await announce()
    await save('ada', 1, 2, 3)
    await save('ben', 1)
    scholar.papers.push(known(20, { references: [to(1), to(2), to(3), to(4), { paperId: null, externalIds: null }] }))
    await run()
    const titles = [1, 2, 3].map((number) => ({ id: paperId(number), title: `Paper ${number} on lanterns` }))
    expect(await reasonsOn('ada')).toEqual([{ kind: 'cites', text: '3 of yours', papers: titles }])
    expect(await reasonsOn('ben')).toEqual([])
    await remove('ada', 2)
    expect(await reasonsOn('ada')).toMatchObject([{ text: '2 of yours' }])
    await remove('ada', 3)
    expect(await reasonsOn('ada')).toEqual([])
  })

  test('says so of papers that were saved after its references were read', async () => {
    await announce()
    await save('ada', 9)
    scholar.papers.push(known(20, { references: [to(1), to(2)] }))
    await run()
    expect(await reasonsOn('ada')).toEqual([])
    await save('ada', 1, 2)
    expect(await reasonsOn('ada')).toEqual([])
    dayAfter(1)
    await run()
    expect(await reasonsOn('ada')).toMatchObject([{ text: '2 of yours' }])
    // Its references are known, and not asked for again.
    expect(referencesAsked()).toHaveLength(1)
  })

  test('counts a saved paper once, under whichever of its identifiers it is cited, and itself never', async () => {
    await announce()
    const article = await storeArticle(7)
    await listOf('ada').post({ paper_id: article })
    await process()
    await save('ada', 1, 20)
    const twice = [to(1), { paperId: 'b'.repeat(40), externalIds: { DOI: `10.48550/arXiv.${paperId(1).slice(6)}` } }]
    scholar.papers.push(known(20, { references: [...twice, to(20), to(7, { DOI: '10.5555/JIV.2026.7' })] }))
    await run()
    expect(
      (
        await app
          .as('ada')
          .papers({ id: paperId(20) })
          .get()
      ).data?.state.saved,
    ).toBe(true)
    expect(await collection('paper_references').findOne({ _id: paperId(20) as never })).toMatchObject({
      cites: [paperId(1), article],
    })
  })

  test('has the reason in the mail and the feed like the others', async () => {
    await announce()
    await save('ada', 1, 2)
    scholar.papers.push(known(20, { references: [to(1), to(2)] }))
    await run()
    const { data } = await app.as('ada').users.me['feed-address'].post()
    const file = /feeds\/(.*)$/.exec(data?.address ?? '')?.[1] ?? ''
    await app.as('ada').users.me.dashboard.get({ query: { day: DAY } })
    expect(String((await app.signedOut.feeds({ file }).get()).data)).toContain('Why: cites 2 of yours, you follow')
  })
})

describe('The references of new papers', () => {
  test('are not asked for while no reader has saved a paper', async () => {
    await announce()
    await run()
    expect(referencesAsked()).toEqual([])
    await save('ada', 1)
    await run()
    expect(referencesAsked()).toHaveLength(1)
  })

  test('are asked for at once and on days 1, 3, 7, 14 and 30 until they are known', async () => {
    await announce()
    await save('ada', 1, 2)
    // An empty list means that it is not known.
    scholar.papers.push(known(20, { references: [] }))
    for (let day = 0; day <= 40; day++) {
      dayAfter(day)
      await run()
      await run()
    }
    expect(referencesAsked()).toHaveLength(6)
    expect(await countQueued('s2:references')).toBe(0)
  })

  test('are asked for by the next run after an outage, and the day is there without them', async () => {
    await announce()
    await save('ada', 1, 2)
    scholar.papers.push(known(20, { references: [to(1), to(2)] }))
    await scholar.down()
    const failed = await run()
    scholar.up()
    expect(failed?.partial).toBe('Semantic Scholar refused the connection.')
    expect(await reasonsOn('ada')).toEqual([])
    scholar.onRequest = ({ url }) => (url.includes('references') ? new Response('', { status: 500 }) : undefined)
    expect((await run())?.partial).toBe('Semantic Scholar answers 500.')
    scholar.onRequest = null
    await run()
    expect(await reasonsOn('ada')).toMatchObject([{ text: '2 of yours' }])
  })

  test('are forgotten after 60 days, except for the saved papers among them', async () => {
    await announce()
    await storePapers([21])
    await save('ada', 1, 2)
    scholar.papers.push(known(20, { references: [to(1), to(2), to(3)] }), known(21, { references: [to(3)] }))
    await run()
    expect(await collection('paper_references').countDocuments()).toBe(2)
    dayAfter(61)
    await run()
    expect(await collection('paper_references').find().toArray()).toMatchObject([
      { _id: paperId(20), cites: [paperId(1), paperId(2)] },
    ])
    expect(await collection('paper_references').countDocuments({ works: { $exists: true } })).toBe(0)
  })

  test('leave a part of the requests of the day to the other questions', async () => {
    await storePapers(Array.from({ length: 400 }, (_, index) => index + 1))
    await save('ada', 1, 2, 3, 4, 5)
    await settings('s2').put({ requests_per_day: 10 })
    expect(await run()).toBeUndefined()
    expect([referencesAsked().length, visits().length]).toEqual([6, 3])
    dayAfter(1)
    await run()
    // Of the next day, too: one about facts, five about references, and of citations what is left of nine.
    expect(scholar.requests).toHaveLength(17)
  })
})

const cite = (number: number, ...papers: SimCitingPaper[]) => {
  const paper = known(number)
  if (!scholar.papers.some(({ paperId: id }) => id === paper.paperId)) scholar.papers.push(paper)
  scholar.citations.set(paper.paperId, papers)
}
const undated = (number: number) => citing(number, { publicationDate: null })

describe('A saved paper', () => {
  test('has a line with the new papers that cite it since each of its readers saved it, and is asked about once', async () => {
    await storePapers([1, 2])
    await process()
    await save('ada', 1)
    dayAfter(10)
    await save('ben', 1)
    cite(
      1,
      citing(1, { publicationDate: '2026-11-19' }),
      citing(2, { publicationDate: '2026-11-20' }),
      citing(3),
      citing(4, { publicationDate: '2026-12-01', externalIds: { ArXiv: paperId(2).slice(6) } }),
      citing(5, { paperId: null }),
      citing(6, { publicationDate: '2026-12-02', externalIds: null }),
    )
    await run()
    expect(visits()).toHaveLength(1)
    expect((await itemOf('ada', 1))?.cited_since).toEqual({ papers: 4, newest_on: '2026-12-02' })
    expect((await itemOf('ben', 1))?.cited_since).toEqual({ papers: 2, newest_on: '2026-12-02' })
    const list = await listOf('ada')({ id: (await itemOf('ada', 1))?.id ?? '' }).citations.get({ query: {} })
    expect(list.data).toMatchObject({
      total: 4,
      since: DAY,
      asked_at: expect.stringMatching(/^2026-11-30T13:00/),
      source: { name: 'Semantic Scholar' },
      items: [
        {
          paper_id: null,
          url: `https://www.semanticscholar.org/paper/${citing(6).paperId}`,
          published_on: '2026-12-02',
        },
        { paper_id: paperId(2), url: `https://arxiv.org/abs/${paperId(2).slice(6)}`, published_on: '2026-12-01' },
        { paper_id: null, url: 'https://doi.org/10.5555/recount.3', title: 'Lanterns recounted, part 3' },
        { paper_id: null, url: 'https://doi.org/10.5555/recount.2' },
      ],
    })
    const watch = await app.as('ben').users.me.watch.get({ query: {} })
    expect(watch.data?.items).toMatchObject([
      { kind: 'cited', paper_id: paperId(1), reason: 'By 2 new papers since you saved it', noticed_on: '2026-12-02' },
    ])
    // It is no news: nothing is mailed, and no update is shown.
    expect((await app.as('ada').users.me.dashboard.get({ query: {} })).data?.living).toEqual([])
  })

  test('is visited once a week, also after it was removed and while another reader has it, and then no more', async () => {
    await storePapers([1])
    await save('ada', 1)
    await save('ben', 1)
    cite(1, citing(1))
    for (let day = 0; day <= 21; day++) {
      dayAfter(day)
      await run()
    }
    // A run of the hour after seven days is the first that can ask again.
    expect(visits()).toHaveLength(3)
    await remove('ada', 1)
    dayAfter(28)
    await run()
    expect(visits()).toHaveLength(4)
    expect(await collection('paper_citations').countDocuments()).toBe(1)
    await remove('ben', 1)
    dayAfter(36)
    await run()
    expect(visits()).toHaveLength(4)
    expect(await collection('paper_citations').countDocuments()).toBe(0)
    expect(await countQueued('s2:citations')).toBe(0)
  })

  test('counts a citing paper without a day from the one on which it was first seen, if that is not the first visit', async () => {
    await storePapers([1])
    await save('ada', 1)
    cite(1, undated(1))
    await run()
    expect((await itemOf('ada', 1))?.cited_since).toBeUndefined()
    cite(1, undated(1), undated(2))
    dayAfter(8)
    await run()
    const found = { papers: 1, newest_on: '2026-11-28' }
    expect((await itemOf('ada', 1))?.cited_since).toEqual(found)
    dayAfter(16)
    await run()
    expect((await itemOf('ada', 1))?.cited_since).toEqual(found)
  })

  test('with more citations than are listed says so', async () => {
    await storePapers([1])
    await save('ada', 1)
    cite(
      1,
      ...Array.from({ length: 10_200 }, (_, index) =>
        citing(index, index > 2 ? { publicationDate: '2020-01-01' } : {}),
      ),
    )
    await run()
    expect((await itemOf('ada', 1))?.cited_since).toMatchObject({ papers: 3, is_lower_bound: true })
    const watch = await app.as('ada').users.me.watch.get({ query: {} })
    expect(watch.data?.items[0]?.reason).toBe('By at least 3 new papers since you saved it')
  })

  test('keeps its line when the service fails or does not know the paper any more', async () => {
    await storePapers([1])
    await save('ada', 1)
    cite(1, citing(1))
    await run()
    scholar.onRequest = ({ url }) => (url.includes('/citations') ? new Response('', { status: 503 }) : undefined)
    dayAfter(8)
    expect((await run())?.partial).toBe('Semantic Scholar answers 503.')
    scholar.onRequest = null
    scholar.papers.length = 0
    await run()
    expect((await itemOf('ada', 1))?.cited_since).toMatchObject({ papers: 1 })
  })

  test('of 203 waits for its turn: 200 are visited on a day, those first that have waited longest', async () => {
    const numbers = Array.from({ length: 203 }, (_, index) => index + 1)
    await storePapers(numbers)
    await save('ada', ...numbers)
    await settings('s2').put({ requests_per_day: 5_000 })
    await run()
    await run()
    expect(visits()).toHaveLength(200)
    dayAfter(1)
    await run()
    expect(new Set(visits().map(({ url }) => url.split('?')[0])).size).toBe(203)
  })

  test('has no line of a list that is not the reader’s', async () => {
    await storePapers([1])
    await save('ada', 1)
    const id = (await itemOf('ada', 1))?.id ?? ''
    expect((await listOf('ben')({ id }).citations.get({ query: {} })).status).toBe(404)
  })

  test('is cited by its article’s readers, too, once both are one paper', async () => {
    const article = await storeArticle(7)
    await storePapers([1], { doi: '10.5555/jiv.2026.7', journal_ref: 'J. Inv. 7 (2026)' })
    await listOf('ada').post({ paper_id: article })
    await listOf('ben').post({ paper_id: paperId(1) })
    await process()
    cite(1, citing(1))
    await run()
    expect(visits()).toHaveLength(1)
    const lines = await Promise.all(['ada', 'ben'].map((reader) => listOf(reader).get({ query: {} })))
    expect(lines.map(({ data }) => data?.items[0]?.cited_since?.papers)).toEqual([1, 1])
  })
})
