import type { UserStats } from '../../contract/users.ts'

const TOP = 5
/** The 97.5 % point of the normal distribution. */
const Z = 1.959964

export interface RankedCard {
  day: string
  paper_id: string
  rank: number
  published_at: Date | null
  /** Whether the reader clicked or saved it. */
  hit: boolean
}

/**
 * Returns the share of days on which the top 5 contained a paper that the reader clicked or saved, in ranked order and
 * in time order. Counts only days with such a paper and more than five cards: on other days both orders score the same.
 */
export function measureHits(cards: readonly RankedCard[]): UserStats['hit_rate'] {
  const days = [...Map.groupBy(cards, ({ day }) => day).values()].filter(
    (day) => day.length > TOP && day.some(({ hit }) => hit),
  )
  const from = days.length
  if (from === 0) return { ranked: null, time_order: null, from, interval: null }
  const hits = days.filter((day) => hasHit(day, (a, b) => a.rank - b.rank)).length
  const hitsByTime = days.filter((day) => hasHit(day, byTime)).length
  return { ranked: hits / from, time_order: hitsByTime / from, from, interval: wilson(hits, from) }
}

const hasHit = (day: readonly RankedCard[], order: (a: RankedCard, b: RankedCard) => number) =>
  day
    .toSorted(order)
    .slice(0, TOP)
    .some(({ hit }) => hit)

/** Newest first, like an unranked list of the day. */
const byTime = (a: RankedCard, b: RankedCard) =>
  (b.published_at?.getTime() ?? 0) - (a.published_at?.getTime() ?? 0) || (a.paper_id < b.paper_id ? -1 : 1)

/**
 * Returns the 95 % score interval of the proportion `hits / from`. E. B. Wilson, "Probable inference, the law of
 * succession, and statistical inference", Journal of the American Statistical Association 22 (1927), 209-212.
 */
export function wilson(hits: number, from: number): [number, number] {
  const share = hits / from
  const square = Z ** 2
  const middle = share + square / (2 * from)
  const half = Z * Math.sqrt((share * (1 - share)) / from + square / (4 * from ** 2))
  const scale = 1 + square / from
  return [Math.max(0, (middle - half) / scale), Math.min(1, (middle + half) / scale)]
}
