import { REVIEW_PAPERS_MAX } from '../../contract/limits.ts'
import type { Item } from '../../contract/readingList.ts'
import type { Review, ReviewPaper, ReviewQuery } from '../../contract/review.ts'
import { dayIn } from '../../platform/clock.ts'
import { findPapers } from '../../store/papers/papers.ts'
import { countCardsOn } from '../../store/readers/deliveredPlaces.ts'
import { findSecondsOn } from '../../store/readers/interactions.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { countWaiting, findWaiting, findWeekItems, type WeekItems } from '../../store/readers/weekItems.ts'
import { spendBudget } from '../dashboard/readingBudget.ts'
import { findSavedPapersOf, nameByPaper } from '../joining/readerPapers.ts'
import { toItems } from '../readingList/readingList.ts'
import { findForgotten } from './letGo.ts'
import { findMissedByOrder, isFoundElsewhere } from './missedByOrder.ts'
import {
  describeChanged,
  describeMinutes,
  describeMissed,
  describePlace,
  describeSaved,
  describeTime,
  describeWaiting,
  describeWeeks,
  nameDay,
} from './reviewWords.ts'
import { findWeekChanges } from './weekChanges.ts'
import { isOver, listDaysOf, nextWeek, previousWeek, weekOf, weeksWaited, zoneOf, type Week } from './weeks.ts'

/**
 * The weekly review of a reader: seven local days by their last one, by default the newest that are over. What is on the
 * list counts as it is now: a paper that was removed since is not there. Throws "invalid-input" for a week that is not over.
 */
export async function getReview(user: UserRecord, { week: last }: ReviewQuery = {}): Promise<Review> {
  const week = weekOf(user, last)
  const { from, until } = week.days
  const items = await findWeekItems(user._id, week.span, REVIEW_PAPERS_MAX)
  const [saved, waiting, changed, missed, minutes, forgotten] = await Promise.all([
    describeSavedItems(items, week),
    reviewWaiting(user, week),
    reviewChanges(user, week),
    reviewMissed(user, week, items),
    reviewMinutes(user, week),
    findForgotten(user._id),
  ])
  const made = dayIn(week.zone, user.created_at)
  const is_empty = items.saved + items.noted + changed.changed === 0 && minutes.minutes === null
  const next = nextWeek(until)
  return {
    from,
    until,
    time_zone: week.zone,
    previous_week: previousWeek(until) < made && is_empty ? null : previousWeek(until),
    next_week: isOver(user, next) ? next : null,
    // An imported list may be older than the account.
    before_account: until < made && is_empty,
    is_empty,
    saved,
    waiting,
    changed,
    missed,
    minutes,
    let_go: toReviewPapers(await toItems(forgotten), ({ added_at }) => saySince(added_at, zoneOf(user))),
  }
}

const toReviewPapers = (items: readonly Item[], say: (item: Item) => string | null): ReviewPaper[] =>
  items.map((item) => ({ paper: item.paper, item_id: item.id, text: say(item) }))

const saySince = (addedAt: string, zone: string) => {
  const day = dayIn(zone, new Date(addedAt))
  return `Saved on ${nameDay(day)} ${day.slice(0, 4)}`
}

