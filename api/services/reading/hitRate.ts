import type { UserStats } from '../../contract/users.ts'

const TOP = 5
/** The 97.5 % point of the normal distribution. */
const Z = 1.959964

export interface RankedCard {
  day: string
  paper_id: string
  rank: number
  published_at: Date | null
  /** The reader clicked or saved it. */
  hit: boolean
}

/**
 * On how many days the top 5 held a paper the reader wanted, as ranked and as time order would have had it. Only days on
 * which the reader wanted something, and had more than five papers to choose from, can tell the two apart.
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

/** Newest first, as a plain list of the day would be. */
const byTime = (a: RankedCard, b: RankedCard) =>
  (b.published_at?.getTime() ?? 0) - (a.published_at?.getTime() ?? 0) || (a.paper_id < b.paper_id ? -1 : 1)

/**
 * The 95 % score interval of a share of `hits` in `from`. E. B. Wilson, "Probable inference, the law of succession, and
 * statistical inference", Journal of the American Statistical Association 22 (1927), 209-212.
 */
export function wilson(hits: number, from: number): [number, number] {
  const share = hits / from
  const square = Z ** 2
  const middle = share + square / (2 * from)
  const half = Z * Math.sqrt((share * (1 - share)) / from + square / (4 * from ** 2))
  const scale = 1 + square / from
  return [Math.max(0, (middle - half) / scale), Math.min(1, (middle + half) / scale)]
}
