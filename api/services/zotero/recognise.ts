import { isUnread, toEntry, type FileEntry } from '../../citations/fileEntry.ts'
import { parsePaperReference } from '../../search/query/idQuery.ts'
import type { ZoteroItem } from '../../sources/zotero/zotero.ts'
import type { ZoteroItemRecord } from '../../store/readers/zoteroItems.ts'
import { foldWords } from '../../text/words.ts'
import { findEntry } from '../imports/findEntry.ts'
import type { Product } from '../product.ts'

const TITLE_MAX = 300
const KEY_MAX = 500

/** What is found out about an item of the library. */
export type Recognised = Pick<
  ZoteroItemRecord,
  'title' | 'title_key' | 'author_key' | 'refs' | 'paper_id' | 'state' | 'wanted' | 'reason'
>

const isReference = (text: string) => parsePaperReference(text) !== null

/**
 * Finds the paper of an item as the import of a file does. A paper that the library lacks waits to be looked up if the
 * item teaches. A page without an id is not read: a library can have thousands of them.
 */
export async function recognise(
  product: Pick<Product, 'index' | 'sources'>,
  item: ZoteroItem,
  taught: boolean,
): Promise<Recognised> {
  const entry = toEntry(
    { title: [item.title], authors: item.authors, notes: [item.extra], ids: { exact: item.ids } },
    isReference,
  )
  const title = (item.title || 'An item without a title').slice(0, TITLE_MAX)
  const named = { ...namesOf(item), title, refs: isUnread(entry) ? [] : refsOf(entry) }
  const missing = (reason: string): Recognised => ({
    ...named,
    paper_id: null,
    state: taught ? 'missing' : 'outside',
    wanted: null,
    reason,
  })
  if (isUnread(entry)) return missing('It has no title and no id, DOI or address of a paper.')
  const found = await findEntry(product, entry)
  if ('paper' in found)
    return { ...named, paper_id: found.paper.id, state: taught ? 'found' : 'outside', wanted: null, reason: null }
  if ('reason' in found)
    return missing(
      found.reason === 'ambiguous'
        ? 'Several papers of the library have this title.'
        : 'It has no id that a source can be asked for, and no paper of the library has its title.',
    )
  if (/^https?:/.test(found.missing)) return missing('It is a page that names no paper.')
  return {
    ...named,
    paper_id: null,
    state: taught ? 'waiting' : 'outside',
    wanted: found.missing,
    reason: `It is looked up at ${found.source}.`,
  }
}

const refsOf = ({ ids }: FileEntry): string[] => [
  ...new Set(ids.flatMap((text) => parsePaperReference(text)?.id ?? [])),
]

/** The keys of the title and of the first author, "Quillfeather, Mirela" or "Mirela Quillfeather". */
export function namesOf({ title, authors }: Pick<ZoteroItem, 'title' | 'authors'>) {
  const words = authors[0]?.includes(',') ? authors[0].split(',').toReversed().join(' ') : (authors[0] ?? '')
  return {
    title_key: foldWords(title).join(' ').slice(0, KEY_MAX),
    author_key: foldWords(words).at(-1)?.slice(0, KEY_MAX) ?? '',
  }
}
