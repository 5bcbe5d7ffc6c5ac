import type { AskedPaper, Facts, FactsPage } from './enriching.ts'
import { linkDois, matchEntries, type FactEntry, type ReadEntries } from './factEntries.ts'

/** Entries that one answer has at most: more than there can be about the papers of one reading, except by mistake. */
export const ROWS_MAX = 100
/** In characters: an address stays below 8 kB when it is encoded. */
const QUERY_MAX = 3_000
const OR = ' OR '

/** The entries of one answer of a search. */
export interface SearchPage extends ReadEntries {
  /** Entries of the answer, including those that were rejected. */
  count: number
  /** Entries that the search found. */
  total: number
}

/**
 * The identifiers to ask for a paper with: all that begin with the first of `prefixes` that it has one for. Those with a
 * quote or a backslash, which would end the text of a query, are never asked for.
 */
function idsToAsk({ ids }: AskedPaper, prefixes: readonly string[]): string[] {
  const usable = ids.filter((id) => !/["\\\p{Cc}]/u.test(id))
  const prefix = prefixes.find((one) => usable.some((id) => id.startsWith(one)))
  return prefix === undefined ? [] : usable.filter((id) => id.startsWith(prefix))
}

/**
 * Searches for the entries that fit one of `terms`. A query that would be too long, or that finds more than one answer has,
 * is asked in two halves. Sends no request without terms.
 */
async function searchForAny(
  terms: readonly string[],
  search: (query: string) => Promise<SearchPage>,
): Promise<ReadEntries> {
  if (terms.length === 0) return { entries: [], rejected: [] }
  const query = terms.join(OR)
  const page = terms.length === 1 || query.length <= QUERY_MAX ? await search(query) : null
  if (page !== null && (terms.length === 1 || page.total <= ROWS_MAX)) return page
  const middle = Math.ceil(terms.length / 2)
  const first = await searchForAny(terms.slice(0, middle), search)
  const rest = await searchForAny(terms.slice(middle), search)
  return { entries: [...first.entries, ...rest.entries], rejected: [...first.rejected, ...rest.rejected] }
}

/** How a service is asked about papers by a search. */
interface PaperSearch {
  /** What the identifiers begin with that it knows, best first. */
  prefixes: readonly string[]
  /** The parts of a query that ask for an identifier: "10.5555/a" with the prefix "doi:". */
  toTerms: (id: string, prefix: string) => readonly string[]
  search: (query: string) => Promise<SearchPage>
}

/** Returns the entries that the search finds with the identifiers of `papers`. Throws what `search` throws. */
export function searchForPapers(
  papers: readonly AskedPaper[],
  { prefixes, toTerms, search }: PaperSearch,
): Promise<ReadEntries> {
  const terms = papers.flatMap((paper) =>
    idsToAsk(paper, prefixes).flatMap((id) => {
      const length = id.indexOf(':') + 1
      return toTerms(id.slice(length), id.slice(0, length))
    }),
  )
  return searchForAny([...new Set(terms)], search)
}

/**
 * The facts of a service with one record for a preprint and its article: what it says, with links to the DOIs that a paper
 * lacks. Throws what `search` throws.
 */
export async function readLinkedFacts(papers: readonly AskedPaper[], search: PaperSearch): Promise<FactsPage> {
  const { entries, rejected } = await searchForPapers(papers, search)
  const facts = matchEntries(papers, entries.toSorted(byCitations)).map(
    ({ paper, entries: [entry] }): [string, Facts] => {
      const links = linkDois(paper, entry)
      return [paper.id, { ...entry.facts, ...(links.length > 0 && { links }) }]
    },
  )
  return { facts: new Map(facts), rejected }
}

/** The most cited first: of two records of one work one has few citations until the service has merged them. */
const byCitations = ({ facts: one }: FactEntry, { facts: other }: FactEntry) =>
  (other.citations ?? 0) - (one.citations ?? 0) || (one.url < other.url ? -1 : 1)

/** Throws SyntaxError when entries are missing that should be on a page: a page without them looks like unknown papers. */
export function checkIsWhole({ count, total }: Pick<SearchPage, 'count' | 'total'>): void {
  if (count < Math.min(total, ROWS_MAX)) throw new SyntaxError(`it has ${count} records of ${total}`)
}
