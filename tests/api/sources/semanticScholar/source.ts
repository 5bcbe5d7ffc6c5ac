import { afterEach } from 'bun:test'
import type { ServiceOptions } from '#api/sources/apiService.ts'
import type { AskedPaper, FactsPage } from '#api/sources/enriching.ts'
import { createSemanticScholarSource } from '#api/sources/semanticScholar/semanticScholar.ts'
import { localRateLimit } from '#tests/simulators/rateLimit.ts'
import { startSemanticScholarSimulator, type SimScholarPaper } from '#tests/simulators/semanticScholar.ts'

export const { signal } = new AbortController()
export const KEY = 'invented-key'

/** A paper with these identifiers, of which the first is the one under which it is stored. */
export const asked = (...ids: string[]): AskedPaper => ({ id: ids[0] ?? '', ids })
/** The paper that `simScholarPaper(number)` is about. */
export const arxivPaper = (number: number): AskedPaper => asked(`arxiv:2609.${90_000 + number}`)
export const arxivPapers = (count: number): AskedPaper[] =>
  Array.from({ length: count }, (_, index) => arxivPaper(index + 1))

/** A source with a key and a simulated Semantic Scholar with these papers for each test. */
export function useSemanticScholar() {
  const stops: (() => unknown)[] = []
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop()
  })
  return function start(papers: SimScholarPaper[], options: Partial<ServiceOptions> = {}) {
    const simulator = startSemanticScholarSimulator({ papers })
    stops.push(() => simulator.stop())
    const source = createSemanticScholarSource({
      apiUrl: simulator.apiUrl,
      gapMs: 0,
      contactEmail: 'ada@example.org',
      rateLimit: localRateLimit(),
      readSettings: async () => ({ gap_ms: null, addresses: {}, key: KEY }),
      ...options,
      retries: { basePauseMs: 1, tries: 2, ...options.retries },
    })
    const { enrichment } = source
    if (enrichment.kind !== 'papers') throw new Error('it is asked about papers')
    const read = (wanted: readonly AskedPaper[]): Promise<FactsPage> => enrichment.readFacts(wanted, { signal })
    /** The ids of each batch. */
    const batches = () => simulator.requests.map(({ json }) => (JSON.parse(json ?? '{}') as { ids?: string[] }).ids)
    return { simulator, source, enrichment, read, batches }
  }
}
