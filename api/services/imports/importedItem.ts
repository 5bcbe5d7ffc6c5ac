import { NOTE_MAX, TAG_MAX, TAGS_MAX, type FoundBy } from '../../contract/limits.ts'
import type { Paper } from '../../contract/papers.ts'
import { nameOfCategory } from '../../contract/preprintServers.ts'
import type { ReadingStatus } from '../../contract/readingList.ts'
import { findAliases } from '../../store/papers/joins.ts'
import { addItem, type NewItem, findTags } from '../../store/readers/readingList.ts'
import { cleanTag, spellTags } from '../../text/tags.ts'
import { foldWords } from '../../text/words.ts'

/** What a file says about a paper beside its bibliographic data. */
export interface FileWords {
  notes: string
  tags: readonly string[]
  /** Only of an export of this product, whose note and tags are taken as they are. */
  status?: ReadingStatus
}

export interface ImportedPaper {
  paper: Paper
  words: FileWords
  at: Date
}

/** Writes that run at the same time. */
const SIDE_BY_SIDE = 10

/** Runs `run` for each item, ten at a time. Returns the results in order. */
export async function mapSideBySide<Item, Result>(items: readonly Item[], run: (item: Item) => Promise<Result>) {
  const results: Result[] = []
  for (let at = 0; at < items.length; at += SIDE_BY_SIDE)
    results.push(...(await Promise.all(items.slice(at, at + SIDE_BY_SIDE).map(run))))
  return results
}

/**
 * Adds papers to a reader's list with the notes and tags of their file. Returns for each whether it was added; papers on
 * the list already are not changed.
 */
export async function addImported(
  userId: string,
  papers: readonly ImportedPaper[],
  foundBy: FoundBy = 'import',
): Promise<boolean[]> {
  const known = (await findTags(userId)).map(({ tag }) => tag)
  const { recordsOf } = await findAliases(papers.map(({ paper }) => paper.id))
  const items = papers.map(({ paper, words, at }) => {
    const item = toItem(paper, words, known)
    known.push(...(item.tags ?? []))
    return { item: { ...item, record_ids: recordsOf(paper.id), found_by: foundBy }, at }
  })
  return mapSideBySide(items, async (each) => (await addItem(userId, each.item, each.at)).created)
}

/**
 * The item of an imported paper, within the limits of notes and tags. Without keywords that are categories of the paper,
 * and without a note that is its journal reference: citations have them there, exports of this product do not.
 */
function toItem(paper: Paper, words: FileWords, known: readonly string[]): NewItem {
  const { status } = words
  const isOwn = status !== undefined
  const journal = foldWords(paper.journal_ref ?? '').join(' ')
  const isJournal = (text: string) => !isOwn && journal !== '' && foldWords(text).join(' ') === journal
  const notes = words.notes
    .split('\n\n')
    .filter((part) => !isJournal(part))
    .join('\n\n')
  const categories = new Set(paper.categories.flatMap((code) => [code, nameOfCategory(code)]))
  const tags = words.tags
    .map(cleanTag)
    .filter((tag) => isOwn || !categories.has(tag))
    .map((tag) => tag.slice(0, TAG_MAX).trim())
  const spelled = spellTags(tags, known).slice(0, TAGS_MAX)
  // Without tags a paper that was removed from the list gets its own back.
  return {
    paper,
    notes: notes.slice(0, NOTE_MAX),
    ...(spelled.length > 0 && { tags: spelled }),
    ...(isOwn && { status }),
  }
}
