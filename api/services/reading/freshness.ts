import type { Freshness } from '../../contract/dashboard.ts'
import { now } from '../../platform/clock.ts'
import { findNewestAnnouncement, totalOf, type AnnouncementRecord } from '../../store/papers/announcements.ts'
import { findJobs } from '../../store/jobs/jobs.ts'
import { findSourceState } from '../../store/sources/sources.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import type { Product } from '../product.ts'

/** The source whose announcement calendar defines the days of the dashboard. */
const SOURCE = 'arxiv'

interface ShownDay {
  day: string
  /** The stored announcements of the day. */
  announcements: readonly AnnouncementRecord[]
  /** Whether the reader has no cards on this day. */
  empty: boolean
}

/** Returns the age of the library, the failures of its source, and for an empty day the reason. */
export async function describeFreshness(product: Product, user: UserRecord, shown: ShownDay): Promise<Freshness> {
  const [newest, state] = await Promise.all([findNewestAnnouncement(), findSourceState(SOURCE)])
  const source = product.sources.get(SOURCE)
  const reason = shown.empty
    ? await explainEmptyDay(product, user, { ...shown, isLibraryEmpty: newest === null })
    : undefined
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

/** Returns the first reason that applies. Reasons that the reader can act on come first. */
async function explainEmptyDay(
  product: Product,
  user: UserRecord,
  { day, announcements, isLibraryEmpty }: ShownDay & { isLibraryEmpty: boolean },
): Promise<NonNullable<Freshness['reason']>> {
  if (user.category_ids.length === 0) return 'no_categories'
  if (announcements.some((one) => one.complete && totalOf(one) > 0)) return 'nothing_in_categories'
  if (await isFilling()) return 'running'
  const closure = product.sources.get(SOURCE)?.closureReason(day)
  if (closure) return closure
  return isLibraryEmpty ? 'empty_library' : 'not_fetched'
}

/** The kinds of jobs that add papers to the library. */
const FILLING_KINDS = ['ingest', 'load-samples', 'wipe-and-refetch'] as const

async function isFilling(): Promise<boolean> {
  const newest = await Promise.all(FILLING_KINDS.map((kind) => findJobs({ kind, skip: 0, limit: 1 })))
  return newest.some(({ items: [job] }) => job?.open)
}
