import { afterAll, afterEach, beforeEach } from 'bun:test'
import { setClock } from '#api/platform/clock.ts'
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
import { useApp } from '#tests/support/app.ts'
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

/** The app with these services, on a Tuesday, and a search at one of them. */
export function useSearched() {
  const { simulators, sources } = simulateSearched()
  const app = useApp({ sources })
  beforeEach(() => {
    setClock(new Date('2026-11-24T12:00:00Z'))
    for (const { requests } of Object.values(simulators)) requests.length = 0
  })
  afterEach(() => setClock(null))
  afterAll(() => Promise.all(Object.values(simulators).map(({ stop }) => stop())))

  const search = (source: string, q: string, name = 'ada') =>
    app.as(name).papers.search.elsewhere.get({ query: { source, q } })
  /** The status and the message of a search that failed. */
  const failureOf = ({ status, error }: Awaited<ReturnType<typeof search>>) => [
    status,
    (error?.value as { error: { code: string; message: string } } | undefined)?.error.message,
  ]
  return { ...app, simulators, sources, search, failureOf }
}

let word = 0
/** The answers of the last minutes are kept by the words: each test has its own. */
export const ownWord = (): string => `lantern${(word += 1)}`