async function describeSavedItems({ newest, saved, noted }: WeekItems, { span, zone }: Week): Promise<Review['saved']> {
  const items = await toItems(newest)
  const isIn = (at: Date | null | undefined): at is Date => at != null && at >= span.from && at < span.until
  const papers = items.map((item, index): ReviewPaper => {
    const { added_at, noted_at, notes = '' } = newest[index] ?? {}
    const parts = [
      isIn(added_at) ? `saved on ${nameDay(dayIn(zone, added_at))}` : '',
      notes !== '' && isIn(noted_at) ? `noted on ${nameDay(dayIn(zone, noted_at))}` : '',
    ].filter(Boolean)
    return { paper: item.paper, item_id: item.id, text: capitalize(parts.join(', ')) || null }
  })
  return { ...describeSaved({ saved, noted }), papers, saved, noted }
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

async function reviewWaiting({ _id }: UserRecord, week: Week): Promise<Review['waiting']> {
  const before = week.span.until
  const [waiting, oldest] = await Promise.all([
    countWaiting(_id, before),
    findWaiting(_id, { before, limit: REVIEW_PAPERS_MAX }),
  ])
  const [first] = oldest
  const counts = { waiting, oldest_weeks: first ? weeksWaited(first.added_at, week) : null }
  const papers = toReviewPapers(
    await toItems(oldest),
    ({ added_at }) => `Waits ${describeWeeks(weeksWaited(new Date(added_at), week))}`,
  )
  return { ...describeWaiting(counts), papers, ...counts }
}

async function reviewChanges({ _id }: UserRecord, week: Week): Promise<Review['changed']> {
  const { papers: changed, updates } = await findWeekChanges(_id, week, REVIEW_PAPERS_MAX)
  const papers = [...Map.groupBy(updates, ({ item }) => item.id).values()].flatMap((own): ReviewPaper[] => {
    const [first] = own
    return first
      ? [{ paper: first.item.paper, item_id: first.item.id, text: own.map(({ text }) => text).join(' ') }]
      : []
  })
  return { ...describeChanged(changed), papers, changed }
}

async function reviewMissed(
  user: UserRecord,
  week: Week,
  { saved_ids, found_by }: WeekItems,
): Promise<Review['missed']> {
  const missed = await findMissedByOrder(
    user,
    week,
    saved_ids.filter((id) => isFoundElsewhere(found_by.get(id))),
  )
  const countOf = (where: (typeof missed)[number]['where']) => missed.filter((one) => one.where === where).length
  const counts = {
    missed: missed.length,
    below_budget: countOf('below_budget'),
    below_cut: countOf('below_cut'),
    other_categories: countOf('other_categories'),
  }
  const papers = await nameSaved(
    user._id,
    missed.slice(0, REVIEW_PAPERS_MAX).map((one) => ({ paper_id: one.paper_id, text: describePlace(one) })),
  )
  return { ...describeMissed(counts, saved_ids.length), papers, ...counts }
}

async function reviewMinutes(user: UserRecord, week: Week): Promise<Review['minutes']> {
  const days = listDaysOf(week)
  const [seconds, cards] = await Promise.all([findSecondsOn(user._id, days), countCardsOn(user._id, days)])
  const read = await nameByPaper([...seconds].map(([paper_id, spent]) => ({ paper_id, spent })))
  const byPaper = [...Map.groupBy(read, ({ paper_id }) => paper_id)].map(([paper_id, own]) => ({
    paper_id,
    spent: own.reduce((sum, { spent }) => sum + spent, 0),
  }))
  const total = byPaper.reduce((sum, { spent }) => sum + spent, 0)
  const counts = {
    minutes: byPaper.length > 0 ? toMinutes(total) : null,
    papers_read: byPaper.length,
    budget_minutes: cards.reduce((sum, count) => sum + spendBudget(user, count).minutes, 0),
  }
  const longest = byPaper.toSorted((one, other) => other.spent - one.spent).slice(0, REVIEW_PAPERS_MAX)
  const papers = await nameSaved(
    user._id,
    longest.map(({ paper_id, spent }) => ({ paper_id, text: describeTime(toMinutes(spent)) })),
  )
  return { ...describeMinutes(counts), papers, ...counts }
}

const toMinutes = (seconds: number) => Math.floor(seconds / 60)

/** The papers with these ids, and their items; without those that are no longer in the library. */
async function nameSaved(
  userId: string,
  wanted: readonly { paper_id: string; text: string }[],
): Promise<ReviewPaper[]> {
  const ids = wanted.map(({ paper_id }) => paper_id)
  const [papers, saved] = await Promise.all([findPapers(ids), findSavedPapersOf(userId, ids)])
  return wanted.flatMap(({ paper_id, text }) => {
    const paper = papers.get(paper_id)
    const item_id = saved.get(paper_id)
    return paper ? [{ paper, ...(item_id !== undefined && { item_id }), text }] : []
  })
}
