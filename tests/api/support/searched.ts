import { createAdsSource } from '#api/sources/ads/ads.ts'
import { createEuropepmcSource } from '#api/sources/europepmc/europepmc.ts'
import { createInspireSource } from '#api/sources/inspire/inspire.ts'
import { createSemanticScholarSource } from '#api/sources/semanticScholar/semanticScholar.ts'
import { mongoRateLimit } from '#api/store/sources/rateLimit.ts'
import { withKey } from '#tests/api/sources/useService.ts'
import { startAdsSimulator } from '#tests/simulators/ads.ts'
import { startEuropepmcSimulator } from '#tests/simulators/europepmc.ts'
import { startInspireSimulator } from '#tests/simulators/inspire.ts'
import { startSemanticScholarSimulator } from '#tests/simulators/semanticScholar.ts'
import { FAST_RETRIES, simulateArxiv, simulatePubmed } from './pipeline.ts'

const optionsOf = ({ apiUrl }: { apiUrl: string }) => ({
  apiUrl,
  gapMs: 0,
  contactEmail: 'papers@example.org',
  rateLimit: mongoRateLimit(),
  retries: FAST_RETRIES,
  ...withKey('invented-key'),
})

/** Starts the simulated services at which papers can be searched, and creates their sources. */
export function simulateSearched() {
  const { simulator: arxiv, sources } = simulateArxiv()
  const { simulator: pubmed, pubmed: pubmedSource } = simulatePubmed()
  const [europepmc, inspire, ads, scholar] = [
    startEuropepmcSimulator(),
    startInspireSimulator(),
    startAdsSimulator(),
    startSemanticScholarSimulator(),
  ]
  ads.keys.add('invented-key')
  for (const source of [
    pubmedSource,
    createEuropepmcSource(optionsOf(europepmc)),
    createInspireSource(optionsOf(inspire)),
    createAdsSource(optionsOf(ads)),
    createSemanticScholarSource(optionsOf(scholar)),
  ])
    sources.set(source.id, source)
  const simulators = { arxiv, pubmed, europepmc, inspire, ads, s2: scholar }
  return { simulators, sources }
}

/** The id of a source at which papers can be searched. */
export type SearchedId = keyof ReturnType<typeof simulateSearched>['simulators']

let word = 0
/** The answers of the last minutes are kept by the words: each test has its own. */
export const ownWord = (): string => `lantern${(word += 1)}`
