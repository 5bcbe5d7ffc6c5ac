import { Type, type Static } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { AskedPaper, Facts, FactsPage } from '../enriching.ts'
import { toAbstract, toCount, toSecureAddress, toSummary, toWorkId } from '../factValues.ts'
import { maybe, MaybeText as Text, parseJson, readEntry } from '../jsonRecords.ts'

const PAGES = 'https://www.semanticscholar.org/'

export const PaperId = Type.String({ pattern: '^[0-9a-f]{40}$' })
export const ExternalIds = maybe(
  Type.Object({ ArXiv: Text, DOI: Text, PubMed: maybe(Type.Union([Type.String(), Type.Integer()])) }),
)

/** The fields of a paper that are read. Others, and absent ones, are fine. */
const Paper = Type.Object({
  paperId: PaperId,
  externalIds: ExternalIds,
  url: Text,
  title: Text,
  abstract: Text,
  citationCount: maybe(Type.Integer()),
  tldr: maybe(Type.Object({ text: Text })),
  openAccessPdf: maybe(Type.Object({ url: Text })),
})
type Paper = Static<typeof Paper>
const Names = Type.Object({ paperId: PaperId, externalIds: ExternalIds })

/** What is asked for of each paper, besides its `paperId`, which is always sent. */
export const FIELDS = Object.keys(Paper.properties)
  .filter((name) => name !== 'paperId')
  .join(',')

/** How an entry names its paper. */
interface Named {
  paperId: string
  /** In canonical form. */
  ids: string[]
}

/**
 * Parses the answer to a batch of `papers`: a list in their order, with null for unknown ones. An entry that cannot be used
 * is returned with the reason. Throws SyntaxError for any other list.
 */
export function parsePapers(
  body: string,
  { papers, invalidUtf8 = false }: { papers: readonly AskedPaper[]; invalidUtf8?: boolean },
): FactsPage {
  const answer = parseBatch(body, papers.length)
  const page: FactsPage = { facts: new Map(), rejected: [] }
  const isOfAnother = compareNames(answer, papers)
  for (const [position, paper] of papers.entries()) {
    const item: unknown = answer[position]
    if (item === null) continue
    const entry = readEntry(item, {
      schema: Paper,
      invalidUtf8,
      read(one) {
        if (isOfAnother(position)) throw new Error('it is about another one of the papers')
        return toFacts(one, paper)
      },
    })
    if ('value' in entry) page.facts.set(paper.id, entry.value)
    else page.rejected.push(entry)
  }
  return page
}

function toFacts(item: Paper, paper: AskedPaper): Facts {
  const links = idsOf(item)
    .filter((id) => !paper.ids.includes(id))
    .map((to) => ({ type: 'same-as' as const, to }))
  const abstract = toAbstract(item.abstract)
  const summary = toSummary(item.tldr?.text)
  const citations = toCount(item.citationCount)
  const pdf = toSecureAddress(item.openAccessPdf?.url)
  return {
    url: pageOf(item),
    ...(abstract !== undefined && { abstract }),
    ...(summary !== undefined && { summary }),
    ...(citations !== undefined && { citations }),
    ...(pdf !== undefined && { pdf_url: pdf }),
    ...(links.length > 0 && { links }),
  }
}

export function pageOf({ url, paperId }: Pick<Paper, 'url' | 'paperId'>): string {
  const page = toSecureAddress(url)
  return page?.startsWith(PAGES) ? page : `${PAGES}paper/${paperId}`
}

/** Identifiers in canonical form. Of arXiv's own DOI and its id only the id. */
export function idsOf({ externalIds }: Pick<Paper, 'externalIds'>): string[] {
  const { ArXiv, DOI, PubMed } = externalIds ?? {}
  const [arxiv, doi, pmid] = [`arXiv:${ArXiv}`, DOI, `pmid:${PubMed}`].map(toWorkId)
  return [
    ...(arxiv?.startsWith('arxiv:') ? [arxiv] : []),
    ...(doi != null && !doi.startsWith('arxiv:') ? [doi] : []),
    ...(pmid?.startsWith('pmid:') ? [pmid] : []),
  ]
}

/**
 * Parses the answer to a batch as JSON: a list in the order of its `count` papers, with null for unknown ones. Throws SyntaxError for any
 * other list.
 */
export function parseBatch(body: string, count: number): unknown[] {
  const answer = parseJson(body)
  if (!Array.isArray(answer)) throw new SyntaxError('it is no list of papers')
  if (answer.length !== count) throw new SyntaxError(`it has ${answer.length} entries for ${count} papers`)
  return answer
}

/**
 * Returns whether the entry at a position names another paper that was asked about and not its own. A record that the service
 * has merged, which is the entry of both, does not.
 */
export function compareNames(answer: readonly unknown[], papers: readonly AskedPaper[]): (position: number) => boolean {
  const entries = answer.map((item): Named | null =>
    Value.Check(Names, item) ? { paperId: item.paperId, ids: idsOf(item) } : null,
  )
  const positions = new Map(papers.flatMap(({ ids }, position) => ids.map((id) => [id, position] as const)))
  return (position) => {
    const entry = entries[position]
    if (!entry || entry.ids.some((id) => papers[position]?.ids.includes(id))) return false
    const others = entry.ids.flatMap((id) => positions.get(id) ?? [])
    return others.some((other) => entries[other]?.paperId !== entry.paperId)
  }
}
