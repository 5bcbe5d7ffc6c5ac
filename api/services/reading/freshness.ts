import type { Freshness } from '../../contract/dashboard.ts'
import { now } from '../../platform/clock.ts'
import { findNewestAnnouncement, totalOf, type AnnouncementRecord } from '../../store/papers/announcements.ts'
import { findJobs } from '../../store/jobs/jobs.ts'
import { findSourceState } from '../../store/sources/sources.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import type { Product } from '../product.ts'

/** The source whose calendar the days of the dashboard follow. */
const SOURCE = 'arxiv'

interface ShownDay {
  day: string
  /** The announcements of the day that are held. */
  announcements: readonly AnnouncementRecord[]
  /** The reader has no cards of it. */
  empty: boolean
}

/** How old the library is, whether its source can be reached, and for an empty day why it is empty. */
export async function describeFreshness(product: Product, user: UserRecord, shown: ShownDay): Promise<Freshness> {
  const [newest, state] = await Promise.all([findNewestAnnouncement(), findSourceState(SOURCE)])
  const source = product.sources.get(SOURCE)
  const reason = shown.empty ? await explainEmptyDay(product, user, { ...shown, isFirst: newest === null }) : undefined
  return {
    announced_on: newest?.day ?? null,
    fetched_at: (newest?.completed_at ?? state?.last_success_at)?.toISOString() ?? null,
    ...(state?.failing_since && { failing_since: state.failing_since.toISOString() }),
    ...(state?.failing_since && state.failure && { failure: state.failure }),
    ...(source && { next_expected_at: source.nextAnnouncementAt(now()).toISOString() }),
    ...(reason && { reason }),
    sample: newest?.sample ?? false,
  }
}

/** The first of the true reasons that the reader can do something about, or else must know. */
async function explainEmptyDay(
  product: Product,
  user: UserRecord,
  { day, announcements, isFirst }: ShownDay & { isFirst: boolean },
): Promise<NonNullable<Freshness['reason']>> {
  if (user.category_ids.length === 0) return 'no_categories'
  if (announcements.some((one) => one.complete && totalOf(one) > 0)) return 'nothing_in_categories'
  if (await isFilling()) return 'running'
  const closed = product.sources.get(SOURCE)?.closureReason(day)
  if (closed) return closed
  return isFirst ? 'empty_library' : 'not_fetched'
}

/** What fills the library. */
const FILLING = ['ingest', 'load-samples', 'wipe-and-refetch'] as const

async function isFilling(): Promise<boolean> {
  const newest = await Promise.all(FILLING.map((kind) => findJobs({ kind, skip: 0, limit: 1 })))
  return newest.some(({ items: [job] }) => job?.open)
}
