import { beforeEach, describe, expect, test } from 'bun:test'
import mongoose from 'mongoose'
import { categorisePapers } from '#api/services/ingestion/processing.ts'
import { countQueued } from '#api/store/sources/factQueue.ts'
import { listsOf } from '#tests/api/support/citing.ts'
import { dayAfter, known, storeArticle, useEnriching } from '#tests/api/support/enriching.ts'
import { createJobContext } from '#tests/api/support/jobContext.ts'
import { paperId, recordDay, storePapers } from '#tests/api/support/library.ts'

const { app, settings, scholar, run } = useEnriching()
const { listOf, save, remove } = listsOf(app)
const DAY = '2026-11-20'
const collection = (name: string) => mongoose.connection.collection(name)

/** A reference to a paper of the library. */
const to = (number: number, externalIds: object = { ArXiv: paperId(number).slice(6) }) => ({
  paperId: String(number).padStart(40, 'a'),
  externalIds,
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
      // The clock does not go back to before the paper was stored.
      if (day > 0) dayAfter(day)
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
