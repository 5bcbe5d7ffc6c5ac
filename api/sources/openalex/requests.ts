import { listDoiForms } from '../../text/doiVersions.ts'
import type { ApiService } from '../apiService.ts'
import type { FetchedResponse } from '../boundedFetch.ts'
import type { AskedPaper, FactsPage } from '../enriching.ts'
import { chooseId, joinPages } from '../factValues.ts'
import { parseResponse } from '../parsing/parseResponse.ts'
import { SELECTED, type WorksPage } from './works.ts'

/** What papers are asked about with, in this order. */
export const PREFIXES = ['doi:', 'pmid:', 'arxiv:'] as const
/** Values of a filter and works of a list, as the service allows. */
const LIST_MAX = 100
/** Of the values of a filter as they are sent, in characters: an address stays below 4 kB. */
const FILTER_MAX = 3_000
/** Papers that a list left out and that are asked for one by one. Most of them are not known yet. */
const SINGLE_MAX = 25
/** DOIs that lists can have: short ones without characters that have a meaning in filters, a comma, a bar, "!" or "<". */
const LISTABLE = /^[\w./():;-]{1,120}$/
/** The service answers in JSON or with the page of its framework. */
const NOT_FOUND = /"error"|The requested URL was not found on the server/

/** A paper and what it is asked for by: a DOI or a PMID. */
interface Asked {
  paper: AskedPaper
  value: string
}

interface Options {
  service: ApiService
  signal: AbortSignal
}

/**
 * Reads the facts about papers with a DOI, an arXiv id or a PMID, in lists. A DOI that lists cannot have is asked for alone, and
 * so are some that they left out: a list does not find a preprint that was merged into its article.
 */
export async function readFacts(papers: readonly AskedPaper[], options: Options): Promise<FactsPage> {
  const [byDoi, byPmid]: [Asked[], Asked[]] = [[], []]
  for (const paper of papers) {
    const id = chooseId(paper, PREFIXES)
    if (id?.prefix === 'pmid:') byPmid.push({ paper, value: id.rest })
    else if (id !== null) byDoi.push({ paper, value: id.prefix === 'arxiv:' ? `10.48550/arxiv.${id.rest}` : id.rest })
  }
  const { listed = [], alone = [] } = Object.groupBy(byDoi, ({ value }) => (LISTABLE.test(value) ? 'listed' : 'alone'))
  const lists = [...(await readLists('doi', listed, options)), ...(await readLists('pmid', byPmid, options))]
  const named = new Set(lists.flatMap((page) => page.named))
  const isPreprint = ({ value }: Asked) => value.startsWith('10.48550/')
  const left = listed
    .filter(({ paper: { ids } }) => !ids.some((id) => named.has(id)))
    .toSorted((one, other) => Number(isPreprint(other)) - Number(isPreprint(one)))
    .slice(0, SINGLE_MAX)
  const singles: FactsPage[] = []
  for (const asked of [...alone, ...left]) singles.push(await readSingle(asked, options))
  return joinPages([...lists, ...singles])
}

/** Reads the works with these DOIs or PMIDs, as many as fit each time. */
async function readLists(filter: 'doi' | 'pmid', asked: readonly Asked[], options: Options): Promise<WorksPage[]> {
  const pages: WorksPage[] = []
  for (let done = 0; done < asked.length;) {
    const batch: Asked[] = []
    const values: string[] = []
    for (const one of asked.slice(done)) {
      // The DOIs of some preprint servers have a version, which the id of a paper has not.
      const forms = filter === 'doi' ? listDoiForms(one.value) : [one.value]
      const { length } = encodeURIComponent([...values, ...forms].join('|'))
      if (batch.length > 0 && (values.length + forms.length > LIST_MAX || length > FILTER_MAX)) break
      batch.push(one)
      values.push(...forms)
    }
    done += batch.length
    pages.push(await readList(`${filter}:${values.join('|')}`, batch, options))
  }
  return pages
}

async function readList(filter: string, asked: readonly Asked[], { service, signal }: Options): Promise<WorksPage> {
  const address = await service.addressOf('/works', { filter, select: SELECTED, per_page: String(LIST_MAX) })
  const papers = asked.map(({ paper }) => paper)
  return service.fetcher.get(address, {
    signal,
    read: ({ body, invalidUtf8 }) => parseResponse('openalex', body, { papers, max: LIST_MAX, invalidUtf8 }),
  })
}

/** Reads the work with this DOI, which costs nothing of the budget that the service has for us. */
async function readSingle({ paper, value }: Asked, { service, signal }: Options): Promise<FactsPage> {
  const address = await service.addressOf(`/works/doi:${encodeURIComponent(value)}`, { select: SELECTED })
  return service.fetcher.get(address, {
    signal,
    acceptIf: isUnknown,
    read(answer): FactsPage | Promise<FactsPage> {
      if (isUnknown(answer)) return joinPages([])
      return parseResponse('openalex', answer.body, {
        papers: [paper],
        isSingle: true,
        invalidUtf8: answer.invalidUtf8,
      })
    },
  })
}

const isUnknown = ({ status, body }: FetchedResponse): boolean => status === 404 && NOT_FOUND.test(body)
