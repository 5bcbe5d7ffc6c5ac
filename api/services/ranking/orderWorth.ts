import type { OrderWorth, RankingComparison, RankingReport } from '../../contract/taste.ts'
import { addDays, weekday } from '../../platform/clock.ts'
import { invalidField } from '../../platform/errors.ts'
import {
  countOutcomes,
  countOutcomesByDay,
  countOutcomesByReader,
  findComparison,
  saveComparison,
  type OutcomeCounts,
  type ReaderOutcomes,
} from '../../store/readers/orderOutcomes.ts'
import { countTasteStates } from '../../store/readers/tastes.ts'
import { estimateRate } from './sequences.ts'

/** Decided lists below which nothing is said about the order. */
export const LISTS_NEEDED = 60
/** Share of the lists that mix two orders, unless an admin chose another one. */
const DEFAULT_COMPARISON: RankingComparison = { a: 'ranked', b: 'time', share: 0.1 }

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
  const counts = await countOutcomes(userId, await readComparison())
  return toWorth([{ ...counts, readers: 1 }], { oneReader: true })
}

/** The comparison over all readers, in all and by week (Monday to Sunday), and how many readers have which model. */
export async function reportRanking(): Promise<RankingReport> {
  const comparison = await readComparison()
  const [days, byReader, readers] = await Promise.all([
    countOutcomesByDay(comparison),
    countOutcomesByReader(comparison),
    countTasteStates(),
  ])
  const weeks = Map.groupBy(days, ({ day }) => addDays(day, -((weekday(day) + 6) % 7)))
  return {
    comparison,
    worth: toWorth(byReader, { oneReader: false }),
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

function toWorth(groups: readonly ReaderOutcomes[], of: { oneReader: boolean }): OrderWorth {
  const total = (name: keyof OutcomeCounts) => groups.reduce((all, one) => all + one.readers * one[name], 0)
  const [wins, losses, ties] = [total('wins'), total('losses'), total('ties')]
  const lists = wins + losses
  const decided = groups.filter((one) => one.wins + one.losses > 0)
  const estimate = lists >= LISTS_NEEDED ? estimateRate(decided, of) : null
  return {
    wins,
    losses,
    ties,
    lists,
    readers: decided.reduce((all, one) => all + one.readers, 0),
    needed: LISTS_NEEDED,
    win_rate: estimate?.rate ?? null,
    interval: estimate?.interval ?? null,
  }
}
