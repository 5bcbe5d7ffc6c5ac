import type { OrderWorth, RankingComparison, RankingReport } from '../../contract/taste.ts'
import { addDays, weekday } from '../../platform/clock.ts'
import { invalidField } from '../../platform/errors.ts'
import {
  countOutcomes,
  countOutcomesByDay,
  findComparison,
  saveComparison,
  type OutcomeCounts,
} from '../../store/readers/orderOutcomes.ts'
import { countTasteStates } from '../../store/readers/tastes.ts'

/** Decided lists below which nothing is said about the order. */
export const LISTS_NEEDED = 60
/** Share of the lists that mix two orders, unless an admin chose another one. */
const DEFAULT_COMPARISON: RankingComparison = { a: 'ranked', b: 'time', share: 0.1 }
/** The 97.5 % point of the normal distribution. */
const Z = 1.959964

/** The two orders that lists are mixed from now, and for what share of the lists. */
export const readComparison = async (): Promise<RankingComparison> => (await findComparison()) ?? DEFAULT_COMPARISON

/** Changes which orders are compared from the next list on. Throws "invalid-input" for two equal orders. */
export async function changeComparison(comparison: RankingComparison): Promise<RankingReport> {
  if (comparison.a === comparison.b) throw invalidField('b', 'Choose two different orders.')
  await saveComparison(comparison)
  return reportRanking()
}

/** How often the first of the orders compared now won in the reader's mixed lists. */
export async function readOrderWorth(userId: string): Promise<OrderWorth> {
  return toWorth(await countOutcomes(userId, await readComparison()))
}

/** The comparison over all readers, in all and by week (Monday to Sunday), and how many readers have which model. */
export async function reportRanking(): Promise<RankingReport> {
  const comparison = await readComparison()
  const [days, readers] = await Promise.all([countOutcomesByDay(comparison), countTasteStates()])
  const weeks = Map.groupBy(days, ({ day }) => addDays(day, -((weekday(day) + 6) % 7)))
  return {
    comparison,
    worth: toWorth(sum(days)),
    readers,
    by_week: [...weeks].map(([from, group]) => ({ from, ...sum(group) })),
  }
}

const sum = (counts: readonly OutcomeCounts[]): OutcomeCounts =>
  counts.reduce(
    (total, { wins, losses, ties }) => ({
      wins: total.wins + wins,
      losses: total.losses + losses,
      ties: total.ties + ties,
    }),
    { wins: 0, losses: 0, ties: 0 },
  )

function toWorth(counts: OutcomeCounts): OrderWorth {
  const lists = counts.wins + counts.losses
  const isEnough = lists >= LISTS_NEEDED
  return {
    ...counts,
    lists,
    needed: LISTS_NEEDED,
    win_rate: isEnough ? counts.wins / lists : null,
    interval: isEnough ? wilson(counts.wins, lists) : null,
  }
}

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
