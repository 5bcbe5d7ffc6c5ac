import { describe, expect, test } from 'bun:test'
import type { SearchIndex } from '#api/search/searchIndex.ts'
import { INDEX_REBUILD, raiseCounter } from '#api/store/papers/counters.ts'
import { removePapers } from '#api/store/papers/paperPruning.ts'
import { callOpenSearch, findIn, findIndices, openInOpenSearch, openSearchUrl } from '#tests/api/support/engines.ts'
import { paperId, storePapers } from '#tests/api/support/library.ts'
import { armedFor, startBehindProxy } from '#tests/api/support/openSearchProxy.ts'
import { NOT_REACHED } from '#tests/api/support/searchIndex.ts'
import { useApp } from '#tests/support/app.ts'
import type { FaultProxy } from '#tests/support/faultProxy.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

// The product reaches a real OpenSearch through a proxy, which cuts the connection in the middle of a rebuild.

const { product } = useApp()
const searchedName = async (prefix: string) =>
  Object.keys(await callOpenSearch<object>('GET', `/_alias/${prefix}-v1`)).join()

/** An index of 600 papers, updated in the background through a proxy that sees the requests. */
async function start(watch: (text: string, proxy: FaultProxy) => Promise<void>) {
  const started = await startBehindProxy(product, { count: 600, watch })
  const direct = openInOpenSearch(started.prefix)
  return {
    ...started,
    /** The same index, without the proxy. */
    direct,
    async [Symbol.asyncDispose]() {
      await started[Symbol.asyncDispose]()
      await direct.close()
    },
  }
}

const countFound = async (index: SearchIndex) => (await index.search({ q: 'lanterns' })).total

describe.skipIf(openSearchUrl === undefined)('During a rebuild of the index, an OpenSearch', () => {
  test('that is away keeps the old index in use; what is changed meanwhile is in the new one', async () => {
    let bulks = 0
    await using started = await start(async (text, proxy) => {
      // The first papers are in the new index.
      if (text.includes('POST /_bulk') && bulks > 0 && --bulks === 0) await proxy.begin('refused', 'request')
    })
    const { prefix, proxy, direct, check } = started
    const [old, next] = [`${prefix}-v1-000001`, `${prefix}-v1-000002`]
    bulks = 2
    await raiseCounter(INDEX_REBUILD, 1)
    await waitUntil(() => proxy.faults > 0)
    await waitUntil(async () => (await check()).state === 'down')
    expect(await check()).toEqual({ state: 'down', message: NOT_REACHED })
    expect([await searchedName(prefix), await countFound(direct)]).toEqual([old, 600])
    await storePapers([601])
    await storePapers([5, 555], { title: 'Counting herons' })
    // One is in the new index, the other one is not yet.
    await removePapers([paperId(10), paperId(560)])

    await proxy.end()
    await waitUntil(async () => (await check()).state === 'ok')
    expect((await check()).message).toBe('All papers are indexed (599).')
    await waitUntil(async () => (await findIndices(prefix)).length === 1)
    expect([await searchedName(prefix), await findIndices(prefix)]).toEqual([next, [next]])
    expect(await countFound(direct)).toBe(599)
    expect((await findIn(direct, 'herons')).toSorted()).toEqual([paperId(5), paperId(555)])
    const within = [10, 560, 601].map(paperId)
    expect(await findIn(direct, 'lanterns', { within })).toEqual([paperId(601)])
  })

  test.each([
    ['began the new index', /PUT \/\S+-000002 /],
    ['moved the alias for writes', /POST \/_aliases [^]*"add":\{"index":"\S+-000002","alias":"\S+-v1-write"/],
    ['wrote papers', /POST \/_bulk[^]*-000002-own/],
    ['moved the alias for searches', /POST \/_aliases [^]*"add":\{"index":"\S+-000002","alias":"\S+-v1"/],
  ])('whose answer is lost after it %s ends it all the same, and keeps no second index', async (_, moment) => {
    const armed = armedFor(moment)
    await using started = await start(async (text, proxy) => {
      if (armed.isReachedBy(text)) await proxy.begin('a reset', 'answer')
    })
    const { prefix, proxy, direct, check } = started
    armed.arm()
    await raiseCounter(INDEX_REBUILD, 1)
    await waitUntil(() => proxy.faults > 0)
    expect(await countFound(direct)).toBe(600)
    await proxy.end()
    await waitUntil(
      async () => (await searchedName(prefix)) !== `${prefix}-v1-000001` && (await check()).state === 'ok',
    )
    await waitUntil(async () => (await findIndices(prefix)).length === 1)
    expect([await countFound(direct), (await direct.state()).size]).toEqual([600, 600])
    expect(await findIndices(prefix)).toEqual([await searchedName(prefix)])
  })
})
