import { CITED_TITLES_MAX, CITES_MIN } from '../../contract/limits.ts'
import type { Reason } from '../../contract/reasons.ts'
import { findAliases, type Aliases } from '../../store/papers/joins.ts'
import { findTitles } from '../../store/papers/paperFacts.ts'
import { findCites } from '../../store/papers/references.ts'
import { findSavedPapers } from '../../store/readers/papersByReader.ts'
import type { Reader } from '../../store/readers/users.ts'

/** Returns that a paper cites papers of the reader's list, as a reason; none for one that cites fewer than two. */
type CitesReasons = (reader: Pick<Reader, '_id'>, paperId: string) => Reason[]

/**
 * Which of the papers cite two or more that are on the list of their reader now. Like a topic it is not stored with the card:
 * what a paper cites is often known only days after it was delivered. One read for all readers. The aliases are read if not
 * `known`.
 */
export async function findCitesReasons(
  wanted: readonly { reader: Pick<Reader, '_id'>; paper_ids: readonly string[] }[],
  known?: Aliases,
): Promise<CitesReasons> {
  const cards = known ?? (await findAliases([...new Set(wanted.flatMap(({ paper_ids }) => paper_ids))]))
  const cites = await findCites(cards.withRecords(wanted.flatMap(({ paper_ids }) => paper_ids)))
  if (cites.size === 0) return () => []
  const cited = [...new Set([...cites.values()].flat())]
  const readers = wanted.map(({ reader }) => reader._id).toSorted()
  const [{ paperOf }, saved] = await Promise.all([
    findAliases(cited),
    findSavedPapers(cited, { first: readers[0] ?? '', last: readers.at(-1) ?? '' }),
  ])
  /** The saved papers that a paper cites, each once. */
  const citedBy = (reader: string, paperId: string): string[] => {
    const own = saved.get(reader)
    if (own === undefined) return []
    const found = cards.recordsOf(paperId).flatMap((record) => cites.get(record) ?? [])
    return [...new Set(found.filter((id) => own.has(id)).map(paperOf))]
  }
  const listed = wanted.flatMap(({ reader, paper_ids }) => paper_ids.flatMap((id) => citedBy(reader._id, id)))
  const titles = await findTitles([...new Set(listed)])
  return ({ _id }, paperId) => {
    const papers = citedBy(_id, paperId)
    if (papers.length < CITES_MIN) return []
    const named = papers.flatMap((id) => {
      const title = titles.get(id)
      return title === undefined ? [] : [{ id, title }]
    })
    return [{ kind: 'cites', text: `${papers.length} of yours`, papers: named.slice(0, CITED_TITLES_MAX) }]
  }
}
