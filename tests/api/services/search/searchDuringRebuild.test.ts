import { describe, expect, test } from 'bun:test'
import type { SearchIndex } from '#api/search/searchIndex.ts'
import { openSqliteIndex } from '#api/search/sqliteIndex.ts'
import { checkReadiness } from '#api/services/health/readiness.ts'
import { catchUp, followPapers } from '#api/services/search/indexing.ts'
import { rebuildIndex } from '#api/services/search/rebuildIndex.ts'
import { searchPapers } from '#api/services/search/search.ts'
import { INDEX_REBUILD, raiseCounter } from '#api/store/papers/counters.ts'
import { removePapers } from '#api/store/papers/paperPruning.ts'
import { keptEngines } from '#tests/api/support/engines.ts'
import { createJobContext } from '#tests/api/support/jobContext.ts'
import { paperId, storePapers } from '#tests/api/support/library.ts'
import { checkSearchIndex, useFolders } from '#tests/api/support/searchIndex.ts'
import { useApp } from '#tests/support/app.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

const { product } = useApp()
const newFolder = useFolders()
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n + 1)

const whole = (total: number) => ({
  total,
  first: paperId(600),
  isWhole: true,
  years: [{ year: 2026, count: total }],
})

/** The index, whose `put` and `markCurrent` wait during the rebuild of number 1 until they are let go. */
function hold(inner: SearchIndex) {
  const held: { call: string; letGo: () => void }[] = []
  let isHolding = true
  const wait = async (call: string) => {
    if (!isHolding || (await inner.state()).rebuild !== 1) return
    const { promise, resolve } = Promise.withResolvers<void>()
    held.push({ call, letGo: resolve })
    await promise
  }
  const index: SearchIndex = {
    ...inner,
    async put(papers) {
      await wait('put')
      await inner.put(papers)
    },
    async markCurrent(at) {
      await wait('markCurrent')
      await inner.markCurrent(at)
    },
  }
  return {
    index,
    /** Returns when the next call is held. */
    next: (call: string) => waitUntil(() => held.at(-1)?.call === call),
    letGo: () => held.pop()?.letGo(),
    end: () => {
      isHolding = false
      for (const { letGo } of held.splice(0)) letGo()
    },
  }
}

describe.each(keptEngines(newFolder))('During a rebuild of the index in $name', ({ open }) => {
  test('searches find what they found before, without papers that are deleted meanwhile, and the rest then', async () => {
    const inner = open()
    const { index, next, letGo, end } = hold(inner)
    await storePapers(numbers(600))
    const stop = new AbortController()
    const following = followPapers({ index }, stop.signal)
    const search = async () => {
      const { total, items, indexed_through, partial, facets } = await searchPapers(
        { ...product, index },
        { _id: 'ada' },
        { q: 'lanterns', sort: 'newest' },
      )
      const [first] = items
      return { total, first: first?.paper.id, isWhole: indexed_through !== null && !partial, years: facets.years }
    }
    /** As the index counts: the search leaves out deleted papers of a page before the index does. */
    const countFound = async () => (await index.search({ q: 'lanterns' })).total
    const check = () => checkSearchIndex({ ...product, index })
    await waitUntil(async () => (await index.state().catch(() => null))?.indexedThrough)
    expect(await search()).toEqual(whole(600))
    const steps: unknown[] = []
    const progress = async (step: unknown) => void steps.push(step)
    const job = rebuildIndex({ index }, { ...createJobContext(), progress })

    await next('put')
    expect(await search()).toEqual(whole(600))
    await removePapers([paperId(5)])
    letGo()
    await next('put')
    await waitUntil(async () => (await countFound()) === 599)
    expect(await search()).toEqual(whole(599))
    // OpenSearch counts what is searchable.
    await waitUntil(async () => (await index.state()).size === 249)
    const message =
      'It is built again: 249 of about 599 papers. Searches use the old index until the new one is whole, and do not find ' +
      'newer papers.'
    expect(await check()).toEqual({ state: 'unknown', message })
    expect((await checkReadiness({ ...product, index })).index).toBe('ok')
    await waitUntil(() => steps.some((step) => Bun.deepEquals(step, { ...Object(step), done: 249, total: 600 })))
    // It was read with the papers of the next batch, and is put after its deletion.
    await removePapers([paperId(560)])
    await storePapers([601])
    letGo()
    await next('put')
    letGo()
    await next('markCurrent')
    await waitUntil(async () => (await countFound()) === 598)
    expect(await search()).toEqual(whole(598))
    expect((await check()).state).toBe('unknown')
    end()
    await job
    await waitUntil(async () => (await countFound()) === 599)
    expect(await search()).toEqual({ ...whole(599), first: paperId(601) })
    expect((await check()).message).toBe('All papers are indexed (599).')
    stop.abort()
    await following
    await inner.close()
  })
})

test('A process that does not write the index waits for new papers until searches use the new one', async () => {
  const folder = newFolder()
  const { index, next, letGo, end } = hold(openSqliteIndex({ folder }))
  const inner = openSqliteIndex({ folder })
  let looks = 0
  const other: SearchIndex = {
    ...inner,
    state: () => {
      looks += 1
      return inner.state()
    },
  }
  await storePapers(numbers(3))
  await catchUp({ index })
  await storePapers([4])
  await raiseCounter(INDEX_REBUILD, 1)
  const filling = catchUp({ index })
  await next('put')
  letGo()
  await next('markCurrent')
  let isDone = false
  const waiting = catchUp({ index: other }).then(() => (isDone = true))
  await waitUntil(() => looks > 2)
  expect([isDone, (await other.search({ q: 'lanterns' })).total]).toEqual([false, 3])
  end()
  await Promise.all([filling, waiting])
  expect((await other.search({ q: 'lanterns' })).total).toBe(4)
  await Promise.all([index.close(), inner.close()])
})
