import { askForPapers } from '../askForPapers.ts'
import { createApiService, type ServiceOptions } from '../apiService.ts'
import type { EnrichmentByPaper } from '../enriching.ts'
import { parseResponse } from '../parsing/parseResponse.ts'
import { withParameters } from '../probes.ts'
import { quoteWords } from '../listedPapers.ts'
import type { RateLimit } from '../requestSlots.ts'
import type { EnrichingSource, SourceWith } from '../source.ts'
import { readLinkedFacts, ROWS_MAX } from '../termSearch.ts'
import { FIELDS } from './hits.ts'
import { LISTED_FIELDS } from './listedHits.ts'

export type InspireSource = EnrichingSource & SourceWith<'papers'> & { readonly enrichment: EnrichmentByPaper }

/** It allows 15 requests in five seconds. */
const GAP_MIN_MS = 500
/** Requests that it refuses count, too: it answers again when it was left alone for all of the five seconds. */
const SILENCE_MS = 5_000
const REQUESTS_PER_DAY = 2_000
const PREFIXES = ['arxiv:', 'doi:']
/** The other archives have hardly any paper in it. */
const ARCHIVES = ['hep-th', 'hep-ph', 'hep-lat', 'hep-ex', 'gr-qc', 'nucl-th', 'nucl-ex', 'astro-ph']
/** It has papers of arXiv a day later. */
const ASKED_ON_DAYS = [2, 7, 30]
const BATCH_MAX = 25

/** INSPIRE: citations, and the article of a preprint, for papers of high-energy physics and its neighbours. */
export function createInspireSource({ rateLimit, ...options }: ServiceOptions): InspireSource {
  const service = createApiService(
    {
      id: 'inspire',
      name: 'INSPIRE',
      host: /(^|\.)inspirehep\.net$/,
      gapMinMs: GAP_MIN_MS,
      requestsPerDay: REQUESTS_PER_DAY,
      probe: {
        request: withParameters({ q: 'control_number:1', fields: 'control_number', size: '1' }, '/literature'),
        expected: /"hits"/,
      },
    },
    { ...options, rateLimit: withSilence(rateLimit) },
  )
  return {
    ...service.base,
    papers: {
      search: (words, { limit, ...options }) =>
        askForPapers(service, {
          path: '/literature',
          // A word without quotes may be one of its query language.
          parameters: { q: quoteWords(words), fields: LISTED_FIELDS, size: String(limit) },
          kind: 'inspireList',
          options,
        }),
    },
    enrichment: {
      kind: 'papers',
      prefixes: PREFIXES,
      extent: 'all',
      archives: ARCHIVES,
      askedOnDays: ASKED_ON_DAYS,
      batchMax: BATCH_MAX,
      readFacts: (papers, { signal }) =>
        readLinkedFacts(papers, {
          prefixes: PREFIXES,
          toTerms,
          async search(query) {
            const parameters = { q: query, fields: FIELDS, size: String(ROWS_MAX) }
            return service.fetcher.get(await service.addressOf('/literature', parameters), {
              signal,
              read: ({ body, invalidUtf8 }) => parseResponse('inspire', body, { invalidUtf8 }),
            })
          },
        }),
    },
  }
}

/** An id of the old form has a slash, which has a meaning of its own in a query. */
function toTerms(id: string, prefix: string): string[] {
  if (prefix === 'doi:') return [`dois.value:"${id}"`]
  return [`arxiv_eprints.value:${id.includes('/') ? `"${id}"` : id}`]
}

/** The pause after an answer that asks to slow down is never shorter than the silence. */
const withSilence = (rateLimit: RateLimit): RateLimit => ({
  take: (key, options) => rateLimit.take(key, options),
  pause: (key, ms) => rateLimit.pause(key, Math.max(ms, SILENCE_MS)),
})
