import { afterEach } from 'bun:test'
import type { ServiceOptions } from '#api/sources/apiService.ts'
import type { AskedPaper, FactsPage } from '#api/sources/enriching.ts'
import { createOpenalexSource } from '#api/sources/openalex/openalex.ts'
import { startOpenalexSimulator, type SimOpenWork } from '#tests/simulators/openalex.ts'
import { localRateLimit } from '#tests/simulators/rateLimit.ts'

export const { signal } = new AbortController()

/** A paper with these identifiers, of which the first is the one under which it is stored. */
export const asked = (...ids: string[]): AskedPaper => ({ id: ids[0] ?? '', ids })
/** The paper that `simOpenWork(number)` is about. */
export const article = (number: number): AskedPaper => asked(`doi:10.5555/jiv.2026.${number}`)
export const articles = (count: number): AskedPaper[] => Array.from({ length: count }, (_, index) => article(index + 1))

/** A source and a simulated OpenAlex with these works for each test. */
export function useOpenalex() {
  const stops: (() => unknown)[] = []
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop()
  })
  return function start(works: SimOpenWork[], options: Partial<ServiceOptions> = {}) {
    const simulator = startOpenalexSimulator({ works })
    stops.push(() => simulator.stop())
    const source = createOpenalexSource({
      apiUrl: simulator.apiUrl,
      gapMs: 0,
      contactEmail: 'ada@example.org',
      rateLimit: localRateLimit(),
      ...options,
      retries: { basePauseMs: 1, tries: 2, ...options.retries },
    })
    const { enrichment } = source
    if (enrichment.kind !== 'papers') throw new Error('it is asked about papers')
    const read = (papers: readonly AskedPaper[]): Promise<FactsPage> => enrichment.readFacts(papers, { signal })
    /** The filter of each list, and the path of each request for a single work. */
    const requested = () =>
      simulator.requests.map(({ url }) => {
        const { pathname, searchParams } = new URL(url, simulator.apiUrl)
        return searchParams.get('filter') ?? decodeURIComponent(pathname)
      })
    return { simulator, source, enrichment, read, requested }
  }
}
