import type { Interests } from '../contract/users.ts'
import { authorKeys, readAuthorName, type AuthorName } from '../text/authorName.ts'
import { matchAuthor, type AuthorMatch } from '../text/matchAuthor.ts'
import { pluralForms } from '../text/plurals.ts'
import { toAmerican } from '../text/spelling.ts'
import { stemWord } from '../text/stems.ts'
import { variantsOf } from '../text/variants.ts'
import { foldWords } from '../text/words.ts'
import {
  findOnce,
  findPhrase,
  indexWords,
  readPaperWords,
  type DayWords,
  type IndexedAuthor,
  type PaperText,
  type Phrase,
} from './dayWords.ts'

/** The interests of a reader, ready to be looked for in many days. Made by `compileInterests`. */
export interface CompiledInterests {
  keywords: readonly { text: string; words: readonly string[] }[]
  authors: readonly NamedAuthor[]
  mutedTerms: CompiledInterests['keywords']
  mutedAuthors: readonly NamedAuthor[]
}

interface NamedAuthor {
  /** As the reader wrote it. */
  text: string
  name: AuthorName
  keys: readonly string[]
}

/** Reads the interests of a reader, once for all days and papers. */
export const compileInterests = ({ keywords, authors, muted_terms, muted_authors }: Interests): CompiledInterests => ({
  keywords: readTerms(keywords),
  authors: authors.map(toNamedAuthor),
  mutedTerms: readTerms(muted_terms),
  mutedAuthors: muted_authors.map(toNamedAuthor),
})

const readTerms = (texts: readonly string[]) =>
  texts.map((text) => ({ text, words: foldWords(text) })).filter(({ words }) => words.length > 0)

function toNamedAuthor(text: string): NamedAuthor {
  const name = readAuthorName(text)
  return { text, name, keys: authorKeys(name) }
}

/** Whether an author of a paper of the day is known to be another person than the one with this name. */
export type IsOther = (author: string, position: number) => boolean
const noOther: IsOther = () => false

/**
 * Returns the papers that the reader muted: position in the day -> the muted author or term, as the reader wrote it. A
 * term hides the papers with it in the title or abstract, in any of the ways to write it that a keyword is found by, and in
 * the singular and plural, but in no other inflection, so that "lens" does not hide "lensing". Of several words, all in a
 * row. A name hides only the papers of
 * authors who are the same by `matchAuthor`, and not another person by `isOther`.
 */
export function findMutes(
  { mutedTerms, mutedAuthors }: CompiledInterests,
  day: DayWords,
  isOther: IsOther = noOther,
): Map<number, string> {
  const muted = new Map<number, string>()
  for (const { text, words } of mutedTerms) {
    const find = () => [...new Set(findWays(words, day, PLURALS).map(({ first }) => day.positions[first] ?? 0))]
    for (const position of findOnce(day, `muted ${text}`, find)) muted.set(position, text)
  }
  for (const author of mutedAuthors)
    for (const { position, match } of findAuthor(author, day))
      if (match === 'same' && !isOther(author.text, position)) muted.set(position, author.text)
  return muted
}

/** Returns the muted author or term that hides one paper, or null; see `findMutes`. */
export const findMute = (paper: PaperText, interests: Interests): string | null =>
  findMutes(compileInterests(interests), indexWords([readPaperWords(paper)])).get(0) ?? null

export interface KeywordMatch {
  /** Of the paper in the day. */
  position: number
  /** As the reader wrote it. */
  keyword: string
  /** As the paper writes it: "large language models" for the keyword "LLM". */
  written: string
  /** "title" if the keyword is in both. */
  field: 'title' | 'abstract'
}

/**
 * Returns the papers that contain a keyword in any of its forms: inflected, in British or American spelling, hyphenated
 * or not, and in its short or long form by the abbreviations of the day. One match for each keyword and paper, in the
 * order of the keywords.
 */
export const findKeywords = ({ keywords }: CompiledInterests, day: DayWords): KeywordMatch[] =>
  keywords.flatMap((keyword) => findOnce(day, `keyword ${keyword.text}`, () => findKeyword(keyword, day)))

/** Which forms of a word are the same word. */
interface Inflection {
  list: 'stems' | 'plain'
  formsOf: (word: string) => ReadonlySet<string>
}
const INFLECTED: Inflection = { list: 'stems', formsOf: (word) => new Set([stemWord(word)]) }
const PLURALS: Inflection = { list: 'plain', formsOf: (word) => new Set([...pluralForms(word)].map(toAmerican)) }

/** Returns where the words are in the day, written in any way of `variantsOf`: the numbers of the first and last word. */
function findWays(words: readonly string[], day: DayWords, { list, formsOf }: Inflection) {
  const frequencyOf = (word: string) =>
    [...formsOf(word)].reduce((sum, form) => sum + (day[list].numbers.get(form)?.length ?? 0), 0)
  const ways = [words, ...variantsOf(words, { frequencyOf, abbreviations: day.abbreviations })]
  return ways.flatMap((way) => {
    const phrase: Phrase = way.map(formsOf)
    return findPhrase(day[list], phrase).map((first) => ({ first, last: first + way.length - 1 }))
  })
}

function findKeyword({ text, words }: CompiledInterests['keywords'][number], day: DayWords): KeywordMatch[] {
  const found = new Map<number, { first: number; last: number }>()
  for (const { first, last } of findWays(words, day, INFLECTED)) {
    const position = day.positions[first] ?? 0
    const known = found.get(position)
    // The title comes first.
    if (!known || first < known.first) found.set(position, { first, last })
  }
  return [...found].map(([position, { first, last }]) => ({
    position,
    keyword: text,
    written: day.write(first, last),
    field: day.isInTitle(first) ? 'title' : 'abstract',
  }))
}

export interface FollowedAuthor {
  /** As the reader wrote it. */
  author: string
  /** Of the paper in the day. */
  position: number
  /** As the paper writes it. */
  name: string
  match: AuthorMatch
}

/** Returns the authors of papers whom the reader follows, each once for a paper and entry of the reader. */
export const findFollowedAuthors = ({ authors }: CompiledInterests, day: DayWords): FollowedAuthor[] =>
  authors.flatMap((author) => findAuthor(author, day))

/** As `findFollowedAuthors`, of those whom the reader mutes; only the same by `matchAuthor`. */
export const findMutedAuthors = ({ mutedAuthors }: CompiledInterests, day: DayWords): FollowedAuthor[] =>
  mutedAuthors.flatMap((author) => findAuthor(author, day)).filter(({ match }) => match === 'same')

const findAuthor = ({ text, name, keys }: NamedAuthor, day: DayWords): readonly FollowedAuthor[] =>
  findOnce(day, `author ${text}`, () => {
    // Listed under several words of a name, an author is found by each of them.
    const candidates = new Map<string, IndexedAuthor>()
    for (const one of keys.flatMap((key) => day.authors.get(key) ?? []))
      candidates.set(`${one.position} ${one.name}`, one)
    return [...candidates.values()].flatMap((one) => {
      const match = matchAuthor(name, one.parsed)
      return match === null ? [] : [{ author: text, position: one.position, name: one.name, match }]
    })
  })
