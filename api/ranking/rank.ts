import type { AnnounceType, Reason } from '../contract/papers.ts'
import type { Interests } from '../contract/users.ts'
import { readNameWords } from '../text/nameWords.ts'
import { pluralForms } from '../text/plurals.ts'
import { canonicalCategory } from '../text/taxonomy/taxonomy.ts'
import { foldWords, stemWord, tokenize } from '../text/words.ts'
import { isSameAuthor } from './sameAuthor.ts'

/** What the ranker reads of a paper. */
export interface RankingPaper {
  id: string
  title: string
  abstract: string
  authors: readonly string[]
  categories: readonly string[]
  primary_category: string | null
  announce_type: AnnounceType | null
  announced_on: string | null
  published_at: Date | null
}

/** What the ranker knows of a reader. */
export interface ReaderProfile {
  category_ids: readonly string[]
  interests: Interests
}

export interface RankedPaper {
  id: string
  score: number
  /** What gave the score, strongest first. Empty when nothing of the reader's profile is in the paper. */
  reasons: Reason[]
}

/** What each thing adds. A named author outweighs a keyword, and any word of the reader's outweighs the category. */
const WEIGHT = { author: 3, keywordInTitle: 2.5, keywordInAbstract: 1.5, primary: 1, crossListed: 0.5, recency: 0.1 }
/** A further match of the same kind adds this share of the one before: ten keywords are not ten times one. */
const FURTHER = 0.5
/** Days after which the bonus for being new is half. */
const RECENCY_HALF_DAYS = 3
const DAY_MS = 86_400_000

/**
 * The candidates in the order a reader should meet them, best first; muted ones are left out. Pure: it asks for no
 * time and no chance, the order of the input does not matter, and equal scores stand newest first, then by id.
 */
export function rank(candidates: readonly RankingPaper[], reader: ReaderProfile): RankedPaper[] {
  const wishes = readWishes(reader)
  const kept = candidates.filter((paper) => !hasMuted(paper, wishes))
  const newest = kept.reduce((latest, paper) => Math.max(latest, dateOf(paper)), -Infinity)
  return kept
    .map((paper) => ({ paper, ranked: score(paper, wishes, newest) }))
    .sort(
      (one, other) =>
        other.ranked.score - one.ranked.score ||
        dateOf(other.paper) - dateOf(one.paper) ||
        (one.paper.id < other.paper.id ? -1 : Number(one.paper.id > other.paper.id)),
    )
    .map(({ ranked }) => ranked)
}

/**
 * Whether a reader asked not to see this paper, by a term in title or abstract or by an author. Case, accents, singular
 * and plural of a term do not matter. Unlike keywords it is not stemmed: "generic" does not hide "generate".
 */
export const isMuted = (paper: RankingPaper, interests: Interests): boolean =>
  hasMuted(paper, readWishes({ category_ids: [], interests }))

interface Wish {
  /** As the reader wrote it. */
  text: string
  words: readonly string[]
}
/** Words in a row, each with all forms that count as that word. */
type Phrase = readonly ReadonlySet<string>[]
interface Wishes {
  categories: ReadonlySet<string>
  keywords: { text: string; phrase: Phrase }[]
  authors: Wish[]
  mutedTerms: Phrase[]
  mutedAuthors: Wish[]
}

function readWishes({ category_ids, interests }: ReaderProfile): Wishes {
  return {
    categories: new Set(category_ids.map(toCanonical)),
    keywords: toWishes(interests.keywords, tokenize).map(({ text, words }) => ({
      text,
      phrase: words.map((stem) => new Set([stem])),
    })),
    authors: toWishes(interests.authors, readNameWords),
    mutedTerms: toWishes(interests.muted_terms, foldWords).map(({ words }) => words.map(pluralForms)),
    mutedAuthors: toWishes(interests.muted_authors, readNameWords),
  }
}

const toWishes = (texts: readonly string[], read: (text: string) => string[]): Wish[] =>
  texts.map((text) => ({ text, words: read(text) })).filter(({ words }) => words.length > 0)

