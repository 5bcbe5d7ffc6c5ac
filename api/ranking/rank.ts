import type { AnnounceType, Reason } from '../contract/papers.ts'
import type { Interests } from '../contract/users.ts'
import { readNameWords } from '../text/nameWords.ts'
import { pluralForms } from '../text/plurals.ts'
import { canonicalCategory } from '../text/taxonomy/taxonomy.ts'
import { stemWord } from '../text/stems.ts'
import { foldWords, tokenize } from '../text/words.ts'
import { isSameAuthor } from './sameAuthor.ts'

/** The fields of a paper that the ranking uses. */
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

/** The fields of a reader that the ranking uses. */
export interface ReaderProfile {
  category_ids: readonly string[]
  interests: Interests
}

export interface RankedPaper {
  id: string
  score: number
  /** The matches that contributed to the score, highest weight first. Empty when nothing in the profile matches. */
  reasons: Reason[]
}

/** Score of each kind of match. A followed author outweighs a keyword, and a keyword outweighs a category. */
const WEIGHT = { author: 3, keywordInTitle: 2.5, keywordInAbstract: 1.5, primary: 1, crossListed: 0.5, recency: 0.1 }
/** The weight of each further match of the same kind is multiplied by this factor once more. */
const REPEAT_FACTOR = 0.5
/** Half-life of the recency bonus, in days. */
const RECENCY_HALF_DAYS = 3
const DAY_MS = 86_400_000

/**
 * Returns the candidates sorted by score, best first, without the muted ones. Equal scores are sorted newest first,
 * then by id. Deterministic: uses neither the current time nor random numbers, and ignores the order of the input.
 */
export function rank(candidates: readonly RankingPaper[], reader: ReaderProfile): RankedPaper[] {
  const profile = compileProfile(reader)
  const kept = candidates.filter((paper) => matchingMute(paper, profile) === null)
  const newest = kept.reduce((latest, paper) => Math.max(latest, dateOf(paper)), -Infinity)
  return kept
    .map((paper) => ({ paper, ranked: score(paper, profile, newest) }))
    .sort(
      (one, other) =>
        other.ranked.score - one.ranked.score ||
        dateOf(other.paper) - dateOf(one.paper) ||
        (one.paper.id < other.paper.id ? -1 : Number(one.paper.id > other.paper.id)),
    )
    .map(({ ranked }) => ranked)
}

/** Whether the reader muted this paper: see `findMute`. */
export const isMuted = (paper: RankingPaper, interests: Interests): boolean => findMute(paper, interests) !== null

/**
 * Returns the muted author or term that hides the paper, as the reader wrote it, or null. A term hides the papers with
 * it in the title or abstract, in any case, with or without accents, singular or plural. Unlike keywords, terms are not
 * stemmed: "generic" does not hide "generate".
 */
export const findMute = (paper: RankingPaper, interests: Interests): string | null =>
  matchingMute(paper, compileProfile({ category_ids: [], interests }))

interface ProfileEntry {
  /** As the reader wrote it. */
  text: string
  words: readonly string[]
}
/** Consecutive words, each as the set of forms that match it. */
type Phrase = readonly ReadonlySet<string>[]
interface CompiledProfile {
  categories: ReadonlySet<string>
  keywords: { text: string; phrase: Phrase }[]
  authors: ProfileEntry[]
  mutedTerms: { text: string; phrase: Phrase }[]
  mutedAuthors: ProfileEntry[]
}

function compileProfile({ category_ids, interests }: ReaderProfile): CompiledProfile {
  return {
    categories: new Set(category_ids.map(toCanonical)),
    keywords: toEntries(interests.keywords, tokenize).map(({ text, words }) => ({
      text,
      phrase: words.map((stem) => new Set([stem])),
    })),
    authors: toEntries(interests.authors, readNameWords),
    mutedTerms: toEntries(interests.muted_terms, foldWords).map(({ text, words }) => ({
      text,
      phrase: words.map(pluralForms),
    })),
    mutedAuthors: toEntries(interests.muted_authors, readNameWords),
  }
}

const toEntries = (texts: readonly string[], read: (text: string) => string[]): ProfileEntry[] =>
  texts.map((text) => ({ text, words: read(text) })).filter(({ words }) => words.length > 0)

