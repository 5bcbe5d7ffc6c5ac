import type { Card, CardState, Paper } from '../../contract/papers.ts'
import { findStrand } from '../../contract/reasons.ts'
import { dayIn, now } from '../../platform/clock.ts'
import { AppError, invalidField } from '../../platform/errors.ts'
import { findNewestAnnouncement } from '../../store/papers/announcements.ts'
import {
  findDeliveries,
  findDeliveryDays,
  markOpenedFromMail,
  type DeliveredCard,
} from '../../store/readers/deliveries.ts'
import { addClick, addView, setFeedback, type InteractionRecord } from '../../store/readers/interactions.ts'
import { findAliases, type Aliases } from '../../store/papers/joins.ts'
import { findCardPapers, findPaper, toPaper, type CardPapers } from '../../store/papers/papers.ts'
import { saveKnownState } from '../../store/readers/readingList.ts'
import { toKnownState } from '../../store/readers/readingListModel.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { foldWords } from '../../text/words.ts'
import { obeyMutes } from '../delivery/delivery.ts'
import { findTrueReasons } from '../delivery/trueReasons.ts'
import { findActedOn, findActionsOn, findSavedPapersOf, nameCards, nameSavedPapers } from '../joining/readerPapers.ts'
import { markTasteChanged, LONG_VIEW_SECONDS } from '../ranking/tasteSignals.ts'

interface DayOfCards {
  shown: CardPapers
  cards: readonly DeliveredCard[]
  day: string
  /** The aliases of the papers; by default they are read. */
  aliases?: Aliases
  /** The states of the cards; by default they are read. */
  stateOf?: (id: string) => CardState
}

/** Returns the cards in the given order with the reader's current state. Omits papers no longer in the library. */
export async function toCards(user: UserRecord, { shown, cards, day, ...known }: DayOfCards): Promise<Card[]> {
  const { papers, firstTitles } = shown
  const ids = cards.map(({ paper_id }) => paper_id)
  const aliases = known.aliases ?? (await findAliases(ids))
  const [stateOf, reasonsOf] = await Promise.all([
    known.stateOf ?? findCardStates(user._id, ids, { aliases }),
    findTrueReasons(user, ids, aliases),
  ])
  return cards.flatMap(({ paper_id, rank, score, reasons, from_next_door }) => {
    const paper = papers.get(paper_id)
    if (paper === undefined) return []
    const strand = findStrand(reasons)
    return [
      {
        paper,
        ...markChangedTitle(paper, firstTitles),
        delivered_on: day,
        rank,
        score,
        reasons: reasonsOf(reasons, paper),
        ...(from_next_door && { from_next_door }),
        ...(strand && { strand_id: strand.id }),
        state: stateOf(paper_id),
      },
    ]
  })
}

/** Differences of spacing, case, accents and TeX are not a change. */
function markChangedTitle({ id, title }: Paper, firstTitles: ReadonlyMap<string, string>) {
  const before = firstTitles.get(id)
  const isChanged = before !== undefined && foldWords(before).join(' ') !== foldWords(title).join(' ')
  return isChanged ? { title_before: before } : {}
}

/** Returns all cards ever delivered to the reader, or those of a day; newest day first, then by rank. */
export async function listDeliveredCards(
  user: UserRecord,
  { day: only, ...page }: { skip: number; limit: number; day?: string },
) {
  // A day that loses cards makes room for an earlier one.
  while ((await obeyMutes(user, only ? [only] : await findDaysOf(user._id, page.skip + page.limit))) > 0);
  const { deliveries, total } = await findDeliveries(user._id, { ...page, ...(only && { day: only }) })
  const named = await Promise.all(deliveries.map(async ({ day, cards }) => ({ day, ...(await nameCards(cards)) })))
  const shown = await findCardPapers(named.flatMap(({ named: cards }) => cards.map(({ paper_id }) => paper_id)))
  const days = await Promise.all(
    named.map(({ day, named: cards, aliases }) => toCards(user, { shown, cards, day, aliases })),
  )
  return { items: days.flat(), total, ...page }
}

