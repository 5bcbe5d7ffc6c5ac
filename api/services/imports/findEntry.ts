import type { FileEntry } from '../../citations/fileEntry.ts'
import { parsePaperReference } from '../../search/query/idQuery.ts'
import { findReferredPaper } from '../../store/papers/paperLookup.ts'
import { findPapers, toPaper } from '../../store/papers/papers.ts'
import type { Paper } from '../../contract/papers.ts'
import { splitAuthorName } from '../../text/authorName.ts'
import { canonicalPageAddress, isPrivateFeedAddress } from '../../text/feedAddress.ts'
import { foldWords } from '../../text/words.ts'
import type { Product } from '../product.ts'
import { nameOfPage, titlePhrase } from '../papers/paperReference.ts'

/** The paper that an entry of a file names: a paper of the library, an id that a source can be asked for, or neither. */
export type FoundEntry = { paper: Paper } | { missing: string; source: string } | { reason: 'unknown' | 'ambiguous' }

const CANDIDATES = 20

/**
 * Finds the paper of an entry: by its ids, else by exactly its title and one of its authors, without regard to case and
 * accents. A similar title is another paper. `missing` is a natural id ("arxiv:2611.90001") and `source` the name of the
 * source that knows it. An id of a source of preprints is asked for at once. The DOI of an article is asked for only when no
 * paper has its title: the library may have its preprint. A line that is an address without an id is that of a page, which
 * is read for the paper that it names.
 */
export async function findEntry(
  { index, sources }: Pick<Product, 'index' | 'sources'>,
  entry: FileEntry,
): Promise<FoundEntry> {
  const references = entry.ids.flatMap((text) => parsePaperReference(text) ?? [])
  for (const reference of references) {
    const stored = await findReferredPaper(reference)
    if (stored !== null) return { paper: toPaper(stored) }
  }
  const chosen = sources.chooseLookUp(references.map(({ id }) => id))
  const asked = chosen && { missing: chosen.id, source: chosen.source.name }
  if (asked && chosen.source.journals === undefined) return asked
  const address = asked === undefined ? canonicalPageAddress(entry.title ?? '') : null
  if (address !== null && sources.canLookUp(address) && !isPrivateFeedAddress(address))
    return { missing: address, source: nameOfPage(address) }
  const [paper, ...others] = await findByTitle(index, entry)
  if (paper !== undefined && others.length === 0) return { paper }
  return asked ?? { reason: paper === undefined ? 'unknown' : 'ambiguous' }
}

async function findByTitle(index: Product['index'], { title, authors }: FileEntry): Promise<Paper[]> {
  const words = foldWords(title ?? '')
  const phrase = titlePhrase(words)
  if (phrase === '') return []
  const { hits } = await index.search({ q: `title:"${phrase}"`, limit: CANDIDATES })
  const papers = await findPapers(hits.map(({ id }) => id))
  const families = new Set(authors.map(familyOf))
  return [...papers.values()].filter(
    (paper) =>
      foldWords(paper.title).join(' ') === words.join(' ') &&
      (authors.length === 0 || paper.authors.some(({ name }) => families.has(familyOf(name)))),
  )
}

/** The folded family name of "Linde, Ada" or "Ada Linde"; the whole name if it has no family name. */
function familyOf(name: string): string {
  const [family = '', given] = name.split(',')
  return foldWords(given === undefined ? splitAuthorName(name).family || name : family).join('')
}
