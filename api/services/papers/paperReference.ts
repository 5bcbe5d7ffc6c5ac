import { SEARCH_QUERY_MAX } from '../../contract/limits.ts'
import { parsePaperReference } from '../../search/query/idQuery.ts'
import { editDistance } from '../../search/order/suggestions.ts'
import { findReferredPaper } from '../../store/papers/paperLookup.ts'
import { findPaper, findPapers, type PaperRecord } from '../../store/papers/papers.ts'
import { foldWords } from '../../text/words.ts'
import type { Product } from '../product.ts'

/** Titles that are not exactly the one asked for are compared from this many words on. */
const COMPARED_WORDS_MIN = 4
/** Least share of common words (Dice coefficient) of such a title. */
const SIMILARITY_MIN = 0.8
/** Words of a title that are searched for as a phrase; the search ignores the words after its maximum. */
const PHRASE_WORDS = 30
const CANDIDATES = 20

export interface ReferredPaper {
  /** The natural id that the reference names or that was found by its title; null when there is neither. */
  id: string | null
  /** The stored paper, if any. */
  paper: PaperRecord | null
}

/** What is asked for the paper of the page at `address`, in the words of the messages to readers. */
export const nameOfPage = (address: string): string => `the page at ${new URL(address).hostname}`

/** An id as people write it, without the name of the source: "PMC9990001", "10.5555/a", "2026/7". */
export const shownId = (id: string): string => id.replace(/^pmc:/, 'PMC').replace(/^[a-z]+:/, '')

/** Finds the paper that a reader means by an id, DOI, address or title. */
export async function findReferred({ index }: Pick<Product, 'index'>, ref: string): Promise<ReferredPaper> {
  const reference = parsePaperReference(ref)
  if (reference !== null) {
    const paper = await findReferredPaper(reference)
    return { id: paper?._id ?? reference.id, paper }
  }
  const stored = await findPaper(ref)
  if (stored !== null) return { id: stored._id, paper: stored }
  // The words of any other address are not a title.
  const id = /^\w+:\/\/\S+$/.test(ref) ? null : await findByTitle(index, ref)
  return { id, paper: id === null ? null : await findPaper(id) }
}

/**
 * Returns the id of the paper with this title, or with the title that is clearly meant: with at least 4 words, and with
 * nearly the same words or containing all of them in a row. Of several the most similar one is returned, then the one
 * announced last, then the one with the lowest id.
 */
async function findByTitle(index: Product['index'], ref: string): Promise<string | null> {
  const words = foldWords(ref)
  const phrase = titlePhrase(words)
  if (phrase === '') return null
  const search = async (q: string) => (await index.search({ q, limit: CANDIDATES })).hits.map(({ id }) => id)
  const withPhrase = await search(`title:"${phrase}"`)
  const papers = await findPapers(withPhrase.length > 0 ? withPhrase : await search(phrase))
  const [best] = [...papers.values()]
    .map(({ id, title, announced_on }) => ({
      id,
      on: announced_on ?? '',
      similarity: compareTitles(words, foldWords(title)),
    }))
    .filter(({ similarity }) => similarity > 0)
    .toSorted(
      (one, other) =>
        other.similarity - one.similarity || compareText(other.on, one.on) || compareText(one.id, other.id),
    )
  return best?.id ?? null
}

/**
 * The first words of a title, as many as a reader's search may have: at most `SEARCH_QUERY_MAX` characters. A text from a
 * file can be a single word of its whole size.
 */
export function titlePhrase(words: readonly string[]): string {
  let phrase = ''
  for (const word of words.slice(0, PHRASE_WORDS)) {
    const next = phrase === '' ? word : `${phrase} ${word}`
    if (next.length > SEARCH_QUERY_MAX) break
    phrase = next
  }
  return phrase
}

const compareText = (one: string, other: string) => Number(one > other) - Number(one < other)

/** Returns 2 for the same title, up to 1 for a similar one, 0 for a title that is not clearly the one meant. */
function compareTitles(wanted: readonly string[], title: readonly string[]): number {
  const [wantedText, titleText] = [` ${wanted.join(' ')} `, ` ${title.join(' ')} `]
  if (wantedText === titleText) return 2
  if (wanted.length < COMPARED_WORDS_MIN) return 0
  const missing = withoutWords(wanted, title)
  const extra = withoutWords(title, wanted)
  const shareOf = (common: number) => (2 * common) / (wanted.length + title.length)
  const similarity = shareOf(wanted.length - missing.length)
  if (titleText.includes(wantedText)) return similarity
  const misspelt = missing.filter((word) => extra.some((other) => isSpelling(word, other)))
  // A word in place of another one is another title ("part I" and "part II"), unless it is misspelt.
  if (extra.length > 0 && misspelt.length < missing.length) return 0
  return shareOf(wanted.length - missing.length + misspelt.length) >= SIMILARITY_MIN ? similarity : 0
}

/** The words of `words` that are not in `others`; each word there counts once. */
function withoutWords(words: readonly string[], others: readonly string[]): string[] {
  const left = [...others]
  return words.filter((word) => {
    const at = left.indexOf(word)
    if (at !== -1) left.splice(at, 1)
    return at === -1
  })
}

/** Whether the words differ by one letter, or by two if they are long. Short words and numbers are never misspelt. */
function isSpelling(one: string, other: string): boolean {
  const most = one.length < 7 ? 1 : 2
  return one.length > 3 && !/\d/.test(one + other) && editDistance(one, other, most) <= most
}
