import type { SearchResult } from '../../search/searchIndex.ts'

/** `by_meaning`: the words do not find the paper, and its score is 0. */
export type MixedHit = SearchResult['hits'][number] & { by_meaning?: boolean }

/** Weight of the cosine beside the score by words. */
const COSINE_WEIGHT = 1.5
/** Weight of the words that a paper has in common with the first papers of an earlier order. */
const COMMON_WORDS_WEIGHT = 0.5

/**
 * Orders hits by their score by words, plus 1.5 times their cosine, plus half of `common` (of each hit), each in standard
 * deviations from its mean over the hits that have one. A hit without a cosine, which is not encoded yet, counts as near as
 * its words are good: it keeps the place that the words give it. Ties keep their order.
 */
export function mixOrder(
  hits: readonly MixedHit[],
  cosines: ReadonlyMap<string, number>,
  common: readonly number[] = [],
): MixedHit[] {
  const known = hits.filter(({ id }) => cosines.has(id))
  const nearness = standardise(known.map(({ id }) => cosines.get(id)!))
  const nearnessOf = new Map(known.map(({ id }, at) => [id, nearness?.[at]]))
  const scores = standardise(hits.map(({ score }) => score))
  const shared = standardise(common)
  return hits
    .map((hit, at) => {
      const score = scores?.[at] ?? 0
      const near = nearnessOf.get(hit.id) ?? score
      return { hit, value: score + COSINE_WEIGHT * near + COMMON_WORDS_WEIGHT * (shared?.[at] ?? 0) }
    })
    .toSorted((one, other) => other.value - one.value)
    .map(({ hit }) => hit)
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** Differences from the mean in standard deviations; null when all values are equal, which says nothing of any. */
function standardise(values: readonly number[]): number[] | null {
  const mean = meanOf(values)
  const deviation = Math.sqrt(meanOf(values.map((value) => (value - mean) ** 2)))
  return deviation > 0 ? values.map((value) => (value - mean) / deviation) : null
}
