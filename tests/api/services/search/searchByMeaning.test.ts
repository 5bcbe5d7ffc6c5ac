import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { startEmbedding } from '#api/embedding/embedding.ts'
import { NearestPapers } from '#api/services/nearness/nearest.ts'
import { catchUp } from '#api/services/search/indexing.ts'
import { searchPapers } from '#api/services/search/search.ts'
import { saveVectors } from '#api/store/papers/vectors.ts'
import { countWords, startEmbeddingServer } from '#tests/api/support/embeddingServer.ts'
import { paperId, storePapers } from '#tests/api/support/library.ts'
import { useApp } from '#tests/support/app.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

const server = startEmbeddingServer()
const embedding = startEmbedding({ off: false, server: { url: server.url, model: 'big' } }, { report: () => undefined })
const { as, product } = useApp({ embedding })
const QUESTION = 'quiet lantern keepers of winter'
const [NEAR, FAR] = [countWords(QUESTION), [9, 0, 0, 0, 0, 0, 0, 0]]

afterEach(() => (server.fault = undefined))
afterAll(async () => {
  await embedding.stop()
  await server.stop()
})

const papers = [
  { number: 1, title: 'Quiet lantern keepers of winter', vector: FAR },
  { number: 2, title: 'Owls at dusk', vector: NEAR },
  { number: 3, title: 'Keepers of bells', vector: FAR },
  { number: 4, title: 'Herons in fog', vector: FAR },
  { number: 5, title: 'Gulls at dawn', vector: NEAR, categories: ['math.CO'] },
]
beforeEach(async () => {
  for (const { number, title, categories = ['cs.LG'] } of papers)
    await storePapers([number], { title, abstract: 'Nothing in particular is said here.', categories })
  await saveVectors(
    papers.map(({ number, vector }) => {
      return { id: paperId(number), model: 'big', text_hash: '', seq: number, vector: Int8Array.from(vector) }
    }),
  )
  await catchUp(product)
  await waitUntil(() => embedding.current().state === 'ready')
  // From then on the vectors of the papers and of this question are in memory.
  await waitUntil(async () => isByMeaning(await search(QUESTION)))
})

const search = async (
  q: string,
  more: { category?: string[]; in_list?: boolean; offset?: number; limit?: number } = {},
) => (await as('ada').papers.search.get({ query: { q, ...more } })).data!
const isByMeaning = ({ items }: Awaited<ReturnType<typeof search>>) => items.some(({ by_meaning }) => by_meaning)
const kindsOf = ({ items }: Awaited<ReturnType<typeof search>>) =>
  items.map(({ paper, some_words, by_meaning }) => [
    Number(paper.id.slice(-1)),
    by_meaning ? 'meaning' : some_words ? 'some' : 'all',
  ])

describe('A question in plain words', () => {
  test('finds papers with all words first, and papers near in meaning, which are labelled and have no highlights', async () => {
    const found = await search(QUESTION)
    expect(kindsOf(found).slice(0, 1)).toEqual([[1, 'all']])
    expect(kindsOf(found).slice(1).toSorted()).toEqual([
      [2, 'meaning'],
      [3, 'some'],
      [5, 'meaning'],
    ])
    expect(found.total).toBe(4)
    expect(found.items.find(({ by_meaning }) => by_meaning)?.highlights).toEqual({ title: [], abstract: [] })
  })

  test('finds by meaning only what passes the filters', async () => {
    expect(kindsOf(await search(QUESTION, { category: ['math.CO'] }))).toEqual([[5, 'meaning']])
    await as('ada').users.me['reading-list'].post({ paper_id: paperId(2) })
    const some = await search('keepers of snow', { category: ['cs.LG'] })
    expect(some.note).toBe(
      'No paper has all of these words; these have some of them, or are near in meaning. ' +
        'No paper in the library has “snow”.',
    )
    const inList = await search(QUESTION, { in_list: true })
    expect(kindsOf(inList)).toEqual([[2, 'meaning']])
    expect(inList.note).toBe('No paper has these words; these are near in meaning.')
  })

  test('has pages that are cut from one order', async () => {
    const whole = kindsOf(await search(QUESTION))
    const pages = await Promise.all([0, 2].map((offset) => search(QUESTION, { offset, limit: 2 })))
    expect(pages.flatMap(kindsOf)).toEqual(whole)
    expect(pages.map(({ total }) => total)).toEqual([4, 4])
  })

  test('is answered by words, and says so, while its vector is late, which is used the next time', async () => {
    const q = `the ${QUESTION}`
    const held = Promise.withResolvers<undefined>()
    server.fault = () => held.promise
    const before = server.requests.length
    const found = await search(q)
    expect(kindsOf(found)).toEqual([
      [1, 'all'],
      [3, 'some'],
    ])
    expect(found.meaning_pending).toBe(true)
    held.resolve(undefined)
    await waitUntil(async () => isByMeaning(await search(q)))
    expect((await search(q)).meaning_pending).toBeUndefined()
    expect(server.requests.length).toBe(before + 1)
  })

  test('is answered by words after a failure of the model, and asked again', async () => {
    const q = `these ${QUESTION}`
    server.fault = () => new Response(null, { status: 500 })
    const found = await search(q)
    expect([isByMeaning(found), found.meaning_pending]).toEqual([false, undefined])
    server.fault = undefined
    await waitUntil(async () => isByMeaning(await search(q)))
  })
})

