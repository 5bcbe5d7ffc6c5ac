import { readWords } from '../../text/words.ts'
import { exactAuthorTags } from '../query/authorTags.ts'
import type { Condition, Words } from '../query/condition.ts'
import { isCommonWord } from '../query/loosen.ts'
import type { Piece, ValuePiece } from '../query/piece.ts'
import { readPieces } from '../query/queryPieces.ts'
import type { CountPapers } from './library.ts'

/** In words. A longer query is a sentence. */
const QUERY_MAX = 10
/** In words: "Stephen M. de Bruyn Kops". */
const NAME_MAX = 6
/** A name that this many times as many papers have in their text as an author is the name of a thing. */
const TEXTS_PER_PAPER = 3

/** A name of an author of the library in the text of a query. */
export interface TypedAuthor {
  name: string
  start: number
  end: number
  /** Written as one word: "Ashe-Linden". */
  isOneWord: boolean
}

/**
 * Finds the names of authors of the library among the loose words of a query, the longest first: words side by side that
 * are one person's name, or a family name of several parts.
 */
export function findTypedAuthors(count: CountPapers, q: string): TypedAuthor[] {
  const pieces = readPieces(q) ?? []
  if (pieces.length > QUERY_MAX) return []
  const names = pieces.flatMap((_, first) => namesFrom(pieces, first, q))
  // Most queries have no author: one look for all names.
  if (names.length === 0 || count({ kind: 'or', items: names.map(byExactly) }, 0) === 0) return []
  const found: TypedAuthor[] = []
  for (const name of names.toSorted((one, other) => other.end - other.start - (one.end - one.start)))
    if (found.every(({ start, end }) => name.end <= start || name.start >= end) && isAuthor(count, name))
      found.push(name)
  return found.toSorted((one, other) => one.start - other.start)
}

const isLooseValue = (piece: Piece | undefined): piece is ValuePiece =>
  piece?.kind === 'value' && piece.field === null && !piece.quoted && !piece.prefix

/** Returns the names that begin with a piece of the query. */
function namesFrom(pieces: readonly Piece[], first: number, q: string): TypedAuthor[] {
  const names: TypedAuthor[] = []
  for (let last = first; last < first + NAME_MAX; last++) {
    const [begin, end] = [pieces[first], pieces[last]]
    if (!isLooseValue(begin) || !isLooseValue(end)) break
    const name = q.slice(begin.start, end.start + end.text.length)
    const isOneWord = first === last
    if (isOneWord ? !/^\p{L}{2,}-\p{L}{2,}$/u.test(name) : !mayBeName(name)) continue
    if (exactAuthorTags(name).length === 0) continue
    names.push({ name, start: begin.start, end: begin.start + name.length, isOneWord })
  }
  return names
}

/** "A Bell" may be a bell, and "the lantern" is none; an initial of a name has a point, or follows the family name. */
function mayBeName(name: string): boolean {
  const [first = '', ...rest] = name.split(/\s+/)
  const last = rest.at(-1) ?? ''
  if (!/^[\p{L}\p{M}.,'’ -]+$/u.test(name) || /^\p{L}$/u.test(first)) return false
  // Letters that join the parts of a name, and particles, are common words of English, too: "do Couto e Silva".
  return !isCommonWord(last.toLowerCase()) && !['the', 'of', 'and', 'for', 'with'].includes(first.toLowerCase())
}

const byExactly = ({ name }: TypedAuthor): Condition => ({ kind: 'author', name, isExact: true })

function isAuthor(count: CountPapers, author: TypedAuthor): boolean {
  const papers = count(byExactly(author), 1_000)
  if (papers === 0) return false
  const words = readWords(author.name)
  const phrase = (field: 'title' | 'abstract'): Words => {
    return { kind: 'words', field, words, prefix: false, quoted: true, loose: false }
  }
  const inText: Condition = { kind: 'or', items: [phrase('title'), phrase('abstract')] }
  const texts = count(inText, TEXTS_PER_PAPER * papers)
  return texts <= TEXTS_PER_PAPER * papers
}

/** A condition for all words, or as the names of authors. */
export interface WithAuthors {
  /** The papers by these authors, or with the words of their names. */
  either: Condition
  /** Only the papers by these authors. */
  authored: Condition
  /** As typed, with names of one word as authors, so that "Ashe-Linden" is not searched as "Ashe". */
  typed: Condition
}

/** Reads the loose words of the condition that are in the names as authors. */
export function readAuthors(condition: Condition, authors: readonly TypedAuthor[]): WithAuthors | null {
  let items = condition.kind === 'and' ? [...condition.items] : [condition]
  let [authored, typed] = [items, items]
  for (const author of authors) {
    const isCovered = (item: Condition) => isWithin(item, author)
    const covered = items.filter(isCovered)
    if (covered.length === 0) continue
    const by = byExactly(author)
    const words: Condition = covered.length === 1 && covered[0] ? covered[0] : { kind: 'and', items: covered }
    const either: Condition = { kind: 'or', items: [by, words], isTerm: true }
    const replace = (all: readonly Condition[], one: Condition) => {
      const at = all.findIndex(isCovered)
      return all.flatMap((item, index) => (index === at ? [one] : isCovered(item) ? [] : [item]))
    }
    if (author.isOneWord) typed = replace(typed, either)
    authored = replace(authored, by)
    items = replace(items, either)
  }
  if (authored.every(({ kind }) => kind !== 'author')) return null
  return { either: toAnd(items), authored: toAnd(authored), typed: toAnd(typed) }
}

const toAnd = (items: readonly Condition[]): Condition =>
  items.length === 1 && items[0] ? items[0] : { kind: 'and', items }

/** Whether the words are in the name; of alternatives those of one. */
function isWithin(item: Condition, author: TypedAuthor): boolean {
  if (item.kind === 'or') return item.isTerm === true && item.items.some((one) => isWithin(one, author))
  if (item.kind !== 'words' || !item.loose) return false
  return item.words.every(({ start, end }) => start >= author.start && end <= author.end)
}