function score(paper: RankingPaper, profile: CompiledProfile, newest: number): RankedPaper {
  const found = [...findCategory(paper, profile), ...findKeywords(paper, profile), ...findAuthors(paper, profile)]
  found.sort((one, other) => other.weight - one.weight)
  const matchesOfKind = new Map<Reason['kind'], number>()
  let total = 0
  for (const { reason, weight } of found) {
    const before = matchesOfKind.get(reason.kind) ?? 0
    matchesOfKind.set(reason.kind, before + 1)
    total += weight * REPEAT_FACTOR ** before
  }
  const date = dateOf(paper)
  if (Number.isFinite(date)) total += WEIGHT.recency * 0.5 ** ((newest - date) / DAY_MS / RECENCY_HALF_DAYS)
  return { id: paper.id, score: total, reasons: found.map(({ reason }) => reason) }
}

interface WeightedReason {
  reason: Reason
  weight: number
}

/** Returns at most one category: the primary one if the reader follows it, else the first cross-listed one. */
function findCategory(paper: RankingPaper, { categories }: CompiledProfile): WeightedReason[] {
  const primary = paper.primary_category === null ? null : toCanonical(paper.primary_category)
  if (primary !== null && categories.has(primary))
    return [{ reason: { kind: 'category', text: primary }, weight: WEIGHT.primary }]
  const crossListed = paper.categories.map(toCanonical).find((category) => categories.has(category))
  return crossListed === undefined
    ? []
    : [{ reason: { kind: 'category', text: crossListed }, weight: WEIGHT.crossListed }]
}

function findKeywords(paper: RankingPaper, { keywords }: CompiledProfile): WeightedReason[] {
  if (keywords.length === 0) return []
  const { title, abstract } = wordsOf(paper)
  return keywords.flatMap(({ text, phrase }) => {
    const weight = containsPhrase(title.stems, phrase)
      ? WEIGHT.keywordInTitle
      : containsPhrase(abstract.stems, phrase)
        ? WEIGHT.keywordInAbstract
        : 0
    return weight === 0 ? [] : [{ reason: { kind: 'keyword', text }, weight }]
  })
}

/** Returns the matching authors, spelled as in the paper. */
function findAuthors(paper: RankingPaper, { authors }: CompiledProfile): WeightedReason[] {
  if (authors.length === 0) return []
  return paper.authors
    .filter((name) => authors.some(({ words }) => isSameAuthor(words, readNameWords(name))))
    .map((text) => ({ reason: { kind: 'author', text }, weight: WEIGHT.author }))
}

function matchingMute(paper: RankingPaper, { mutedTerms, mutedAuthors }: CompiledProfile): string | null {
  if (mutedAuthors.length > 0) {
    const names = paper.authors.map(readNameWords)
    const author = mutedAuthors.find(({ words }) => names.some((name) => isSameAuthor(words, name)))
    if (author) return author.text
  }
  if (mutedTerms.length === 0) return null
  const { title, abstract } = wordsOf(paper)
  const term = mutedTerms.find(
    ({ phrase }) => containsPhrase(title.folded, phrase) || containsPhrase(abstract.folded, phrase),
  )
  return term?.text ?? null
}

/** Cache of the words of each paper object, because the same papers are ranked for many readers. */
const wordsByPaper = new WeakMap<RankingPaper, { title: TextWords; abstract: TextWords }>()

interface TextWords {
  folded: string[]
  stems: string[]
}

function wordsOf(paper: RankingPaper): { title: TextWords; abstract: TextWords } {
  const cached = wordsByPaper.get(paper)
  if (cached) return cached
  const words = { title: readText(paper.title), abstract: readText(paper.abstract) }
  wordsByPaper.set(paper, words)
  return words
}

function readText(text: string): TextWords {
  const folded = foldWords(text)
  return { folded, stems: folded.map(stemWord) }
}

function containsPhrase(text: readonly string[], phrase: Phrase): boolean {
  for (const first of phrase[0] ?? [])
    for (let at = text.indexOf(first); at !== -1; at = text.indexOf(first, at + 1))
      if (phrase.every((forms, offset) => forms.has(text[at + offset] ?? ''))) return true
  return false
}

/** Returns the canonical arXiv category, or `code` itself if it is not an arXiv category (topics, other sources). */
const toCanonical = (code: string): string => canonicalCategory(code) ?? code

/** Announcement or publication date in milliseconds since the epoch; -Infinity when the paper has neither. */
function dateOf({ announced_on, published_at }: RankingPaper): number {
  if (announced_on !== null) return Date.parse(announced_on)
  return published_at?.getTime() ?? -Infinity
}