test('A library that is larger than is compared by meaning says from which day on it is', async () => {
  await storePapers([7, 8], { title: 'Moths', announced_on: '2026-11-02' })
  await saveVectors(
    [7, 8].map((seq) => ({ id: paperId(seq), model: 'big', text_hash: '', seq, vector: Int8Array.from(FAR) })),
  )
  const small = { ...product, nearest: new NearestPapers({ capacityOf: () => 3 }) }
  const ask = () => searchPapers(small, { _id: 'ada' }, { q: QUESTION })
  await waitUntil(async () => (await ask()).meaning_from !== undefined)
  expect((await ask()).meaning_from).toBe('2026-11-02')
  expect((await search(QUESTION)).meaning_from).toBeUndefined()
})

test('Papers similar to one that shares no word with them are the nearest by vector', async () => {
  await storePapers([6], { title: 'Zither', abstract: 'Quokka.' })
  await saveVectors([{ id: paperId(6), model: 'big', text_hash: '', seq: 6, vector: Int8Array.from(NEAR) }])
  const { data } = await as('ada')
    .papers({ id: paperId(6) })
    .similar.get({ query: { limit: 2 } })
  expect(data?.items.map(({ paper }) => paper.id).toSorted()).toEqual([paperId(2), paperId(5)])
})

const findSimilar = async (text: string, limit: number) =>
  (await as('ada').papers.similar.post({ text, limit })).data!.items.map(({ paper }) => Number(paper.id.slice(-1)))

describe('Papers similar to a text', () => {
  test('are those with its words, then those near in meaning, and by words alone while its vector is late', async () => {
    const held = Promise.withResolvers<undefined>()
    server.fault = () => held.promise
    const before = server.requests.length
    expect((await findSimilar(QUESTION, 5)).toSorted()).toEqual([1, 3])
    const { data } = await as('ada').papers.similar.post({ text: QUESTION, limit: 5 })
    expect(data?.note).toContain('Compared by words so far')
    held.resolve(undefined)
    await waitUntil(async () => (await findSimilar(QUESTION, 5)).length > 2)
    const found = await findSimilar(QUESTION, 5)
    // Paper 4 is not near.
    expect([found.slice(0, 2).toSorted(), found.slice(2).toSorted()]).toEqual([
      [1, 3],
      [2, 5],
    ])
    expect(server.requests.length).toBe(before + 1)
  })

  test('are not looked for by vector when enough papers have its words', async () => {
    const before = server.requests.length
    expect(await findSimilar('Nothing in particular is said of keepers.', 5)).toHaveLength(5)
    expect(server.requests.length).toBe(before)
  })
})

test('A query that says exactly what is wanted is not sent to the model', async () => {
  const before = server.requests.length
  for (const q of ['"lantern keepers"', 'lantern AND owls', 'title:keepers winter', 'keepers -winter', 'winter owl*'])
    expect((await search(q)).items.some(({ by_meaning }) => by_meaning)).toBe(false)
  expect(server.requests.length).toBe(before)
})
