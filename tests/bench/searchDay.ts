import type { SearchResponse } from '#api/contract/search.ts'
import { inventPaper } from './inventedLibrary.ts'
import { fillPapers } from './inventedRecords.ts'
import { percentiles } from './searchQuestions.ts'

const DAY = 1_000
/** Between two requests, so that both fit into the limit of requests. */
const PAUSE_MS = 10

interface Options {
  address: string
  headers: Record<string, string>
  /** Number of papers in the library and in the index. */
  size: number
}

/**
 * Stores the next 1,000 papers of the invented library, and prints how long after that searches over HTTP find the first
 * and all of them, and how long meanwhile a request takes that does nothing but wait for the request loop.
 */
export async function measureDay({ address, headers, size }: Options): Promise<void> {
  const day = inventPaper(size).dated_at?.slice(0, 10)
  const path = `/api/papers/search?${new URLSearchParams({ q: `from:${day}`, limit: '1' })}`
  const countFound = async () => {
    const response = await fetch(`${address}${path}`, { headers })
    if (!response.ok) throw new Error(`${response.status} for ${path}: ${await response.text()}`)
    return ((await response.json()) as SearchResponse).total
  }
  const before = await countFound()
  const all = before + DAY
  const times = { first: 0, all: 0 }
  const waits: number[] = []
  const over = new AbortController()
  const watchLoop = async () => {
    while (!over.signal.aborted) {
      const asked = performance.now()
      await (await fetch(`${address}/api/health/live`)).text()
      waits.push(performance.now() - asked)
      await Bun.sleep(PAUSE_MS)
    }
  }
  await fillPapers(size + DAY)
  const stored = performance.now()
  const watching = watchLoop()
  while (times.all === 0) {
    const found = await countFound()
    const ms = Math.round(performance.now() - stored)
    if (found > before && times.first === 0) times.first = ms
    if (found >= all) times.all = ms
    await Bun.sleep(PAUSE_MS)
  }
  over.abort()
  await watching
  console.log(`${DAY} papers stored: the first is found after ${times.first} ms, all after ${times.all} ms`)
  console.table({ 'request loop meanwhile': { ...percentiles(waits), most: Math.round(Math.max(...waits)) } })
}
