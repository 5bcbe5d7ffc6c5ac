import type { Card, CardState, Paper } from '../../contract/papers.ts'
import { now } from '../../platform/clock.ts'
import { AppError, invalidField } from '../../platform/errors.ts'
import { findNewestAnnouncement } from '../../store/papers/announcements.ts'
import { findDeliveries, markOpenedFromMail, type DeliveredCard } from '../../store/readers/deliveries.ts'
import {
  addClick,
  addView,
  findInteractions,
  setFeedback,
  type InteractionRecord,
} from '../../store/readers/interactions.ts'
import { findPaper, findPapers, toPaper } from '../../store/papers/papers.ts'
import { findSavedItems, saveKnownState } from '../../store/readers/readingList.ts'
import { toKnownState } from '../../store/readers/readingListModel.ts'
import type { UserRecord } from '../../store/readers/users.ts'

interface DayOfCards {
  papers: ReadonlyMap<string, Paper>
  cards: readonly Omit<DeliveredCard, 'from_next_door'>[]
  day: string
}

/** The cards as the reader sees them now, in their order, with what the reader did. Papers that are gone are left out. */
export async function toCards(user: UserRecord, { papers, cards, day }: DayOfCards): Promise<Card[]> {
  const ids = cards.map(({ paper_id }) => paper_id)
  const [interactions, saved] = await Promise.all([findInteractions(user._id, ids), findSavedItems(user._id, ids)])
  return cards.flatMap(({ paper_id, rank, score, reasons }) => {
    const paper = papers.get(paper_id)
    if (paper === undefined) return []
    const state = toState(interactions.get(paper_id), saved.get(paper_id))
    return [{ paper, delivered_on: day, rank, score, reasons, state }]
  })
}

/** Everything ever delivered to the reader, newest day first, then by rank. */
export async function listDeliveredCards(user: UserRecord, page: { skip: number; limit: number }) {
  const { deliveries, total } = await findDeliveries(user._id, page)
  const papers = await findPapers(deliveries.flatMap(({ cards }) => cards.map(({ paper_id }) => paper_id)))
  const days = await Promise.all(deliveries.map(({ day, cards }) => toCards(user, { papers, cards, day })))
  return { items: days.flat(), total, ...page }
}

/** Counts a click on a paper, once in 5 s at most; news of the paper then count as read. Throws "not-found". */
export async function clickPaper(user: UserRecord, paperId: string): Promise<{ clicks: number }> {
  const paper = await getStored(paperId)
  const newest = await findNewestAnnouncement()
  const clicks = await addClick(user._id, paperId, { at: now(), day: newest?.day ?? null })
  await saveKnownState(user._id, paperId, toKnownState(toPaper(paper)))
  return { clicks }
}

/** Adds the seconds a paper was looked at; 0 marks it as seen and no more. Throws "not-found". */
export async function viewPaper(user: UserRecord, paperId: string, seconds = 0): Promise<{ view_seconds: number }> {
  await getStored(paperId)
  return { view_seconds: await addView(user._id, paperId, seconds) }
}

/** Throws "not-found". Answers how the card of the paper stands now. */
export async function giveFeedback(
  user: UserRecord,
  paperId: string,
  value: 'like' | 'dislike' | 'none',
): Promise<CardState> {
  await getStored(paperId)
  await setFeedback(user._id, paperId, value)
  const [interactions, saved] = await Promise.all([
    findInteractions(user._id, [paperId]),
    findSavedItems(user._id, [paperId]),
  ])
  return toState(interactions.get(paperId), saved.get(paperId))
}

/** Notes that the mail of `day` was opened; only the first time is `first`. Throws "not-found" for a day without a delivery. */
export async function recordMailOpened(
  user: UserRecord,
  day: string | undefined,
): Promise<{ opened: true; first: boolean }> {
  if (day === undefined) throw invalidField('delivery_date', 'The day of the mail is missing.')
  const opened = await markOpenedFromMail(user._id, day)
  if (opened === null) throw new AppError('not-found', 'No papers were delivered to you on that day.')
  return { opened: true, first: opened.first }
}

async function getStored(paperId: string) {
  const paper = await findPaper(paperId)
  if (paper === null) throw new AppError('not-found', 'This paper is not in the library.')
  return paper
}

const toState = (interaction: InteractionRecord | undefined, itemId: string | undefined): CardState => ({
  seen: interaction?.seen ?? false,
  clicked: interaction?.clicked ?? false,
  liked: interaction?.liked ?? false,
  dismissed: interaction?.dismissed ?? false,
  saved: itemId !== undefined,
  ...(itemId !== undefined && { saved_item_id: itemId }),
})
