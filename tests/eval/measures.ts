import { seededRandom } from '#api/ranking/features/random.ts'

const CUT = 10
const RESAMPLES = 2_000

/** Normalised discounted cumulative gain of the first ten, with binary relevance; null without a relevant paper. */
export function ndcg<Paper>(order: readonly Paper[], positives: ReadonlySet<Paper>): number {
  const gain = order.slice(0, CUT).reduce((sum, paper, rank) => sum + (positives.has(paper) ? discount(rank) : 0), 0)
  const ideal = Array.from({ length: Math.min(CUT, positives.size) }, (_, rank) => discount(rank))
  return gain / ideal.reduce((sum, value) => sum + value, 0)
}

const discount = (rank: number) => 1 / Math.log2(rank + 2)

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

/** The 95 % interval of the mean of paired differences, by resampling readers. */
export function bootstrap(differences: readonly number[]): [number, number] {
  const random = seededRandom(3)
  const means = Array.from({ length: RESAMPLES }, () =>
    mean(differences.map(() => differences[Math.floor(random() * differences.length)]!)),
  ).sort((one, other) => one - other)
  return [means[Math.floor(RESAMPLES * 0.025)]!, means[Math.floor(RESAMPLES * 0.975)]!]
}

/** A copy in random order. */
export function shuffled<T>(values: readonly T[], random: () => number): T[] {
  const copy = [...values]
  for (let at = copy.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    ;[copy[at], copy[other]] = [copy[other]!, copy[at]!]
  }
  return copy
}
