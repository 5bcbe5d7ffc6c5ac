import { afterEach, describe, expect, test } from 'bun:test'
import { rebuildIndex } from '#api/services/search/rebuildIndex.ts'
import { INDEX_REBUILD, raiseCounter } from '#api/store/papers/counters.ts'
import { removePapers } from '#api/store/papers/paperPruning.ts'
import { callOpenSearch, findIn, findIndices, openSearchUrl } from '#tests/api/support/engines.ts'
import { createJobContext } from '#tests/api/support/jobContext.ts'
import { paperId, storePapers } from '#tests/api/support/library.ts'
import { armedFor, startBehindProxy } from '#tests/api/support/openSearchProxy.ts'
import { DISK_FULL } from '#tests/api/support/searchIndex.ts'
import { useApp } from '#tests/support/app.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

// A real OpenSearch has the blocks that it sets itself when its disks are nearly full.

const { product } = useApp()
/** More than are written at once. */
const COUNT = 300
const WAITS =
  'It cannot be built again yet: OpenSearch creates no index, as it does when the disks of its nodes are nearly full. Free ' +
  'space there, and the rebuild goes on by itself. Searches and new papers use the old index.'

const blockNewIndices = (isBlocked: true | null) =>
  callOpenSearch('PUT', '/_cluster/settings', { transient: { 'cluster.blocks.create_index': isBlocked } })
afterEach(() => openSearchUrl && blockNewIndices(null))

/** As OpenSearch does with the indices on a full disk. */
const blockChanges = (prefix: string, isBlocked: true | null, which = '*') =>
  callOpenSearch('PUT', `/${prefix}-v1-0${which}/_settings`, { 'index.blocks.read_only_allow_delete': isBlocked })

/**
 * An index of `COUNT` papers, updated in the background. When `moment` matches the requests since `arm`, the disk becomes
 * full: OpenSearch refuses changes of its indices.
 */
async function start(moment = /never/) {
  const armed = armedFor(moment)
  let writes = 0
  let full = 0
  const started = await startBehindProxy(product, {
    count: COUNT,
    watch: async (text, _, prefix) => {
      writes += [...text.matchAll(/^POST \/_bulk/gm)].length
      if (!armed.isReachedBy(text)) return
      await blockChanges(prefix, true)
      full += 1
    },
  })
  return {
    ...started,
    block: (isBlocked: true | null, which?: string) => blockChanges(started.prefix, isBlocked, which),
    arm: armed.arm,
    isFull: () => full > 0,
    countWrites: () => writes,
    countFound: async () => (await started.index.search({ q: 'lanterns' })).total,
  }
}

describe.skipIf(openSearchUrl === undefined)('While the disks of OpenSearch are full', () => {
  test('searches find what they found, the health says what to do, and changes are made up for then', async () => {
    await using started = await start()
    const { index, check, block, countWrites, countFound } = started
    await block(true)
    await storePapers([601])
    await storePapers([5], { title: 'Counting herons' })
    await removePapers([paperId(10)])
    await waitUntil(async () => (await check()).state === 'slow')
    expect([await check(), await countFound()]).toEqual([{ state: 'slow', message: DISK_FULL }, COUNT])
    // The refused changes are sent again every two seconds, and not more often.
    const [before, began] = [countWrites(), performance.now()]
    await waitUntil(() => countWrites() >= before + 4)
    expect(countWrites() - before).toBeLessThan((performance.now() - began) / 2_000 + 2)

    await block(null)
    await waitUntil(async () => (await check()).state === 'ok')
    expect((await check()).message).toBe(`All papers are indexed (${COUNT}).`)
    expect(await findIn(index, 'herons')).toEqual([paperId(5)])
    expect(await findIn(index, 'lanterns', { within: [paperId(10), paperId(601)] })).toEqual([paperId(601)])
  })

  test.each([
    ['began', /PUT \/\S+-000002 /],
    ['wrote its first papers', /POST \/_bulk[^]*-000002-own/],
    ['was in the middle', /-000002-own\/_doc\/state-seq/],
    ['was whole', /-000002-own\/_refresh/],
    ['moved the alias for searches', /POST \/_aliases [^]*"add":\{"index":"\S+-000002","alias":"\S+-v1"/],
  ])('a rebuild that %s is given up, and done when there is space again', async (_, moment) => {
    await using started = await start(moment)
    const { prefix, index, check, block, arm, isFull, countFound } = started
    const [old, next] = [`${prefix}-v1-000001`, `${prefix}-v1-000002`]
    arm()
    await raiseCounter(INDEX_REBUILD, 1)
    await waitUntil(isFull)
    await waitUntil(async () => (await index.state().catch(() => null))?.rebuild === 0)
    // An index that was begun and not written yet is deleted as every other one that nothing uses.
    await waitUntil(async () => (await findIndices(prefix)).length === 1)
    expect([await findIndices(prefix), await countFound()]).toEqual([[old], COUNT])
    await storePapers([601])
    await storePapers([5, 255], { title: 'Counting herons' })
    await removePapers([paperId(10), paperId(260)])
    expect([await check(), await countFound()]).toEqual([{ state: 'slow', message: DISK_FULL }, COUNT])

    await block(null, '00001')
    await waitUntil(async () => (await findIndices(prefix)).join() === next)
    await waitUntil(async () => (await check()).message === `All papers are indexed (${COUNT - 1}).`)
    expect((await findIn(index, 'herons')).toSorted()).toEqual([paperId(5), paperId(255)])
    const within = [10, 260, 601].map(paperId)
    expect(await findIn(index, 'lanterns', { within })).toEqual([paperId(601)])
  })

  test('a rebuild waits as long as OpenSearch creates no index, and the old one is updated meanwhile', async () => {
    await using started = await start()
    const { prefix, index, check, countFound } = started
    await blockNewIndices(true)
    const problems: string[] = []
    const stop = new AbortController()
    const run = { ...createJobContext(), signal: stop.signal, problem: (text: string) => void problems.push(text) }
    const job = rebuildIndex({ index }, run).catch(() => undefined)
    await waitUntil(() => problems.length > 0)
    expect(problems).toEqual(['There is too little space for a second index: the health says where.'])
    // The rebuild does not end with its job.
    stop.abort()
    await job
    await waitUntil(async () => (await check()).message === WAITS)
    await storePapers([601])
    await waitUntil(async () => (await countFound()) === COUNT + 1)
    expect([await check(), await findIndices(prefix)]).toEqual([
      { state: 'slow', message: WAITS },
      [`${prefix}-v1-000001`],
    ])
    await blockNewIndices(null)
    await waitUntil(async () => (await findIndices(prefix)).join() === `${prefix}-v1-000002`)
    expect([(await check()).message, await countFound()]).toEqual([`All papers are indexed (${COUNT + 1}).`, COUNT + 1])
  })
})
