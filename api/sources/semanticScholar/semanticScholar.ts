import { askForPapers } from '../askForPapers.ts'
import { createApiService, type ApiService, type ServiceOptions } from '../apiService.ts'
import type { FactsPage } from '../enriching.ts'
import { joinPages } from '../factValues.ts'
import { parseResponse } from '../parsing/parseResponse.ts'
import { withParameters } from '../probes.ts'
import type { EnrichingSource, SourceWith } from '../source.ts'
import { createCiting } from './citing.ts'
import { LISTED_FIELDS } from './listedPapers.ts'
import { FIELDS } from './papers.ts'
import { isTooLarge, knowsNone, PREFIXES, toAskedIds, type Asked } from './requests.ts'

/** One request a second over all endpoints, as keys allow. */
const GAP_MIN_MS = 1_100
const REQUESTS_PER_DAY = 1_000
/** Papers are known one to fourteen days after they appeared. */
const ASKED_ON_DAYS = [1, 3, 7, 14, 30]
const BATCH_MAX = 500
/** A 429 has no `Retry-After`: the clients of the service wait for a minute and longer. */
const RETRIES = { tries: 3, basePauseMs: 60_000, pauseMaxMs: 300_000 }

/**
 * Semantic Scholar: citations, summaries by a program, abstracts and PDFs of papers of all fields. It is of no use without a
 * key, because all requests without one share a small budget.
 */
export function createSemanticScholarSource(options: ServiceOptions): EnrichingSource & SourceWith<'papers'> {
  const service = createApiService(
    {
      id: 's2',
      name: 'Semantic Scholar',
      host: /(^|\.)semanticscholar\.org$/,
      gapMinMs: GAP_MIN_MS,
      key: 'required',
      keyHeaders: (key) => ({ 'x-api-key': key }),
      requestsPerDay: REQUESTS_PER_DAY,
      retries: RETRIES,
      probe: {
        request: withParameters({ query: 'lantern', limit: '1', fields: 'title' }, '/paper/search'),
        expected: /^\s*\{\s*"total"\s*:/,
      },
    },
    options,
  )
  return {
    ...service.base,
    papers: {
      search: (words, { limit, ...reading }) =>
        askForPapers(service, {
          path: '/paper/search',
          // It has no query language here, and finds nothing for a word with a hyphen.
          parameters: {
            query: words.join(' ').replaceAll(/[^\p{L}\p{N}\p{M} ]/gu, ' '),
            fields: LISTED_FIELDS,
            limit: String(limit),
          },
          kind: 'semanticScholarList',
          options: reading,
        }),
    },
    enrichment: {
      kind: 'papers',
      prefixes: PREFIXES,
      extent: 'all',
      askedOnDays: ASKED_ON_DAYS,
      batchMax: BATCH_MAX,
      async readFacts(papers, { signal }) {
        const asked = toAskedIds(papers)
        return asked.length === 0 ? joinPages([]) : readBatch(asked, service, signal)
      },
      citing: createCiting(service),
    },
  }
}

/** Asks about the papers of one request, and in two halves when the answer would be too large. */
async function readBatch(asked: Asked, service: ApiService, signal: AbortSignal): Promise<FactsPage> {
  const papers = asked.map(({ paper }) => paper)
  const page = await service.fetcher.get(await service.addressOf('/paper/batch', { fields: FIELDS }), {
    signal,
    json: { ids: asked.map(({ id }) => id) },
    acceptIf: (answer) => isTooLarge(answer, asked.length) || knowsNone(answer),
    read(answer) {
      if (isTooLarge(answer, asked.length)) return null
      if (knowsNone(answer)) return joinPages([])
      return parseResponse('semanticScholar', answer.body, { papers, invalidUtf8: answer.invalidUtf8 })
    },
  })
  if (page !== null) return page
  const [first] = asked
  if (asked.length === 1 && first !== undefined)
    return { facts: new Map(), rejected: [{ reason: 'it is larger than an answer may be', raw: first.id }] }
  const middle = Math.ceil(asked.length / 2)
  const half = await readBatch(asked.slice(0, middle), service, signal)
  return joinPages([half, await readBatch(asked.slice(middle), service, signal)])
}
