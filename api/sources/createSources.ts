import type { Config } from '../platform/config.ts'
import { resolvePublicHost, resolveReadersHost } from '../platform/resolveHost.ts'
import { createAdsSource } from './ads/ads.ts'
import { createArxivSource } from './arxiv/arxiv.ts'
import { createBiorxivSource } from './biorxiv/biorxiv.ts'
import type { ClientOptions } from './clientOptions.ts'
import { createCrossrefSource } from './crossref/crossref.ts'
import { createEprintSource } from './eprint/eprint.ts'
import { createEuropepmcSource } from './europepmc/europepmc.ts'
import { createFeedSource, type FeedStore } from './feed/feed.ts'
import { createHuggingfaceSource } from './huggingface/huggingface.ts'
import { createInspireSource } from './inspire/inspire.ts'
import { createOpenalexSource } from './openalex/openalex.ts'
import { createOpenreviewSource, type VenueStore } from './openreview/openreview.ts'
import { createPubmedSource, type PubmedOptions } from './pubmed/pubmed.ts'
import { createRetractionWatchSource } from './retractionWatch/retractionWatch.ts'
import { createSemanticScholarSource } from './semanticScholar/semanticScholar.ts'
import type { RefusedKeys } from './refusedKeys.ts'
import type { RateLimit } from './requestSlots.ts'
import { Sources } from './sources.ts'

/** What the clients of sources read from the library and record in it. */
interface Library {
  rateLimit: RateLimit
  /** What an admin has set for a source; `apiUrl` is its address by default. */
  readSettings: (source: { id: string; apiUrl: string }) => ReturnType<NonNullable<ClientOptions['readSettings']>>
  /** Hooks that record what becomes of the requests to a source. */
  followRequests: (
    id: string,
    name: string,
  ) => Pick<ClientOptions, 'onBreaker' | 'onRequestFailed' | 'onRequestSucceeded'>
  /** Keeps which keys of a source its service refuses. */
  keepRefusedKeys: (id: string) => RefusedKeys
  /** Counts a request to a source; see `takeFromBudget`. */
  takeRequest: (id: string, requestsPerDay: number | undefined, isWithoutKey?: boolean) => Promise<number>
  readQueries: PubmedOptions['readQueries']
  feedStore: FeedStore
  venueStore: VenueStore
}

/** The sources by id. Of several ids of one paper, that of the first source is asked for. */
export function createSources(config: Config, library: Library): Sources {
  const { contactEmail, sources: settings } = config
  const { rateLimit } = library
  const common = (id: string, name: string, apiUrl = '') => ({
    contactEmail,
    rateLimit,
    ...(config.publicSourcesOnly && { resolve: resolvePublicHost }),
    readSettings: () => library.readSettings({ id, apiUrl }),
    refusedKeys: library.keepRefusedKeys(id),
    takeFromBudget: (requestsPerDay?: number, isWithoutKey?: boolean) =>
      library.takeRequest(id, requestsPerDay, isWithoutKey),
    ...library.followRequests(id, name),
  })
  const { enriching } = settings
  const facts = (id: keyof typeof enriching, name: string) => ({
    apiUrl: enriching[id],
    ...common(id, name, enriching[id]),
  })
  return new Sources([
    createArxivSource({ ...settings.arxiv, ...common('arxiv', 'arXiv') }),
    createBiorxivSource({ server: 'biorxiv', ...settings.biorxiv, ...common('biorxiv', 'bioRxiv') }),
    createBiorxivSource({ server: 'medrxiv', ...settings.biorxiv, ...common('medrxiv', 'medRxiv') }),
    createEprintSource({ ...settings.eprint, ...common('eprint', 'IACR ePrint') }),
    createPubmedSource({
      ...settings.pubmed,
      readQueries: library.readQueries,
      ...common('pubmed', 'PubMed', settings.pubmed.apiUrl),
    }),
    createCrossrefSource({ ...settings.crossref, ...common('crossref', 'Crossref') }),
    createOpenreviewSource({
      ...settings.openreview,
      store: library.venueStore,
      ...common('openreview', 'OpenReview', settings.openreview.apiUrl),
    }),
    createFeedSource({
      contactEmail,
      gapMs: settings.feed.gapMs,
      rateLimit,
      publicOnly: config.production,
      ...(config.publicSourcesOnly && { resolve: (host: string) => resolveReadersHost(host) }),
      readSettings: common('feed', 'Feeds').readSettings,
      store: library.feedStore,
    }),
    createSemanticScholarSource(facts('s2', 'Semantic Scholar')),
    createOpenalexSource(facts('openalex', 'OpenAlex')),
    createEuropepmcSource(facts('europepmc', 'Europe PMC')),
    createHuggingfaceSource(facts('hf', 'Hugging Face')),
    createInspireSource(facts('inspire', 'INSPIRE')),
    createAdsSource(facts('ads', 'NASA ADS')),
    createRetractionWatchSource({
      apiUrl: settings.retractionWatch,
      ...common('retraction-watch', 'Retraction Watch', settings.retractionWatch),
    }),
  ])
}
