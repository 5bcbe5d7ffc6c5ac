import { COLUMNS, PhraseCounter, visitWords } from '../index/packedTokens.ts'
import type { ComparedPapers } from '../searchIndex.ts'
import { BM25 } from './scoring.ts'

/** A word of so many of the first papers says what they have in common. */
const COMMON_IN = 2
/** Of these words, those that say most. */
const WORDS_MAX = 100

const [TITLE, , ABSTRACT] = COLUMNS.keys() as unknown as [number, number, number]

/**
 * Scores the papers `among` by the words that several of the papers `like` have and few of `among` have: relevance feedback
 * with the weights of Robertson and Spärck Jones over the compared papers. `texts` has the packed words of the papers that
 * are indexed. Returns a score for each of `among`, in their order; 0 for one that is not indexed.
 */
export function scoreByCommonWords(texts: ReadonlyMap<string, Uint8Array>, { like, among }: ComparedPapers): number[] {
  const words = weighWords(
    like.flatMap((id) => texts.get(id) ?? []),
    [...texts.values()],
  )
  const counter = new PhraseCounter(words.map(({ hash }) => ({ positions: [new Set([hash])] })))
  const counted = among.map((id) => {
    const frequencies = new Float32Array(words.length)
    const text = texts.get(id)
    if (text === undefined) return { frequencies, length: 0 }
    counter.count(text)
    const { counts, length } = counter
    for (let word = 0; word < words.length; word++)
      frequencies[word] =
        BM25.weights[TITLE]! * counts[word * COLUMNS.length + TITLE]! +
        BM25.weights[ABSTRACT]! * counts[word * COLUMNS.length + ABSTRACT]!
    return { frequencies, length }
  })
  const lengthMean = counted.reduce((sum, { length }) => sum + length, 0) / Math.max(1, counted.length)
  return counted.map(({ frequencies, length }) => {
    const norm = BM25.k1 * (1 - BM25.b + (BM25.b * length) / Math.max(1, lengthMean))
    return words.reduce((sum, { weight }, at) => {
      const frequency = frequencies[at]!
      return sum + (weight * frequency * (BM25.k1 + 1)) / (frequency + norm)
    }, 0)
  })
}

interface WeighedWord {
  hash: number
  weight: number
}

/** The words that `like` have in common, with their weights: those that few of `all` have say most. */
function weighWords(like: readonly Uint8Array[], all: readonly Uint8Array[]): WeighedWord[] {
  const inLike = countTexts(like, () => true)
  for (const [hash, texts] of inLike) if (texts < COMMON_IN) inLike.delete(hash)
  const inAll = countTexts(all, (hash) => inLike.has(hash))
  const others = all.length - like.length
  return [...inLike]
    .map(([hash, having]) => {
      const othersHaving = inAll.get(hash)! - having
      const odds = (having + 0.5) / (like.length - having + 0.5)
      return { hash, having, weight: Math.log((odds * (others - othersHaving + 0.5)) / (othersHaving + 0.5)) }
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.having * other.weight - one.having * one.weight)
    .slice(0, WORDS_MAX)
}

/** In how many of the texts each of the wanted words is. */
function countTexts(texts: readonly Uint8Array[], isWanted: (hash: number) => boolean): Map<number, number> {
  const counts = new Map<number, number>()
  for (const text of texts) {
    const seen = new Set<number>()
    visitWords(text, (hash) => {
      if (!isWanted(hash) || seen.has(hash)) return
      seen.add(hash)
      counts.set(hash, (counts.get(hash) ?? 0) + 1)
    })
  }
  return counts
}
