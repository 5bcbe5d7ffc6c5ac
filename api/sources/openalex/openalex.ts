import { createApiService, type ServiceOptions } from '../apiService.ts'
import { withParameters } from '../probes.ts'
import type { EnrichingSource } from '../source.ts'
import { PREFIXES, readFacts } from './requests.ts'

/** Ten requests a second; the service allows a hundred. */
const GAP_MIN_MS = 100
/** Lists that are paid for from the daily budget without a key are 1,000; a part is left for tests of the address. */
const REQUESTS_PER_DAY = 800
const ASKED_ON_DAYS = [0, 1, 3, 7, 14, 30]
const BATCH_MAX = 50

/**
 * OpenAlex: abstracts, citations and PDFs of papers of all fields. It is asked about papers without an abstract, because the
 * budget of a day is small.
 */
export function createOpenalexSource(options: ServiceOptions): EnrichingSource {
  const service = createApiService(
    {
      id: 'openalex',
      name: 'OpenAlex',
      host: /(^|\.)openalex\.org$/,
      gapMinMs: GAP_MIN_MS,
      key: 'optional',
      keyHeaders: (key) => ({ authorization: `Bearer ${key}` }),
      requestsPerDay: REQUESTS_PER_DAY,
      probe: {
        request: withParameters({ filter: 'doi:10.5555/12345678', select: 'id', per_page: '1' }, '/works'),
        expected: /^\s*\{\s*"meta"\s*:/,
      },
    },
    options,
  )
  return {
    ...service.base,
    enrichment: {
      kind: 'papers',
      prefixes: PREFIXES,
      extent: 'without-abstract',
      askedOnDays: ASKED_ON_DAYS,
      batchMax: BATCH_MAX,
      readFacts: (papers, { signal }) => readFacts(papers, { service, signal }),
    },
  }
}
