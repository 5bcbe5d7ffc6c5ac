import type { Interests } from '../contract/users.ts'
import { authorKeys, readAuthorName, type AuthorName } from '../text/authorName.ts'
import { matchAuthor, type AuthorMatch } from '../text/matchAuthor.ts'
import { pluralForms } from '../text/plurals.ts'
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
  mutedTerms: readonly { text: string; phrase: Phrase }[]
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
  keywords: keywords.map((text) => ({ text, words: foldWords(text) })).filter(({ words }) => words.length > 0),
  authors: authors.map(toNamedAuthor),
  mutedTerms: muted_terms
    .map((text) => ({ text, phrase: foldWords(text).map(pluralForms) }))
    .filter(({ phrase }) => phrase.length > 0),
  mutedAuthors: muted_authors.map(toNamedAuthor),
})

function toNamedAuthor(text: string): NamedAuthor {
  const name = readAuthorName(text)
  return { text, name, keys: authorKeys(name) }
}

/**
 * Returns the papers that the reader muted: position in the day -> the muted author or term, as the reader wrote it. A
 * term hides the papers with it in the title or abstract, in any case, with or without accents, singular or plural; no
 * other form, so that "generic" does not hide "generate". Of several words, all in a row. A name hides only the papers of
 * authors who are the same by `matchAuthor`.
 */
export function findMutes({ mutedTerms, mutedAuthors }: CompiledInterests, day: DayWords): Map<number, string> {
  const muted = new Map<number, string>()
  for (const { text, phrase } of mutedTerms) {
    const find = () => [...new Set(findPhrase(day.folded, phrase).map((first) => day.positions[first] ?? 0))]
    for (const position of findOnce(day, `muted ${text}`, find)) muted.set(position, text)
  }
  for (const author of mutedAuthors)
    for (const { position, match } of findAuthor(author, day)) if (match === 'same') muted.set(position, author.text)
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

function findKeyword({ text, words }: CompiledInterests['keywords'][number], day: DayWords): KeywordMatch[] {
  const frequencyOf = (word: string) => day.stems.numbers.get(stemWord(word))?.length ?? 0
  const found = new Map<number, { first: number; last: number }>()
  for (const form of [words, ...variantsOf(words, { frequencyOf, abbreviations: day.abbreviations })]) {
    const phrase = form.map((word) => new Set([stemWord(word)]))
    for (const first of findPhrase(day.stems, phrase)) {
      const position = day.positions[first] ?? 0
      const known = found.get(position)
      // The title comes first.
      if (!known || first < known.first) found.set(position, { first, last: first + form.length - 1 })
    }
  }
  return [...found].map(([position, { first, last }]) => ({
    position,
    keyword: text,
    written: day.write(first, last),
    field: day.isInTitle(first) ? 'title' : 'abstract',
  }))
}

export interface FollowedAuthor {
  /** Of the paper in the day. */
  position: number
  /** As the paper writes it. */
  name: string
  match: AuthorMatch
}

/** Returns the authors of papers whom the reader follows, each once for a paper, with the better match. */
export function findFollowedAuthors({ authors }: CompiledInterests, day: DayWords): FollowedAuthor[] {
  const found = new Map<string, FollowedAuthor>()
  for (const author of authors)
    for (const one of findAuthor(author, day)) {
      const key = `${one.position} ${one.name}`
      if (found.get(key)?.match !== 'same') found.set(key, one)
    }
  return [...found.values()]
}

const findAuthor = ({ text, name, keys }: NamedAuthor, day: DayWords): readonly FollowedAuthor[] =>
  findOnce(day, `author ${text}`, () => {
    const candidates = new Set<IndexedAuthor>(keys.flatMap((key) => day.authors.get(key) ?? []))
    return [...candidates].flatMap((one) => {
      const match = matchAuthor(name, one.parsed)
      return match === null ? [] : [{ position: one.position, name: one.name, match }]
    })
  })
