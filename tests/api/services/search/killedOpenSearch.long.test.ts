import { expect, test } from 'bun:test'
import { openOpenSearchIndex } from '#api/search/opensearch/openSearchIndex.ts'
import type { SearchIndex } from '#api/search/searchIndex.ts'
import { followPapers } from '#api/services/search/indexing.ts'
import { INDEX_REBUILD, raiseCounter } from '#api/store/papers/counters.ts'
import { removePapers } from '#api/store/papers/paperPruning.ts'
import { paperId, storePapers } from '#tests/api/support/library.ts'
import { checkReachableIndex, NOT_REACHED } from '#tests/api/support/searchIndex.ts'
import { useApp } from '#tests/support/app.ts'
import { canRunOpenSearch } from '#tests/support/opensearch.ts'
import { startOpenSearchNode } from '#tests/support/opensearchNode.ts'
import { makeFolder } from '#tests/support/process.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

const { product } = useApp()
const isPossible = await canRunOpenSearch()

const COUNT = 2_500
/** The call of `put` before which the node is killed: more papers are in the new index than are read again at a start. */
const KILLED_AT = 8

test.skipIf(!isPossible)('A rebuild goes on where it was when OpenSearch was killed and started again', async () => {
  await using folder = await makeFolder()
  let node = await startOpenSearchNode(folder.path)
  const inner = openOpenSearchIndex({ url: node.address, prefix: 'test', patienceMs: Infinity, oldKeptMs: 0 })
  let isRebuilt = false
  let puts = 0
  const putAfter: number[] = []
  const index: SearchIndex = {
    ...inner,
    async rebuild(number) {
      await inner.rebuild(number)
      isRebuilt = true
    },
    async put(papers) {
      if (isRebuilt && ++puts === KILLED_AT) await node.stop('SIGKILL')
      await inner.put(papers)
      if (puts >= KILLED_AT) putAfter.push(...papers.map(({ seq }) => seq))
    },
  }
  const check = () => checkReachableIndex({ ...product, index })
  await storePapers(Array.from({ length: COUNT }, (_, n) => n + 1))
  const stop = new AbortController()
  const following = followPapers({ index }, stop.signal)
  await waitUntil(async () => (await index.state().catch(() => null))?.indexedThrough)

  await raiseCounter(INDEX_REBUILD, 1)
  await waitUntil(async () => (await check()).message === NOT_REACHED)
  await storePapers([COUNT + 1])
  await removePapers([paperId(10), paperId(COUNT)])
  node = await startOpenSearchNode(folder.path, node.port)

  await waitUntil(async () => (await check()).state === 'ok')
  expect((await check()).message).toBe(`All papers are indexed (${COUNT - 1}).`)
  expect((await index.search({ q: 'lanterns' })).total).toBe(COUNT - 1)
  expect(Math.min(...putAfter)).toBeGreaterThan(250)
  // The old index is deleted a moment after the new one is searched.
  const indices = await waitUntil(async () => {
    const found = Object.keys((await fetch(`${node.address}/test-*`).then((answer) => answer.json())) as object)
    return found.length === 1 && found
  })
  expect(indices).toEqual(['test-v1-000002'])
  stop.abort()
  await following
  await index.close()
  await node.stop()
})
