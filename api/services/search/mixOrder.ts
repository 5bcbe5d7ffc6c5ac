import type { SearchResult } from '../../search/searchIndex.ts'

/** `by_meaning`: the words do not find the paper, and its score is 0. */
export type MixedHit = SearchResult['hits'][number] & { by_meaning?: boolean }

/** Weight of the cosine beside the score by words; from 1 to 2 the order of the Cranfield questions is as good. */
const COSINE_WEIGHT = 1.5

/**
 * Orders hits by their score by words plus 1.5 times their cosine, each in standard deviations from its mean over the
 * hits. A hit without a cosine has the lowest one. Ties keep their order.
 */
export function mixOrder(hits: readonly MixedHit[], cosines: ReadonlyMap<string, number>): MixedHit[] {
  const known = hits.flatMap(({ id }) => cosines.get(id) ?? [])
  const lowest = known.length === 0 ? 0 : Math.min(...known)
  const scores = standardise(hits.map(({ score }) => score))
  const nearness = standardise(hits.map(({ id }) => cosines.get(id) ?? lowest))
  return hits
    .map((hit, at) => ({ hit, value: scores[at]! + COSINE_WEIGHT * nearness[at]! }))
    .toSorted((one, other) => other.value - one.value)
    .map(({ hit }) => hit)
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** Differences from the mean in standard deviations; zeros when all values are equal. */
function standardise(values: readonly number[]): number[] {
  const mean = meanOf(values)
  const deviation = Math.sqrt(meanOf(values.map((value) => (value - mean) ** 2)))
  return values.map((value) => (deviation === 0 ? 0 : (value - mean) / deviation))
}
