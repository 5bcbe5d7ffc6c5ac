import { afterEach, describe, expect, test } from 'bun:test'
import { rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import mongoose from 'mongoose'
import { setClock } from '#api/platform/clock.ts'
import { openSqliteIndex } from '#api/search/sqliteIndex.ts'
import { catchUp, followPapers } from '#api/services/search/indexing.ts'
import { takeNumbers } from '#api/store/papers/counters.ts'
import { Papers } from '#api/store/papers/paperModel.ts'
import { paperId, storePapers } from '#tests/api/support/library.ts'
import { checkSearchIndex, useFolders } from '#tests/api/support/searchIndex.ts'
import { useApp } from '#tests/support/app.ts'
import { emptyDatabase } from '#tests/support/database.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

const { as, signedOut, app, product, tokenOf } = useApp()
const { index } = product
const newFolder = useFolders()

afterEach(() => setClock(null))

const idsOf = (answer: { items: { paper: { id: string } }[] } | null) => answer?.items.map(({ paper }) => paper.id)

/** Returns the ids found by a search with this query string, sorted. */
const searchAt = async (queryString: string) => {
  const headers = { authorization: `Bearer ${await tokenOf('ada')}` }
  const response = await app.handle(new Request(`http://localhost/api/papers/search?${queryString}`, { headers }))
  expect(response.status).toBe(200)
  return idsOf(await response.json())?.toSorted()
}

/** Returns a hash of the documents of each collection. */
const hashCollections = async () =>
  (await mongoose.connection.db!.command({ dbHash: 1 }))['collections'] as Record<string, string>

/** Runs `work` while the index is updated in the background. */
const follow = async (work: () => Promise<void>) => {
  const stop = new AbortController()
  const following = followPapers(product, stop.signal)
  try {
    await work()
  } finally {
    stop.abort()
    await following
  }
}
const find = async (q: string) => (await index.search({ q })).hits.map(({ id }) => id)
const sizeOf = async () => (await index.state()).size

describe('GET /papers/search', () => {
  test('returns the papers, highlights, facets and the time of the last index update', async () => {
    await storePapers([1, 2], { title: 'Counting herons' })
    await storePapers([3])
    await catchUp(product)
    const { data, status } = await as('ada').papers.search.get({ query: { q: 'herons', limit: 1 } })
    expect(status).toBe(200)
    expect(data).toMatchObject({
      total: 2,
      offset: 0,
      limit: 1,
      facets: { categories: expect.any(Array), estimated: false },
    })
    expect(data?.items[0]?.paper.title).toBe('Counting herons')
    expect(data?.items[0]?.highlights.title).toEqual([[9, 15]])
    expect(data?.facets.years).toEqual([{ year: 2026, count: 2 }])
    expect(Date.now() - Date.parse(data?.indexed_through ?? '')).toBeLessThan(60_000)
  })

  test('filters by category, day and author, also with a repeated parameter', async () => {
    await storePapers([1], { categories: ['cs.CV'], authors: [{ name: 'Quirin Eibenschitz' }] })
    await storePapers([2], { categories: ['cs.CL'] })
    await storePapers([3], { categories: ['math.CO'], announced_on: '2026-11-19' })
    await catchUp(product)
    expect(await searchAt('q=lanterns&category=cs.CV')).toEqual([paperId(1)])
    expect(await searchAt('q=lanterns&category=cs.CV&category=math.CO')).toEqual([paperId(1), paperId(3)])
    expect(await searchAt('q=lanterns&to=2026-11-19')).toEqual([paperId(3)])
    expect(await searchAt('q=lanterns&author=eibenschitz')).toEqual([paperId(1)])
    expect(await searchAt('q=lanter&typing=true')).toHaveLength(3)
  })

  test('returns the saved items of the caller only', async () => {
    const [first = ''] = await storePapers([1, 2])
    await catchUp(product)
    const saved = await as('ada').users.me['reading-list'].post({ paper_id: first })
    const mine = await as('ada').papers.search.get({ query: { q: 'lanterns', in_list: true } })
    expect(mine.data?.items.map(({ paper, saved_item_id }) => [paper.id, saved_item_id])).toEqual([
      [first, saved.data!.id],
    ])
    const theirs = await as('eve').papers.search.get({ query: { q: 'lanterns' } })
    expect(theirs.data?.items.map(({ saved_item_id }) => saved_item_id)).toEqual([undefined, undefined])
    expect((await as('eve').papers.search.get({ query: { q: 'lanterns', in_list: true } })).data?.total).toBe(0)
  })

  test('writes nothing to the database', async () => {
    await storePapers([1, 2])
    await catchUp(product)
    await as('ada').users.me['reading-list'].post({ paper_id: paperId(1) })
    const before = await hashCollections()
    expect(before).toContainKeys(['users', 'papers', 'reading_list'])
    // The time of a visit is stored at most once a minute.
    setClock(new Date(Date.now() + 3_600_000))
    for (const query of ['q=lanterns', 'q=lantrens', 'q=lanterns&in_list=true&from=2026-01-01', 'q=2501.00001'])
      await searchAt(query)
    expect(await hashCollections()).toEqual(before)
  })

  test('omits a paper that is no longer stored, and leaves the index as it is', async () => {
    await storePapers([1])
    await catchUp(product)
    const token = as('ada')
    await token.auth.me.get()
    await index.put([
      {
        id: 'arxiv:gone',
        seq: 0,
        title: 'Lanterns gone',
        abstract: '',
        authors: [],
        categories: [],
        doi: null,
        dated_at: null,
      },
    ])
    expect((await token.papers.search.get({ query: { q: 'lanterns' } })).data).toMatchObject({
      total: 1,
      items: [{ paper: { id: paperId(1) } }],
    })
    expect(await sizeOf()).toBe(2)
  })

  test('refuses only a missing or too long query', async () => {
    await catchUp(product)
    for (const q of ['"', '((', 'cat:', '$where', '{"$gt":""}', '%00', '‮'])
      expect((await as('ada').papers.search.get({ query: { q } })).status).toBe(200)
    expect((await as('ada').papers.search.get({ query: { q: '' } })).status).toBe(422)
    expect((await as('ada').papers.search.get({ query: { q: 'x'.repeat(257) } })).status).toBe(422)
  })

  test('returns 401 without a session', async () => {
    const { status, error } = await signedOut.papers.search.get({ query: { q: 'lanterns' } })
    expect(status).toBe(401)
    expect(error?.value).toMatchObject({ error: { code: 'unauthenticated' } })
  })
})

describe('The search index', () => {
  test('finds stored and changed papers', () =>
    follow(async () => {
      await storePapers([1])
      await waitUntil(async () => (await find('lanterns')).length === 1)
      await storePapers([1], { title: 'Counting herons', version: 2 })
      await waitUntil(async () => (await find('herons')).length === 1)
      expect(await find('title:lanterns')).toEqual([])
      expect((await index.state()).indexedThrough).not.toBeNull()
    }))

  test('finds a paper that is stored late under a lower sequence number', () =>
    follow(async () => {
      const slow = await takeNumbers('papers.seq', 1)
      await storePapers([1])
      await waitUntil(async () => (await find('lanterns')).length === 1)
      const { _id, ...paper } = await Papers.findById(paperId(1)).orFail().lean()
      await Papers.create({ ...paper, _id: paperId(2), seq: slow })
      await waitUntil(async () => (await find('lanterns')).length === 2)
    }))

  test('is filled again from the first paper after a reset', async () => {
    await storePapers(Array.from({ length: 1_100 }, (_, n) => n + 1))
    await catchUp(product)
    await follow(async () => {
      await storePapers([2_000])
      await waitUntil(async () => (await sizeOf()) === 1_101)
      await index.reset()
      await waitUntil(async () => (await sizeOf()) === 1_101)
    })
  })

  test('is reported as not updated, with the reason, while it cannot be written', async () => {
    const folder = newFolder()
    const lock = join(folder, 'writer.sqlite')
    symlinkSync(join(folder, 'missing', 'file'), lock)
    const broken = { ...product, index: openSqliteIndex({ folder }) }
    const check = () => checkSearchIndex(broken)
    await storePapers([1, 2])
    const stop = new AbortController()
    const following = followPapers(broken, stop.signal)
    try {
      const failed = await waitUntil(async () => {
        const result = await check()
        return result.state === 'unknown' ? undefined : result
      })
      expect(failed).toMatchObject({
        state: 'slow',
        message: 'It cannot be updated, and new papers are not found: unable to open database file.',
      })
      rmSync(lock)
      const healed = await waitUntil(async () => {
        const result = await check()
        return result.state === 'ok' ? result : undefined
      })
      expect(healed.message).toBe('All papers are indexed (2).')
    } finally {
      stop.abort()
      await following
      await broken.index.close()
    }
  })

  test('reads papers in several batches', async () => {
    await storePapers(Array.from({ length: 1_203 }, (_, n) => n + 1))
    await catchUp(product)
    expect([await sizeOf(), (await index.search({ q: 'lanterns' })).total]).toEqual([1_203, 1_203])
  })

  test('is given each paper once while nothing changes', async () => {
    let given = 0
    const put: typeof index.put = (papers) => {
      given += papers.length
      return index.put(papers)
    }
    const stop = new AbortController()
    const following = followPapers({ index: { ...index, put } }, stop.signal)
    try {
      await storePapers(Array.from({ length: 603 }, (_, n) => n + 1))
      // Each of these is read by a later poll than the one before.
      for (const number of [2_001, 2_002, 2_003]) {
        await storePapers([number], { title: `Owl${number}` })
        await waitUntil(async () => (await find(`owl${number}`)).length === 1)
      }
    } finally {
      stop.abort()
      await following
    }
    expect(given).toBe(606)
  })

  test('is rebuilt when the database is another one', async () => {
    await storePapers([1, 2, 3], { title: 'Herons' })
    await catchUp(product)
    await emptyDatabase()
    await storePapers([4])
    await catchUp(product)
    expect([await sizeOf(), await find('herons')]).toEqual([1, []])
  })
})
