import { beforeEach, describe, expect, test } from 'bun:test'
import mongoose from 'mongoose'
import { categorisePapers } from '#api/services/ingestion/processing.ts'
import { countQueued } from '#api/store/sources/factQueue.ts'
import { citing, listsOf } from '#tests/api/support/citing.ts'
import { dayAfter, known, storeArticle, useEnriching } from '#tests/api/support/enriching.ts'
import { createJobContext } from '#tests/api/support/jobContext.ts'
import { paperId, storePapers } from '#tests/api/support/library.ts'
import type { SimCitingPaper } from '#tests/simulators/semanticScholar.ts'

const { app, settings, scholar, run } = useEnriching()
const { listOf, itemOf, save, remove } = listsOf(app)
const DAY = '2026-11-20'
const collection = (name: string) => mongoose.connection.collection(name)
const visits = () => scholar.requests.filter(({ url }) => url.includes('/citations'))
const process = () => categorisePapers(app.product, createJobContext())
beforeEach(() => scholar.citations.clear())

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