function score(paper: RankingPaper, wishes: Wishes, newest: number): RankedPaper {
  const found = [...findCategory(paper, wishes), ...findKeywords(paper, wishes), ...findAuthors(paper, wishes)]
  found.sort((one, other) => other.weight - one.weight)
  const times = new Map<Reason['kind'], number>()
  let total = 0
  for (const { reason, weight } of found) {
    const before = times.get(reason.kind) ?? 0
    times.set(reason.kind, before + 1)
    total += weight * FURTHER ** before
  }
  const date = dateOf(paper)
  if (Number.isFinite(date)) total += WEIGHT.recency * 0.5 ** ((newest - date) / DAY_MS / RECENCY_HALF_DAYS)
  return { id: paper.id, score: total, reasons: found.map(({ reason }) => reason) }
}

interface CheckResult {
  reason: Reason
  weight: number
}

/** The one category that counts most: the primary one when the reader chose it, else the first cross-listed one. */
function findCategory(paper: RankingPaper, { categories }: Wishes): CheckResult[] {
  const primary = paper.primary_category === null ? null : toCanonical(paper.primary_category)
  if (primary !== null && categories.has(primary))
    return [{ reason: { kind: 'category', text: primary }, weight: WEIGHT.primary }]
  const crossed = paper.categories.map(toCanonical).find((category) => categories.has(category))
  return crossed === undefined ? [] : [{ reason: { kind: 'category', text: crossed }, weight: WEIGHT.crossListed }]
}

function findKeywords(paper: RankingPaper, { keywords }: Wishes): CheckResult[] {
  if (keywords.length === 0) return []
  const { title, abstract } = wordsOf(paper)
  return keywords.flatMap(({ text, phrase }) => {
    const weight = holds(title.stems, phrase)
      ? WEIGHT.keywordInTitle
      : holds(abstract.stems, phrase)
        ? WEIGHT.keywordInAbstract
        : 0
    return weight === 0 ? [] : [{ reason: { kind: 'keyword', text }, weight }]
  })
}

/** Says the author as the paper spells them. */
function findAuthors(paper: RankingPaper, { authors }: Wishes): CheckResult[] {
  if (authors.length === 0) return []
  return paper.authors
    .filter((name) => authors.some(({ words }) => isSameAuthor(words, readNameWords(name))))
    .map((text) => ({ reason: { kind: 'author', text }, weight: WEIGHT.author }))
}

function hasMuted(paper: RankingPaper, { mutedTerms, mutedAuthors }: Wishes): boolean {
  if (mutedAuthors.length > 0) {
    const names = paper.authors.map(readNameWords)
    if (mutedAuthors.some(({ words }) => names.some((name) => isSameAuthor(words, name)))) return true
  }
  if (mutedTerms.length === 0) return false
  const { title, abstract } = wordsOf(paper)
  return mutedTerms.some((phrase) => holds(title.folded, phrase) || holds(abstract.folded, phrase))
}

/** The same papers are ranked for many readers; their words are read once as long as the caller keeps the objects. */
const wordsRead = new WeakMap<RankingPaper, { title: TextWords; abstract: TextWords }>()

interface TextWords {
  folded: string[]
  stems: string[]
}

function wordsOf(paper: RankingPaper): { title: TextWords; abstract: TextWords } {
  const known = wordsRead.get(paper)
  if (known) return known
  const words = { title: readText(paper.title), abstract: readText(paper.abstract) }
  wordsRead.set(paper, words)
  return words
}

function readText(text: string): TextWords {
  const folded = foldWords(text)
  return { folded, stems: folded.map(stemWord) }
}

function holds(text: readonly string[], phrase: Phrase): boolean {
  for (const first of phrase[0] ?? [])
    for (let at = text.indexOf(first); at !== -1; at = text.indexOf(first, at + 1))
      if (phrase.every((forms, offset) => forms.has(text[at + offset] ?? ''))) return true
  return false
}

/** Codes that are no arXiv category (topics, other sources) stand for themselves. */
const toCanonical = (code: string): string => canonicalCategory(code) ?? code

/** Milliseconds; -Infinity when the paper has no date. */
function dateOf({ announced_on, published_at }: RankingPaper): number {
  if (announced_on !== null) return Date.parse(announced_on)
  return published_at?.getTime() ?? -Infinity
}
