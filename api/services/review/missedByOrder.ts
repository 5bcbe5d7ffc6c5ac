import type { FoundBy } from '../../contract/limits.ts'
import { findAliases } from '../../store/papers/joins.ts'
import { findArrivedOn } from '../../store/papers/weekPapers.ts'
import { findPlacesOn, type DeliveredPlaces } from '../../store/readers/deliveredPlaces.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { withCanonicalIds } from '../../text/taxonomy/taxonomy.ts'
import { spendBudget } from '../dashboard/readingBudget.ts'
import { listDaysOf, type Week } from './weeks.ts'

/** A saved paper of the last four weeks is news that the order could have shown. */
const WEEKS_BEFORE = 3

/** What the order has shown. */
const SHOWN_BY_ORDER: ReadonlySet<FoundBy> = new Set(['day', 'mail', 'feed'])

/** Whether a reader found a paper elsewhere than where the order shows it, or may have, as it is not known how. */
export const isFoundElsewhere = (foundBy: FoundBy | undefined): boolean =>
  foundBy === undefined || !SHOWN_BY_ORDER.has(foundBy)

/** Where the order had a paper that its reader saved. */
export type MissedPaper = { paper_id: string } & (
  | { where: 'below_budget' | 'below_cut'; day: string; place: number; of: number }
  | { where: 'other_categories' }
)

/**
 * Those of the papers saved in a week that the order had where its reader does not look: on a card below the reading
 * budget, below the cut, or nowhere, because they were announced in other categories only. Left out are papers that one day had
 * within the budget, and those that the ledger has in other buckets only.
 */
export async function findMissedByOrder(
  user: UserRecord,
  week: Week,
  savedIds: readonly string[],
): Promise<MissedPaper[]> {
  if (user.category_ids.length === 0) return []
  const { paperOf, withRecords } = await findAliases(savedIds)
  const ids = [...new Set(savedIds.map(paperOf))]
  const days = listDaysOf(week, WEEKS_BEFORE)
  const records = withRecords(ids)
  const [places, arrived] = await Promise.all([
    findPlacesOn(user._id, days, records),
    findArrivedOn(records, { from: days[0] ?? week.days.from, until: week.days.until }),
  ])
  const followed = withCanonicalIds(user.category_ids)
  const isOfCaller = (id: string) =>
    arrived.some((paper) => paperOf(paper._id) === id && paper.category_ids.some((one) => followed.has(one)))
  const arrivedIds = new Set(arrived.map(({ _id }) => paperOf(_id)))
  return ids.flatMap((paper_id): MissedPaper[] => {
    const isPaper = (id: string) => paperOf(id) === paper_id
    if (!places.some((delivery) => hasPaper(delivery, isPaper)))
      return arrivedIds.has(paper_id) && !isOfCaller(paper_id) ? [{ paper_id, where: 'other_categories' }] : []
    if (places.some((delivery) => isWithinBudget(user, delivery, isPaper))) return []
    return findBelow(places, isPaper).map((place) => ({ paper_id, ...place }))
  })
}

type IsPaper = (id: string) => boolean

const hasPaper = ({ shown, below, elsewhere }: DeliveredPlaces, isPaper: IsPaper): boolean =>
  [...shown, ...below].some((place) => isPaper(place.paper_id)) || elsewhere.some(isPaper)

/** Whether it was on a card within the reading budget. */
const isWithinBudget = (user: UserRecord, { cards, shown }: DeliveredPlaces, isPaper: IsPaper): boolean =>
  shown.some(({ paper_id, index }) => isPaper(paper_id) && index < spendBudget(user, cards).papers)

/** The best place of the paper in the last delivery that has it. */
function findBelow(places: readonly DeliveredPlaces[], isPaper: IsPaper) {
  for (const { day, cards, below_cut, shown, below } of places.toReversed()) {
    const of = cards + below_cut
    const card = shown.find(({ paper_id }) => isPaper(paper_id))
    if (card) return [{ where: 'below_budget' as const, day, place: card.index + 1, of }]
    const cut = below.find(({ paper_id }) => isPaper(paper_id))
    if (cut) return [{ where: 'below_cut' as const, day, place: cards + cut.index + 1, of }]
  }
  return []
}
