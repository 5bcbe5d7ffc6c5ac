import { createApiService, type ApiService, type ServiceOptions } from '../apiService.ts'
import type { FetchedResponse } from '../boundedFetch.ts'
import type { AskedPaper, FactsPage } from '../enriching.ts'
import { chooseId, joinPages, type IdPrefix } from '../factValues.ts'
import { parseResponse } from '../parsing/parseResponse.ts'
import { withParameters } from '../probes.ts'
import type { EnrichingSource } from '../source.ts'
import { FIELDS } from './papers.ts'

/** What the service calls the ids that are asked with, in this order. */
const ID_NAMES = { 'arxiv:': 'ARXIV:', 'doi:': 'DOI:', 'pmid:': 'PMID:', 'pmc:': 'PMCID:' } satisfies Record<
  IdPrefix,
  string
>
const PREFIXES = ['arxiv:', 'doi:', 'pmid:', 'pmc:'] as const
/** One request a second over all endpoints, as keys allow. */
const GAP_MIN_MS = 1_100
const REQUESTS_PER_DAY = 1_000
/** Papers are known one to fourteen days after they appeared. */
const ASKED_ON_DAYS = [1, 3, 7, 14, 30]
const BATCH_MAX = 500
/** A time-out (504) with fewer papers than these is an outage, not too large a request. */
const HALVED_MIN = 50
/** A 429 has no `Retry-After`: the clients of the service wait for a minute and longer. */
const RETRIES = { tries: 3, basePauseMs: 60_000, pauseMaxMs: 300_000 }

type Asked = readonly { paper: AskedPaper; id: string }[]

/**
 * Semantic Scholar: citations, summaries by a program, abstracts and PDFs of papers of all fields. It is of no use without a
 * key, because all requests without one share a small budget.
 */
export function createSemanticScholarSource(options: ServiceOptions): EnrichingSource {
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
    enrichment: {
      kind: 'papers',
      prefixes: PREFIXES,
      extent: 'all',
      askedOnDays: ASKED_ON_DAYS,
      batchMax: BATCH_MAX,
      async readFacts(papers, { signal }) {
        const asked = papers.flatMap((paper) => {
          const id = chooseId(paper, PREFIXES)
          return id === null ? [] : [{ paper, id: ID_NAMES[id.prefix] + id.rest }]
        })
        return asked.length === 0 ? joinPages([]) : readBatch(asked, service, signal)
      },
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

const isTooLarge = ({ status, body }: FetchedResponse, count: number): boolean =>
  (status === 400 && /exceed[a-z]* (?:the )?maximum size/i.test(body)) || (status === 504 && count > HALVED_MIN)

/** A batch of which no paper is known is refused, in place of a list of nulls. */
const knowsNone = ({ status, body }: FetchedResponse): boolean =>
  status === 400 && body.includes('No valid paper ids given')
