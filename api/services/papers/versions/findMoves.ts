import type { SectionPair } from './alignSections.ts'
import { longestIncreasing } from './longestIncreasing.ts'
import { keyOf, toParagraphs } from './sentences.ts'
import type { Token } from './textTokens.ts'

/** A paragraph of one of the versions. */
export interface Paragraph {
  /** The place of its section among the pairs. */
  section: number
  key: string
  tokens: Token[]
}

/** A paragraph that is at another place in the newer version, with the same words or nearly so. */
export interface Move {
  from: Paragraph
  to: Paragraph
}

/** Words of a paragraph that can be recognised at another place: two lines. A shorter one may be there by chance. */
const WORDS_MIN = 20
/** Words in a row that are compared together: single ones are in every paragraph of a paper, in any order. */
const PHRASE_WORDS = 3
/** Share of common phrases from which on a paragraph is the same one: one in eight of its words may be another. */
const ALIKE_MIN = 0.6
/** A phrase in more paragraphs of a version tells nothing about any of them. So each phrase is compared this often at most. */
const SHARED_MAX = 4
/** Phrases for each word that few others have, from which on a paragraph can be recognised. */
const OWN_MIN = 0.5
/** Words of all paragraphs without an equal, of one version: four times those of a long paper. Of more, none is looked for. */
const SEARCHED_MAX = 200_000

/**
 * Finds the paragraphs that moved to another section, or within theirs with other words. A paragraph that has an equal in
 * its section stays, so a copy of it moves nothing; nor does one that reads like several. The work grows with the number of
 * words alone: `onCompared` is called for each phrase that is compared with that of another paragraph.
 */
export function findMoves(pairs: readonly SectionPair[], onCompared?: () => void): Move[] {
  const [old, now] = [paragraphsOf(pairs, 'before'), paragraphsOf(pairs, 'after')]
  const left = [withoutEqual(old, now), withoutEqual(now, old)] as const
  if (left.some((paragraphs) => countWords(paragraphs) > SEARCHED_MAX)) return []
  const moves = findAlike(left[0], left[1], onCompared)
  const staying = findStaying(old, now, moves)
  return moves.filter((move) => !staying.has(move))
}

/** The paragraphs of one version, in their order. */
const paragraphsOf = (pairs: readonly SectionPair[], side: 'before' | 'after'): Paragraph[] =>
  pairs.flatMap((pair, section) =>
    toParagraphs(pair[side]?.tokens ?? []).map((tokens) => ({ section, key: keyOf(tokens), tokens })),
  )

const placeOf = ({ section, key }: Paragraph) => `${section} ${key}`

function withoutEqual(paragraphs: readonly Paragraph[], others: readonly Paragraph[]): Paragraph[] {
  const places = new Set(others.map(placeOf))
  return paragraphs.filter((paragraph) => paragraph.tokens.length >= WORDS_MIN && !places.has(placeOf(paragraph)))
}

const countWords = (paragraphs: readonly Paragraph[]) => paragraphs.reduce((sum, { tokens }) => sum + tokens.length, 0)

const phrasesOf = ({ tokens }: Paragraph): Set<string> =>
  new Set(tokens.slice(PHRASE_WORDS - 1).map((_, index) => keyOf(tokens.slice(index, index + PHRASE_WORDS))))

/** A paragraph by the phrases that few others have. */
interface Known {
  paragraph: Paragraph
  phrases: string[]
}

/** Pairs of paragraphs that read alike, of which neither reads like another one. */
function findAlike(old: readonly Paragraph[], now: readonly Paragraph[], onCompared?: () => void): Move[] {
  const phrases = [old.map(phrasesOf), now.map(phrasesOf)] as const
  const counts = phrases.map(countPhrases)
  const isOwn = (phrase: string) => counts.every((count) => (count.get(phrase) ?? 0) <= SHARED_MAX)
  const known = (paragraphs: readonly Paragraph[], of: readonly Set<string>[]) =>
    paragraphs.flatMap((paragraph, index): Known[] => {
      const own = [...(of[index] ?? [])].filter(isOwn)
      return own.length >= OWN_MIN * paragraph.tokens.length ? [{ paragraph, phrases: own }] : []
    })
  const candidates = known(now, phrases[1])
  const having = new Map<string, Known[]>()
  for (const candidate of candidates)
    for (const phrase of candidate.phrases) having.set(phrase, [...(having.get(phrase) ?? []), candidate])
  const origins = new Map<Known, Known[]>()
  const targets = new Map<Known, Known[]>()
  for (const one of known(old, phrases[0])) {
    const common = new Map<Known, number>()
    for (const phrase of one.phrases)
      for (const candidate of having.get(phrase) ?? []) {
        common.set(candidate, (common.get(candidate) ?? 0) + 1)
        onCompared?.()
      }
    for (const [candidate, count] of common) {
      if ((2 * count) / (one.phrases.length + candidate.phrases.length) < ALIKE_MIN) continue
      targets.set(one, [...(targets.get(one) ?? []), candidate])
      origins.set(candidate, [...(origins.get(candidate) ?? []), one])
    }
  }
  return [...targets].flatMap(([one, [only, ...others]]): Move[] =>
    only !== undefined && others.length === 0 && origins.get(only)?.length === 1
      ? [{ from: one.paragraph, to: only.paragraph }]
      : [],
  )
}

function countPhrases(paragraphs: readonly Set<string>[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const phrases of paragraphs) for (const phrase of phrases) counts.set(phrase, (counts.get(phrase) ?? 0) + 1)
  return counts
}

/** Those of `moves` that are in their section, among its other paragraphs, in the same order as before. */
function findStaying(old: readonly Paragraph[], now: readonly Paragraph[], moves: readonly Move[]): Set<Move> {
  const within = new Map(moves.filter(({ from, to }) => from.section === to.section).map((move) => [move.to, move]))
  const places = new Map(old.map((paragraph, index) => [paragraph, index]))
  const equals = new Map(
    [...Map.groupBy(old, placeOf)].map(([place, paragraphs]) => [place, paragraphs.values()] as const),
  )
  const staying = new Set<Move>()
  for (const paragraphs of Map.groupBy(now, ({ section }) => section).values()) {
    const origins = paragraphs.map((paragraph) => {
      const origin = within.get(paragraph)?.from ?? equals.get(placeOf(paragraph))?.next().value
      return origin && places.get(origin)
    })
    for (const index of longestIncreasing(origins)) {
      const move = within.get(paragraphs[index] as Paragraph)
      if (move) staying.add(move)
    }
  }
  return staying
}