/** The newest days of the reader that have `cards` cards together. */
async function findDaysOf(userId: string, cards: number): Promise<string[]> {
  let before = 0
  return (await findDeliveryDays(userId)).flatMap(({ on, delivered }) => {
    const isNeeded = before < cards
    before += delivered
    return isNeeded ? on : []
  })
}

/** Counts a click on a paper, at most once in 5 s, and marks the paper's updates as read. Throws "not-found". */
export async function clickPaper(
  user: UserRecord,
  paperId: string,
  { fromMail = false } = {},
): Promise<{ clicks: number }> {
  const paper = await requirePaper(paperId)
  const newest = await findNewestAnnouncement()
  const [acted] = await findActedOn(user._id, paper._id)
  const clicks = await addClick(user._id, acted, { at: now(), day: newest?.day ?? null, fromMail })
  await saveKnownState(user._id, paper.record_ids ?? [paper._id], toKnownState(toPaper(paper)))
  if (clicks === 1) await markTasteChanged(user._id)
  return { clicks }
}

/** Adds to the time the reader viewed a paper; 0 seconds only mark it as seen. Throws "not-found". */
export async function viewPaper(user: UserRecord, paperId: string, seconds = 0): Promise<{ view_seconds: number }> {
  const paper = await requirePaper(paperId)
  const [acted] = await findActedOn(user._id, paper._id)
  const day = dayIn(user.preferences.digest.time_zone, now())
  const total = await addView(user._id, acted, { seconds, day })
  if (total >= LONG_VIEW_SECONDS && total - seconds < LONG_VIEW_SECONDS) await markTasteChanged(user._id)
  return { view_seconds: total }
}

/** Stores the reader's feedback. Returns the card's current state. Throws "not-found". */
export async function giveFeedback(
  user: UserRecord,
  paperId: string,
  value: 'like' | 'dislike' | 'none',
): Promise<CardState> {
  const paper = await requirePaper(paperId)
  // A like of any record is one of the paper, and so it must be taken back there.
  for (const id of await findActedOn(user._id, paper._id)) await setFeedback(user._id, id, value)
  await markTasteChanged(user._id)
  return findCardState(user._id, paper._id)
}

/**
 * Records that the reader opened the digest of `day`. `first` is true only the first time.
 * Throws "not-found" for a day without a delivery.
 */
export async function recordMailOpened(
  user: UserRecord,
  day: string | undefined,
): Promise<{ opened: true; first: boolean }> {
  if (day === undefined) throw invalidField('delivery_date', 'The day of the mail is missing.')
  const opened = await markOpenedFromMail(user._id, day)
  if (opened === null) throw new AppError('not-found', 'No papers were delivered to you on that day.')
  return { opened: true, first: opened.first }
}

async function requirePaper(paperId: string) {
  const paper = await findPaper(paperId)
  if (paper === null) throw new AppError('not-found', 'This paper is not in the library.')
  return paper
}

/** What the reader did with a paper. */
export async function findCardState(userId: string, paperId: string): Promise<CardState> {
  return (await findCardStates(userId, [paperId]))(paperId)
}

/**
 * What the reader did with each of these papers, as a function of the paper's id. Their aliases, and the ids of the items on
 * the reader's list by the record that was saved, are read if not `known`.
 */
export async function findCardStates(
  userId: string,
  ids: readonly string[],
  known: { aliases?: Aliases; items?: ReadonlyMap<string, string> } = {},
): Promise<(id: string) => CardState> {
  const aliases = known.aliases ?? (await findAliases(ids))
  const [interactions, saved] = await Promise.all([
    findActionsOn(userId, ids, aliases),
    known.items ? nameSavedPapers(ids, aliases, known.items) : findSavedPapersOf(userId, ids, aliases),
  ])
  return (id) => toState(interactions.get(id), saved.get(id))
}

const toState = (interaction: InteractionRecord | undefined, itemId: string | undefined): CardState => ({
  seen: interaction?.seen ?? false,
  clicked: interaction?.clicked ?? false,
  liked: interaction?.liked ?? false,
  dismissed: interaction?.dismissed ?? false,
  saved: itemId !== undefined,
  ...(itemId !== undefined && { saved_item_id: itemId }),
})
