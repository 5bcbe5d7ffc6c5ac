import { PLAN_MINUTES_DEFAULT } from '../../contract/limits.ts'
import type { Item } from '../../contract/readingList.ts'
import type { PlannedPaper, ReadingPlan } from '../../contract/readingPlan.ts'
import { dayIn, now } from '../../platform/clock.ts'
import type { ItemRecord } from '../../store/readers/readingList.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { countWaiting, findWaiting } from '../../store/readers/weekItems.ts'
import { countPages } from '../../text/pageCount.ts'
import { findPaperUpdates } from '../readingList/paperUpdates.ts'
import { toItems } from '../readingList/readingList.ts'
import { readTastes } from '../ranking/fitting.ts'
import { rankForReader } from '../ranking/rankForReader.ts'
import { prepareRanking } from '../ranking/rankingDay.ts'
import { planReading, type Planned } from './planOrder.ts'
import { describePlan, describePlanned } from './planWords.ts'
import { zoneOf } from './weeks.ts'

/** Of a long list so many of the oldest and as many of the newest papers are considered. */
const CONSIDERED = 150
const NEXT_MAX = 10
const WEEK_DAYS = 7
const RETRACTED = new Set(['retracted', 'removed', 'withdrawn'])

/**
 * What to read today, of the papers to be read: by the order of the ranking, notes, updates and age, within the minutes
 * that the reader has for reading on a day. The same until the list, the taste, a paper or the day changes.
 */
export async function getReadingPlan(user: UserRecord): Promise<ReadingPlan> {
  const budget = user.preferences.reading.plan_minutes ?? PLAN_MINUTES_DEFAULT
  const before = new Date(now().getTime() + 1)
  const [waiting, oldest, newest, updates] = await Promise.all([
    countWaiting(user._id, before),
    findWaiting(user._id, { before, limit: CONSIDERED }),
    findWaiting(user._id, { before, limit: CONSIDERED, isNewestFirst: true }),
    findPaperUpdates(user._id),
  ])
  const records = [...new Map([...oldest, ...newest].map((record) => [record._id, record])).values()]
  const items = await toItems(records)
  const positions = await rank(
    user,
    items.map(({ paper }) => paper.id),
  )
  const updated = new Set(updates.map(({ item }) => item.id))
  const planned = planReading(
    items.map((item, index) => ({
      id: item.id,
      position: positions.get(item.paper.id) ?? null,
      hasNote: item.notes !== '',
      hasUpdate: updated.has(item.id),
      isRetracted: item.withdrawn || (item.paper.notices ?? []).some(({ kind }) => RETRACTED.has(kind)),
      weeksWaited: weeksSince(records[index], zoneOf(user)),
      pages: countPages(item.paper),
    })),
    budget,
  )
  const itemOf = new Map(items.map((item) => [item.id, item]))
  const toPapers = (some: readonly Planned[]) =>
    some.flatMap((one) => {
      const item = itemOf.get(one.id)
      return item ? [toPlanned(one, item)] : []
    })
  const today = toPapers(planned.filter(({ minutesToday }) => minutesToday > 0))
  const minutes = today.reduce((sum, { minutes_today }) => sum + minutes_today, 0)
  return {
    budget_minutes: budget,
    today,
    minutes,
    text: describePlan({ papers: today.length, minutes, waiting }),
    next: toPapers(planned.filter(({ minutesToday }) => minutesToday === 0).slice(0, NEXT_MAX)),
    waiting,
    considered: items.length,
  }
}

/** The position of each paper in the reader's order of them, as on a day's list without chance. */
async function rank(user: UserRecord, paperIds: readonly string[]): Promise<Map<string, number>> {
  if (paperIds.length === 0) return new Map()
  const ranking = await prepareRanking('reading-plan', paperIds)
  const tastes = await readTastes([user._id])
  const { cards } = await rankForReader(ranking, user, {
    taste: tastes.get(user._id),
    candidates: paperIds.filter((id) => ranking.positions.has(id)),
    explained: 0,
  })
  const byScore = cards.toSorted((one, other) => other.score - one.score || (one.paper_id < other.paper_id ? -1 : 1))
  return new Map(byScore.map(({ paper_id }, index) => [paper_id, index]))
}

function weeksSince(record: ItemRecord | undefined, zone: string): number {
  if (record === undefined) return 0
  const [added, today] = [record.added_at, now()].map((at) => Temporal.PlainDate.from(dayIn(zone, at)))
  return added && today ? Math.max(0, Math.floor(added.until(today).days / WEEK_DAYS)) : 0
}

const toPlanned = (planned: Planned, item: Item): PlannedPaper => ({
  item,
  pages: planned.pages,
  minutes: planned.minutes,
  is_about: planned.pages === null,
  days: planned.days,
  minutes_today: planned.minutesToday,
  text: describePlanned(planned),
})
