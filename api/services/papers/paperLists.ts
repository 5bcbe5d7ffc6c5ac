import {
  DELIVERED_CARDS_MAX,
  FOR_ME_LIMIT_DEFAULT,
  RECENT_HOURS_DEFAULT,
  RECENT_LIMIT_DEFAULT,
  TOTAL_EXACT_MAX,
} from '../../contract/limits.ts'
import type { LedgerBucket, LedgerPapers } from '../../contract/dashboard.ts'
import type { CardList, Paper, PaperList, TodayPapers } from '../../contract/papers.ts'
import { now } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import { findNewestAnnouncement } from '../../store/papers/announcements.ts'
import { findDelivery } from '../../store/readers/deliveries.ts'
import { countRecentPapers } from '../../store/papers/paperFacts.ts'
import { findPaper, findPapers, findRecentPapers, findTodayPapers, toPaper } from '../../store/papers/papers.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { toCards } from './cards.ts'
import { rankForMe } from '../delivery/delivery.ts'
import { findMuteCauses } from '../delivery/mutes.ts'

/** Number of papers of the newest announcement shown to visitors without an account. */
const TODAY_PAPERS = 3
const HOUR_MS = 3_600_000

/** Throws "not-found". */
export async function getPaper(id: string): Promise<Paper> {
  const paper = await findPaper(id)
  if (paper === null) throw new AppError('not-found', 'This paper is not in the library.')
  return toPaper(paper)
}

/** Returns the papers stored in the last `hours`, newest first. */
export async function listRecent({
  hours = RECENT_HOURS_DEFAULT,
  skip = 0,
  limit = RECENT_LIMIT_DEFAULT,
}: {
  hours?: number
  skip?: number
  limit?: number
}): Promise<PaperList> {
  const since = new Date(now().getTime() - hours * HOUR_MS)
  const [items, total] = await Promise.all([
    findRecentPapers({ since, skip, limit }),
    countRecentPapers(since, TOTAL_EXACT_MAX),
  ])
  return {
    items,
    // A paper can be stored between the two reads.
    total: Math.max(total, items.length === 0 ? 0 : skip + items.length),
    ...(total === TOTAL_EXACT_MAX && { total_is_lower_bound: true }),
    skip,
    limit,
  }
}

/** Returns the newest announcement's papers for the reader, ranked now. Does not deliver them. */
export async function listForMe(
  user: UserRecord,
  { skip = 0, limit = FOR_ME_LIMIT_DEFAULT }: { skip?: number; limit?: number },
): Promise<CardList> {
  const { day, shown, cards, total } = await rankForMe(user, { skip, limit })
  const items = day === null ? [] : await toCards(user, { shown, cards, day })
  return { items, total, skip, limit }
}

export async function listToday(): Promise<TodayPapers> {
  const [items, newest] = await Promise.all([findTodayPapers(TODAY_PAPERS), findNewestAnnouncement()])
  return { items, total: items.length, announced_on: newest?.day ?? null, sample: newest?.sample ?? false }
}

/**
 * Returns a page of the papers counted in a ledger bucket: the ranked ones in their order. Without papers that are no
 * longer in the library, which `total` counts. Of muted papers with the words that muted them. Throws "not-found" for a day without a delivery.
 */
export async function listLedger(
  user: UserRecord,
  {
    day,
    where,
    skip = 0,
    limit = DELIVERED_CARDS_MAX,
  }: { day: string; where: LedgerBucket; skip?: number; limit?: number },
): Promise<LedgerPapers> {
  const delivery = await findDelivery(user._id, day)
  if (delivery === null) throw new AppError('not-found', 'No papers were delivered to you on that day.')
  const shown = delivery.cards.map(({ paper_id }) => paper_id)
  const ids = {
    ...delivery.places,
    shown,
    announced: [...shown, ...Object.values(delivery.places).flat()],
  }[where]
  const page = ids.slice(skip, skip + limit)
  const papers = await findPapers(page)
  const items = page.flatMap((id) => papers.get(id) ?? [])
  return {
    day,
    where,
    ...(where === 'muted' && { because: Object.fromEntries(await findMuteCauses(user, items)) }),
    items,
    total: ids.length,
    skip,
    limit,
  }
}
