import { afterEach } from 'bun:test'
import type { OpenreviewOptions } from '#api/sources/openreview/client.ts'
import { createOpenreviewSource, type VenueStore } from '#api/sources/openreview/openreview.ts'
import type { VenuePage } from '#api/sources/openreview/readVenue.ts'
import type { SourceRecord } from '#api/sources/source.ts'
import { EMAIL, PASSWORD, startOpenreviewSimulator, VENUE, type SimNote } from '#tests/simulators/openreview.ts'
import { localRateLimit } from '#tests/simulators/rateLimit.ts'

export const { signal } = new AbortController()
export const KEY = `${EMAIL}:${PASSWORD}`

const emptyStore: VenueStore = { readPapers: async () => [], findUnread: async () => null }

/** A source with an account and a simulated OpenReview with these papers for each test. */
export function useOpenreview() {
  const stops: (() => unknown)[] = []
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop()
  })
  return function start(
    { v2 = [], v1 = [] }: { v2?: SimNote[]; v1?: SimNote[] } = {},
    options: Partial<OpenreviewOptions & { key: string; store: VenueStore }> = {},
  ) {
    const simulator = startOpenreviewSimulator()
    stops.push(() => simulator.stop())
    simulator.v2.notes.push(...v2)
    simulator.v1.notes.push(...v1)
    const { key = KEY, store = emptyStore, ...changes } = options
    const source = createOpenreviewSource({
      apiUrl: simulator.v2.apiUrl,
      oldUrl: simulator.v1.apiUrl,
      gapMs: 0,
      contactEmail: 'ada@example.org',
      rateLimit: localRateLimit(),
      readSettings: async () => ({ gap_ms: null, addresses: {}, ...(key !== '' && { key }) }),
      store,
      ...changes,
      retries: { basePauseMs: 1, tries: 2, ...changes.retries },
    })

    /** All pages of a venue. */
    async function readPages(venue = VENUE): Promise<VenuePage[]> {
      return Array.fromAsync(source.readVenue(venue, { signal }))
    }
    const readVenue = async (venue = VENUE): Promise<SourceRecord[]> =>
      (await readPages(venue)).flatMap(({ records }) => records)
    async function lookUp(...ids: string[]): Promise<SourceRecord[]> {
      const pages = await Array.fromAsync(source.lookUp.readByIds(ids, { signal }))
      return pages.flatMap(({ records }) => records)
    }
    /** What was asked of a host, without what is the same in all requests. */
    const asked = (host: 'v2' | 'v1') =>
      simulator[host].requests.map(({ method, url }) => `${method} ${decodeURIComponent(url)}`)
    return { simulator, source, readPages, readVenue, lookUp, asked }
  }
}
