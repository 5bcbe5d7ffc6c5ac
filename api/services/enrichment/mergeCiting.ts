import type { CitingPaper } from '../../sources/enriching.ts'
import type { CitationsRecord, StoredCiting } from '../../store/papers/citingPapers.ts'

/** More citing papers than these are not kept, the newest first. */
const KEPT_MAX = 5_000

/**
 * What is kept of the papers that a source lists now: those of the day `since` and later. One without a day of publication has the
 * day on which it was first seen; at the first visit it may be of any time, and has none.
 */
export function mergeCiting(
  found: readonly CitingPaper[],
  { before, since, today }: { before: Pick<CitationsRecord, 'citing'> | null; since: string; today: string },
): StoredCiting[] {
  const known = new Map(before?.citing.map((one) => [one.source_id, one]))
  const each = new Map(found.map((one) => [one.source_id, one]))
  return [...each.values()]
    .map(({ published_on, ...paper }): StoredCiting => {
      const seen = known.get(paper.source_id)
      if (published_on !== null) return { ...paper, on: published_on }
      if (seen !== undefined) return { ...paper, on: seen.on }
      return { ...paper, on: before === null ? null : today }
    })
    .filter(({ on }) => on === null || on >= since)
    .toSorted((one, other) => compareDays(other.on, one.on))
    .slice(0, KEPT_MAX)
}

const compareDays = (one: string | null, other: string | null): number => (one ?? '').localeCompare(other ?? '')
