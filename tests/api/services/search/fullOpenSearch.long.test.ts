import { expect, test } from 'bun:test'
import { openOpenSearchIndex } from '#api/search/opensearch/openSearchIndex.ts'
import { followPapers } from '#api/services/search/indexing.ts'
import { INDEX_REBUILD, raiseCounter } from '#api/store/papers/counters.ts'
import { storePapers } from '#tests/api/support/library.ts'
import { checkReachableIndex, DISK_FULL } from '#tests/api/support/searchIndex.ts'
import { useApp } from '#tests/support/app.ts'
import { canRunOpenSearch } from '#tests/support/opensearch.ts'
import { startOpenSearchNode } from '#tests/support/opensearchNode.ts'
import { makeFolder } from '#tests/support/process.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

const { product } = useApp()
const isPossible = await canRunOpenSearch()

const WATERMARKS = 'cluster.routing.allocation.disk.watermark'
/** More free space than any disk has. */
const ENDLESS = '1000tb'

test.skipIf(!isPossible)(
  'OpenSearch sets and lifts the blocks of a full disk itself, and nothing is lost',
  async () => {
    await using folder = await makeFolder()
    const node = await startOpenSearchNode(folder.path)
    const set = (transient: object) =>
      fetch(`${node.address}/_cluster/settings`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ transient }),
      }).then(async (answer) => expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)]))
    const needFree = (free: { high: string | null; flood: string | null }) =>
      set({
        [`${WATERMARKS}.low`]: free.high,
        [`${WATERMARKS}.high`]: free.high,
        [`${WATERMARKS}.flood_stage`]: free.flood,
      })
    const index = openOpenSearchIndex({ url: node.address, prefix: 'test', patienceMs: Infinity, oldKeptMs: 0 })
    const check = () => checkReachableIndex({ ...product, index })
    const countFound = async () => (await index.search({ q: 'lanterns' })).total
    await storePapers(Array.from({ length: 300 }, (_, n) => n + 1))
    const stop = new AbortController()
    const following = followPapers({ index }, stop.signal)
    await waitUntil(async () => (await index.state().catch(() => null))?.indexedThrough)

    // The shortest times that OpenSearch accepts between two looks at the disks.
    await set({
      'cluster.info.update.interval': '10s',
      'cluster.routing.allocation.disk.reroute_interval': '1s',
    })
    // The disk counts as nearly full: a second index has no space, and OpenSearch creates none, a moment later.
    await needFree({ high: ENDLESS, flood: '1b' })
    await set({ 'cluster.routing.allocation.disk.threshold_enabled': true })
    await raiseCounter(INDEX_REBUILD, 1)
    const lacks = await waitUntil(async () => {
      const { message } = await check()
      return message.startsWith('It cannot be built again yet') && message
    })
    expect(lacks).toMatch(/: the disks of OpenSearch lack \d+ MB for a second index\. Free space there, /)
    await waitUntil(async () => (await check()).message.includes('OpenSearch creates no index'))
    await storePapers([301])
    await waitUntil(async () => (await countFound()) === 301)

    // It counts as full.
    await needFree({ high: ENDLESS, flood: ENDLESS })
    await waitUntil(async () => (await check()).message === DISK_FULL)
    await storePapers([302])
    expect([await check(), await countFound()]).toEqual([{ state: 'slow', message: DISK_FULL }, 301])

    await needFree({ high: '1b', flood: '1b' })
    await waitUntil(async () => (await check()).message === 'All papers are indexed (302).')
    await waitUntil(async () => {
      // OpenSearch does not answer while it begins an index.
      const state = await index.state().catch(() => null)
      return state?.rebuild === 1 && state.indexedThrough !== null
    })
    expect(await countFound()).toBe(302)
    stop.abort()
    await following
    await index.close()
    await node.stop()
  },
)
