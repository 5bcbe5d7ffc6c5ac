import { afterEach, beforeEach } from 'bun:test'
import { setClock } from '#api/platform/clock.ts'
import { createBiorxivSource, type BiorxivOptions } from '#api/sources/biorxiv/biorxiv.ts'
import type { DatedAnnouncements, SourcePage } from '#api/sources/source.ts'
import { startBiorxivSimulator } from '#tests/simulators/biorxiv.ts'
import { localRateLimit } from '#tests/simulators/rateLimit.ts'
import type { SimPreprint } from '#tests/simulators/simPreprints.ts'

export const { signal } = new AbortController()
type Reading = Parameters<DatedAnnouncements['readDays']>[0]

/** A source and a simulated bioRxiv for each test, on a Tuesday morning: Monday's papers are complete. */
export function useBiorxiv() {
  const stops: (() => unknown)[] = []
  beforeEach(() => setClock(new Date('2026-11-24T12:00:00Z')))
  afterEach(async () => {
    setClock(null)
    for (const stop of stops.splice(0)) await stop()
  })
  return function start(preprints: SimPreprint[], options: Partial<BiorxivOptions> = {}) {
    const simulator = startBiorxivSimulator({ preprints })
    stops.push(() => simulator.stop())
    const rateLimit = localRateLimit()
    const create = (more: Partial<BiorxivOptions> = {}) =>
      createBiorxivSource({
        server: 'biorxiv',
        apiUrl: simulator.apiUrl,
        gapMs: 0,
        rateLimit,
        contactEmail: 'ada@example.org',
        retries: { basePauseMs: 1, tries: 2 },
        ...options,
        ...more,
      })
    const source = create()
    const read = (reading: Partial<Reading> & Pick<Reading, 'from' | 'until'>) =>
      source.announcements.readDays({ signal, categories: [], ...reading })
    return { simulator, source, create, read }
  }
}

/** Reads some pages, and returns the cursor of the last one. */
export async function readSome(pages: AsyncIterable<SourcePage>, count: number) {
  const read: SourcePage[] = []
  for await (const page of pages) if (read.push(page) === count) break
  return {
    cursor: read.at(-1)!.cursor,
    ids: read.flatMap(({ records }) => records.map(({ source_id }) => source_id)),
  }
}

/** The offsets that were asked for. */
export const cursorsOf = (requests: readonly { url: string }[]) => requests.map(({ url }) => Number(url.split('/')[5]))
export const doisOf = (preprints: readonly { doi: string }[]) => preprints.map(({ doi }) => doi)
