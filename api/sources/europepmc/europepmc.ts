import { listDoiForms, splitDoiVersion } from '../../text/doiVersions.ts'
import { askForPapers } from '../askForPapers.ts'
import { createApiService, type ApiService, type ServiceOptions } from '../apiService.ts'
import type { AskedPaper, EnrichmentByPaper, Facts, FactsPage } from '../enriching.ts'
import { matchEntries, type Match } from '../factEntries.ts'
import { quoteWords } from '../listedPapers.ts'
import { parseResponse } from '../parsing/parseResponse.ts'
import { withParameters } from '../probes.ts'
import type { EnrichingSource, SourceWith } from '../source.ts'
import { ROWS_MAX, searchForPapers } from '../termSearch.ts'

export type EuropepmcSource = EnrichingSource & SourceWith<'papers'> & { readonly enrichment: EnrichmentByPaper }

/** It states no limit: one request a second, one at a time. */
const GAP_MIN_MS = 1_000
const REQUESTS_PER_DAY = 2_000
const PREFIXES = ['doi:', 'pmid:', 'pmc:']
/** It is one to two days behind the preprint servers, sometimes two weeks. */
const ASKED_ON_DAYS = [0, 1, 3, 7, 14, 30]
const BATCH_MAX = 40
/** The DOI without a version and those of the first versions: hardly any preprint without an abstract has more. */
const FORMS_MAX = 3

/** Europe PMC: abstracts and citations of papers of the life sciences that have no abstract yet. */
export function createEuropepmcSource(options: ServiceOptions): EuropepmcSource {
  const service = createApiService(
    {
      id: 'europepmc',
      name: 'Europe PMC',
      host: /(^|\.)ebi\.ac\.uk$/,
      gapMinMs: GAP_MIN_MS,
      requestsPerDay: REQUESTS_PER_DAY,
      probe: {
        request: withParameters({ query: 'EXT_ID:1', resultType: 'idlist', format: 'json', pageSize: '1' }, '/search'),
        expected: /"resultList"/,
      },
    },
    options,
  )
  return {
    ...service.base,
    papers: {
      search: (words, { limit, ...reading }) =>
        askForPapers(service, {
          path: '/search',
          parameters: { query: quoteWords(words), resultType: 'core', format: 'json', pageSize: String(limit) },
          kind: 'europepmcList',
          options: reading,
        }),
    },
    enrichment: {
      kind: 'papers',
      prefixes: PREFIXES,
      extent: 'without-abstract',
      askedOnDays: ASKED_ON_DAYS,
      batchMax: BATCH_MAX,
      readFacts: (papers, { signal }) => readFacts(papers, service, signal),
    },
  }
}

async function readFacts(
  papers: readonly AskedPaper[],
  { fetcher, addressOf }: Omit<ApiService, 'base'>,
  signal: AbortSignal,
): Promise<FactsPage> {
  const { entries, rejected } = await searchForPapers(papers, {
    prefixes: PREFIXES,
    toTerms,
    async search(query) {
      const parameters = { query, resultType: 'core', format: 'json', pageSize: String(ROWS_MAX) }
      return fetcher.get(await addressOf('/search', parameters), {
        signal,
        read: ({ body, invalidUtf8 }) => parseResponse('europepmc', body, { invalidUtf8 }),
      })
    },
  })
  return { facts: new Map(matchEntries(papers, entries).map((match) => [match.paper.id, toFacts(match)])), rejected }
}

/** Those of the first record with an abstract, else of the first one. */
function toFacts({ paper, entries }: Match): Facts {
  const entry = entries.find(({ facts }) => facts.abstract !== undefined) ?? entries[0]
  const { links = [], ...facts } = entry.facts
  // A link says what the record itself is: that of a preprint says nothing about an article.
  const own = entry.ids.includes(paper.id) ? links.filter(({ to }) => !paper.ids.includes(to)) : []
  return { ...facts, ...(own.length > 0 && { links: own }) }
}

function toTerms(id: string, prefix: string): string[] {
  if (prefix === 'pmid:') return [`EXT_ID:${id}`]
  if (prefix === 'pmc:') return [`PMCID:PMC${id}`]
  const forms = listDoiForms(splitDoiVersion(id).key).slice(0, FORMS_MAX)
  return [id, ...forms].map((doi) => `DOI:"${doi}"`)
}
