import type { Dashboard, Freshness } from '#api/contract/dashboard.ts'

/** Reasons for a day without cards whose announcement was not read: how many papers it has is not known. */
const sentences: Partial<Record<NonNullable<Freshness['reason']>, string>> = {
  empty_library: 'Nothing has been fetched yet.',
  running: 'The papers are being fetched.',
  missed: 'This day was missed.',
  not_fetched: 'Not fetched yet.',
  before_library: 'Before this library began.',
  to_come: 'Still to come.',
}

/** Says in place of a count why the papers of a day are not known. Undefined if its announcement was read. */
export function unreadDayText({ reason, announced_on, failing_since }: Freshness): string | undefined {
  if (reason === undefined) return undefined
  // The first fetch is repeated without end while the source fails.
  if (announced_on === null && failing_since !== undefined) return sentences.empty_library
  return sentences[reason] ?? (announced_on === null ? sentences.empty_library : undefined)
}

/** The newest day that is being fetched while `day` is the newest list; undefined if there is none. */
export const awaitedDay = ({ day, freshness }: Pick<Dashboard, 'day' | 'freshness'>): string | undefined =>
  freshness.coming_days?.findLast((coming) => coming > day)
