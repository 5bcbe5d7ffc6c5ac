import type { Dashboard } from '../../contract/dashboard.ts'
import { BACKFILL_DAYS_MAX, CATCH_UP_DAYS, LOOK_BACK_DAYS } from '../../contract/limits.ts'
import type { Card } from '../../contract/papers.ts'
import type { CatchUp } from '../../contract/taste.ts'
import { addDays, dayIn, now } from '../../platform/clock.ts'
import { findAnnouncementsSince, type AnnouncementRecord } from '../../store/papers/announcements.ts'
import { findCardPapers } from '../../store/papers/papers.ts'
import { countDeliveredOn, findAllDeliveryDays, findDeliveriesOn } from '../../store/readers/deliveries.ts'
import { findSeenSince } from '../../store/readers/interactions.ts'
import { VISIT_PAUSE_MS, type UserRecord } from '../../store/readers/users.ts'
import { findActionsOn, findSavedPapersOf, nameByPaper } from '../joining/readerPapers.ts'
import { readTastes } from '../ranking/fitting.ts'
import { findInterests, findPeople } from '../ranking/interestsOfDay.ts'
import { rankForReader } from '../ranking/rankForReader.ts'
import { prepareRanking, type RankingDay } from '../ranking/rankingDay.ts'
import { toCards } from '../papers/cards.ts'
import { spendBudget } from './readingBudget.ts'

/** Missed days that a catch-up list has at most, the newest ones. */
const DAYS_MAX = 60
/** None of them is older than this. Deliveries are kept for longer, so that no listed day is pruned while it is read. */
const REACH_DAYS = BACKFILL_DAYS_MAX

/**
 * When the visit before that of `at` ended; null before the second visit. `user` may have been read before `recordSeen`
 * stored the new visit.
 */
export function endOfPreviousVisit(
  { last_seen_at, previous_seen_at }: Pick<UserRecord, 'last_seen_at' | 'previous_seen_at'>,
  at: Date,
): Date | null {
  if (last_seen_at && last_seen_at < new Date(at.getTime() - VISIT_PAUSE_MS)) return last_seen_at
  return previous_seen_at ?? null
}

interface DaysSinceVisit {
  from: Date | null
  /** Newest first. Also those whose cards are not kept any more, so that their number does not fall. */
  days: { on: string; delivered: number }[]
}

/** The first day that an announcement can be of that was completed after `from`: one that was missed is completed late. */
export const firstDayAfter = (from: Date): string => addDays(dayIn('UTC', from), -LOOK_BACK_DAYS)

/** The days announced since the previous visit on which the reader was given cards. `readSince` as `findAnnouncementsSince`. */
export async function findDaysSinceVisit(
  user: UserRecord,
  readSince: (day: string) => Promise<readonly AnnouncementRecord[]> = findAnnouncementsSince,
): Promise<DaysSinceVisit> {
  const from = endOfPreviousVisit(user, now())
  if (from === null) return { from, days: [] }
  const announcements = await readSince(firstDayAfter(from))
  const newDays = new Set(
    announcements.filter(({ completed_at }) => completed_at !== null && completed_at > from).map(({ day }) => day),
  )
  if (newDays.size === 0) return { from, days: [] }
  const delivered = await findAllDeliveryDays(user._id, announcements.length)
  return { from, days: delivered.filter(({ on }) => newDays.has(on)) }
}

/** The days of a catch-up list: the newest one is shown anyway. */
function listMissed({ days }: DaysSinceVisit) {
  const first = addDays(dayIn('UTC', now()), -REACH_DAYS)
  return days.slice(1, DAYS_MAX + 1).filter(({ on }) => on >= first)
}

/**
 * The offer to catch up; null unless enough days before the newest one were missed, or when the reading budget is spent
 * on them. After an outage several missed days are fetched one after the other: while days are `coming`, the offer says
 * so, since its numbers grow.
 */
export async function offerCatchUp(
  user: UserRecord,
  since: DaysSinceVisit,
  coming: readonly string[],
): Promise<NonNullable<Dashboard['catch_up']> | null> {
  const { from, days } = since
  const missed = days.slice(1)
  if (from === null || missed.length === 0 || missed.length + coming.length < CATCH_UP_DAYS) return null
  const listed = listMissed(since)
  const papers = listed.reduce((sum, { delivered }) => sum + delivered, 0)
  const seen = await findSeenSince(user._id, from)
  const spent = await countDeliveredOn(
    user._id,
    listed.map(({ on }) => on),
    seen,
  )
  const { papers: best, minutes } = spendBudget(user, papers - spent, spent)
  if (best === 0) return null
  return {
    days: missed.length,
    papers,
    best,
    minutes,
    ...(coming.length > 0 && { coming: coming.length }),
    ...(listed.length < missed.length && { listed_days: listed.length }),
  }
}

