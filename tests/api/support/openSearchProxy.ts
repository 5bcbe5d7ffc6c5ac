import { openOpenSearchIndex } from '#api/search/opensearch/openSearchIndex.ts'
import type { Product } from '#api/services/product.ts'
import { followPapers } from '#api/services/search/indexing.ts'
import { startFaultProxy, type FaultProxy } from '#tests/support/faultProxy.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'
import { openSearchUrl } from './engines.ts'
import { storePapers } from './library.ts'
import { checkReachableIndex } from './searchIndex.ts'

/**
 * An index of `count` papers in the OpenSearch of the tests, updated in the background through a proxy. `watch` sees the
 * requests before they are passed on.
 */
export async function startBehindProxy(
  product: Product,
  { count, watch }: { count: number; watch: (text: string, proxy: FaultProxy, prefix: string) => Promise<void> },
) {
  const prefix = `test-${crypto.randomUUID()}`
  const proxy: FaultProxy = await startFaultProxy(Number(new URL(openSearchUrl ?? '').port), (bytes) =>
    watch(bytes.toString('latin1'), proxy, prefix),
  )
  const url = `http://127.0.0.1:${proxy.port}`
  const index = openOpenSearchIndex({ url, prefix, patienceMs: Infinity, oldKeptMs: 0 })
  await storePapers(Array.from({ length: count }, (_, n) => n + 1))
  const stop = new AbortController()
  const following = followPapers({ index }, stop.signal)
  await waitUntil(async () => (await index.state().catch(() => null))?.indexedThrough)
  return {
    prefix,
    proxy,
    index,
    check: () => checkReachableIndex({ ...product, index }),
    async [Symbol.asyncDispose]() {
      stop.abort()
      await proxy.end()
      await following
      await index.close()
      await proxy[Symbol.asyncDispose]()
    },
  }
}

/** Finds the request that matches `moment` among those since `arm`. */
export function armedFor(moment: RegExp) {
  let isArmed = false
  // A request may come in several parts.
  let sent = ''
  return {
    arm: () => void (isArmed = true),
    /** Returns true once. */
    isReachedBy(text: string): boolean {
      if (!isArmed) return false
      sent += text
      if (!moment.test(sent)) return false
      isArmed = false
      return true
    },
  }
}
