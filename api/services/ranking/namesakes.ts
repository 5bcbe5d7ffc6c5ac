import { readMention, type Mention } from '../../ranking/people/mention.ts'
import { findByAuthorNames, findNamedPapers, type NamedPaper } from '../../store/papers/authorNames.ts'
import { findAliases } from '../../store/papers/joins.ts'
import { readAuthorName, splitAuthorName } from '../../text/authorName.ts'
import { matchAuthor } from '../../text/matchAuthor.ts'
import { canonicalId } from '../../text/taxonomy/taxonomy.ts'
import { collapseUmlauts, expandUmlauts } from '../../text/umlauts.ts'
import { featurePapers } from './featuredPapers.ts'

/** Papers of one name that are compared, the newest. */
const PAPERS_MAX = 200
/** Names whose papers are kept in memory. Many readers follow the same ones. */
const NAMES_KEPT = 200

export interface NamedPapers {
  /** The newest first. */
  mentions: readonly Mention[]
  /** Whether the library has more of them. */
  more: boolean
  /** The ids of all records of a paper of them. */
  recordsOf: (paperId: string) => readonly string[]
}

let kept: { change: string; byName: Map<string, Promise<NamedPapers>> } = { change: '', byName: new Map() }

/**
 * The newest papers of the library with an author of this name, written in a usual way or as in `spellings`. Kept in
 * memory while `change`, the key of `findNewestChange`, is the same.
 */
export async function readNamesakes(
  author: string,
  { spellings = [], change }: { spellings?: readonly string[] | undefined; change: string },
): Promise<NamedPapers> {
  if (kept.change !== change || kept.byName.size >= NAMES_KEPT) kept = { change, byName: new Map() }
  const { byName } = kept
  const names = [...new Set([...spellingsOf(author), ...spellings])]
  const key = JSON.stringify([author, ...names.toSorted()])
  const known = byName.get(key)
  if (known) return known
  const read = readNamed(author, names)
  byName.set(key, read)
  // The next call tries again.
  read.catch(() => byName.delete(key))
  return read
}

async function readNamed(author: string, names: readonly string[]): Promise<NamedPapers> {
  const papers = await findByAuthorNames(names, PAPERS_MAX + 1)
  const shown = papers.slice(0, PAPERS_MAX)
  const { recordsOf } = await findAliases(shown.map(({ _id }) => _id))
  return { mentions: await toMentions(author, shown), more: papers.length > PAPERS_MAX, recordsOf }
}

/** The mentions of the author on these papers, of those that have one. */
export const readMentions = async (author: string, ids: readonly string[]): Promise<Mention[]> =>
  toMentions(author, await findNamedPapers(ids))

/** The usual ways to write a name. */
function spellingsOf(author: string): string[] {
  const { given, family } = splitAuthorName(author)
  const initial = given.slice(0, 1)
  if (given === '') return [author]
  const ways = [
    author,
    `${given} ${family}`,
    `${family} ${given}`,
    `${family}, ${given}`,
    `${initial}. ${family}`,
    `${initial} ${family}`,
    `${family} ${initial}`,
    `${family}, ${initial}.`,
  ]
  // "Müller" is found without its accent, and written "Mueller"; "Mueller" is found as "Müller".
  return ways.flatMap((way) => [way, expandUmlauts(way), collapseUmlauts(way.toLowerCase())])
}

async function toMentions(author: string, papers: readonly NamedPaper[]): Promise<Mention[]> {
  const wanted = readAuthorName(author)
  // The texts alone: the names are what is compared.
  const featured = await featurePapers(papers.map((paper) => ({ ...paper, authors: [], categories: [] })))
  return papers.flatMap(({ _id: id, authors, categories }, index) => {
    const matches = authors.map(({ name }) => matchAuthor(wanted, readAuthorName(name)))
    const at = matches.includes('same') ? matches.indexOf('same') : matches.indexOf('maybe')
    const features = featured[index]?.features
    if (at === -1 || features === undefined) return []
    return [readMention({ id, authors, categories: categories.map(canonicalId), features }, at)]
  })
}