/**
 * The best cards of the days missed since the previous visit, the newest day apart, in one order and within the reading
 * budget, which cards of these days seen in this visit have spent. Cards that the reader has seen, saved, dismissed or
 * muted are left out; each card keeps its day.
 */
export async function getCatchUp(user: UserRecord): Promise<CatchUp> {
  const since = await findDaysSinceVisit(user)
  const { from } = since
  const deliveries = await findMissedCards(
    user._id,
    listMissed(since).map(({ on }) => on),
  )
  const ids = deliveries.flatMap(({ cards }) => cards.map(({ paper_id }) => paper_id))
  const [interactions, saved, seen] = await Promise.all([
    findActionsOn(user._id, ids),
    findSavedPapersOf(user._id, ids),
    from === null ? [] : findSeenSince(user._id, from),
  ])
  const isUnread = (id: string) => !saved.has(id) && !interactions.get(id)?.seen && !interactions.get(id)?.dismissed
  const read = new Set(seen).intersection(new Set(ids))
  // Ranked with those read in this visit, so that the others keep their order while the list is read.
  const ranking = await prepareRanking(
    'catch-up',
    ids.filter((id) => isUnread(id) || read.has(id)),
  )
  const people = await findPeople(ranking, user)
  const { isMuted } = findInterests(ranking, { interests: user.interests, people })
  const mutedIds = new Set(ranking.papers.filter((_paper, position) => isMuted(position)).map(({ _id }) => _id))
  const unmuted = deliveries.map(({ day, cards }) => ({
    day,
    cards: cards.filter(({ paper_id }) => !mutedIds.has(paper_id)),
  }))
  const open = unmuted.flatMap(({ day, cards }) =>
    cards.filter(({ paper_id }) => isUnread(paper_id)).map((card) => ({ ...card, day })),
  )
  const { papers: best, minutes } = spendBudget(user, open.length, read.size)
  const cards = await orderCards(user, ranking, { open, best, read })
  const shown = cards.map(({ delivered_on }) => ({ day: delivered_on }))
  return {
    since: from?.toISOString() ?? null,
    days: unmuted.map(({ day, cards: all }) => ({
      day,
      papers: all.length,
      below: countOn(open, day) - countOn(shown, day),
    })),
    papers: ids.length - mutedIds.size,
    minutes,
    cards,
  }
}

/** The cards of these days, the newest day first; a paper that was shown as two records is there once. */
async function findMissedCards(userId: string, days: readonly string[]) {
  const known = new Set<string>()
  const deliveries = await findDeliveriesOn(userId, days)
  const named = await Promise.all(deliveries.map(async ({ day, cards }) => ({ day, cards: await nameByPaper(cards) })))
  return named.map(({ day, cards }) => ({
    day,
    cards: cards.filter(({ paper_id }) => !known.has(paper_id) && known.add(paper_id)),
  }))
}

const countOn = (list: readonly { day: string }[], on: string) => list.filter(({ day }) => day === on).length

async function orderCards(
  user: UserRecord,
  ranking: RankingDay,
  {
    open,
    best,
    read,
  }: { open: readonly { paper_id: string; rank: number; day: string }[]; best: number; read: ReadonlySet<string> },
): Promise<Card[]> {
  const byId = new Map(open.map((card) => [card.paper_id, card]))
  const tastes = await readTastes([user._id])
  const { cards } = await rankForReader(ranking, user, {
    taste: tastes.get(user._id),
    candidates: [...byId.keys(), ...read],
    explained: best + read.size,
  })
  const chosen = cards.filter(({ paper_id }) => byId.has(paper_id)).slice(0, best)
  const shown = await findCardPapers(chosen.map(({ paper_id }) => paper_id))
  const lists = [...Map.groupBy(chosen, ({ paper_id }) => byId.get(paper_id)?.day ?? '')].map(([day, own]) =>
    toCards(user, {
      shown,
      day,
      cards: own.map((card) => ({ ...card, rank: byId.get(card.paper_id)?.rank ?? 0 })),
    }),
  )
  const order = new Map(chosen.map(({ paper_id }, at) => [paper_id, at]))
  return (await Promise.all(lists))
    .flat()
    .toSorted((one, other) => (order.get(one.paper.id) ?? 0) - (order.get(other.paper.id) ?? 0))
}
