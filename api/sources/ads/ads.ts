import { askForPapers } from '../askForPapers.ts'
import { createApiService, type ServiceOptions } from '../apiService.ts'
import type { EnrichmentByPaper } from '../enriching.ts'
import { quoteWords } from '../listedPapers.ts'
import { parseResponse } from '../parsing/parseResponse.ts'
import { withParameters } from '../probes.ts'
import type { EnrichingSource, SourceWith } from '../source.ts'
import { readLinkedFacts, ROWS_MAX } from '../termSearch.ts'
import { FIELDS } from './records.ts'
import { LISTED_FIELDS } from './listedDocs.ts'

export type AdsSource = EnrichingSource & SourceWith<'papers'> & { readonly enrichment: EnrichmentByPaper }

const GAP_MIN_MS = 1_000
/** A key allows 5,000, which its owner may need for other programs. */
const REQUESTS_PER_DAY = 2_500
const PREFIXES = ['arxiv:', 'doi:']
const ARCHIVES = ['astro-ph', 'gr-qc']
/** Journals come in weekly loads. */
const ASKED_ON_DAYS = [2, 7, 30]
const BATCH_MAX = 50
/** Its status while it is too busy. */
const TOO_BUSY = 499

/** NASA ADS: citations, and the article of a preprint, for papers of astronomy. It needs a key. */
export function createAdsSource(options: ServiceOptions): AdsSource {
  const service = createApiService(
    {
      id: 'ads',
      name: 'NASA ADS',
      host: /(^|\.)adsabs\.harvard\.edu$/,
      gapMinMs: GAP_MIN_MS,
      requestsPerDay: REQUESTS_PER_DAY,
      key: 'required',
      keyHeaders: (key) => ({ authorization: `Bearer ${key}` }),
      probe: {
        request: withParameters({ q: 'star', fl: 'bibcode', rows: '1' }, '/search/query'),
        expected: /"numFound"/,
      },
    },
    options,
  )
  return {
    ...service.base,
    papers: {
      search: (words, { limit, ...reading }) =>
        askForPapers(service, {
          path: '/search/query',
          parameters: { q: quoteWords(words), fl: LISTED_FIELDS, rows: String(limit) },
          kind: 'adsList',
          options: reading,
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
          toTerms: (id, prefix) => [prefix === 'doi:' ? `"${id}"` : `"arXiv:${id}"`],
          async search(query) {
            const parameters = { q: `identifier:(${query})`, fl: FIELDS, rows: String(ROWS_MAX) }
            return service.fetcher.get(await service.addressOf('/search/query', parameters), {
              signal,
              accept: [TOO_BUSY],
              read({ status, body, invalidUtf8 }) {
                if (status === TOO_BUSY) throw new SyntaxError(`it is too busy (${TOO_BUSY})`)
                return parseResponse('ads', body, { invalidUtf8 })
              },
            })
          },
        }),
    },
  }
}
