import { CITING_LIMIT_DEFAULT } from '../../contract/limits.ts'
import type { CitedSince, CitingList, CitingPaper } from '../../contract/readingList.ts'
import { dayIn } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import { findCitationDays, findCitations, type StoredCiting } from '../../store/papers/citingPapers.ts'
import { findAliases, findByJoinKeys } from '../../store/papers/joins.ts'
import { findPaper } from '../../store/papers/papers.ts'
import { findItem, type ItemRecord } from '../../store/readers/readingList.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { linkOfWork } from '../../text/workIds.ts'

/** The source of citations, whose page is linked wherever they are shown. */
const SOURCE = { id: 's2', name: 'Semantic Scholar', url: 'https://www.semanticscholar.org/' }
const PAGES = `${SOURCE.url}paper/`

type Saved = Pick<ItemRecord, 'paper_id' | 'added_at'>

/** A paper is cited since it was saved by papers of that day (UTC) or later. */
const sinceOf = ({ added_at }: Saved): string => dayIn('UTC', added_at)

/**
 * How many new papers cite each saved paper since it was saved, in the order of `saved`; undefined for none. `paperIds` are
 * the ids under which the papers are shown now.
 */
export async function countCitedSince(
  saved: readonly Saved[],
  paperIds: readonly string[],
): Promise<(CitedSince | undefined)[]> {
  const known = await findCitationDays([...new Set([...saved.map(({ paper_id }) => paper_id), ...paperIds])])
  return saved.map((item, at) => {
    const { days = [], is_cut = false } = known.get(paperIds[at] ?? '') ?? known.get(item.paper_id) ?? {}
    const own = days.filter((day) => day >= sinceOf(item)).toSorted()
    const newest_on = own.at(-1)
    return newest_on === undefined
      ? undefined
      : { papers: own.length, newest_on, ...(is_cut && { is_lower_bound: true }) }
  })
}

/**
 * A page of the papers that cite one of the reader's list since it was saved, the newest first. Throws "not-found" for an item
 * that is not on the list.
 */
export async function listCiting(
  user: UserRecord,
  itemId: string,
  { skip = 0, limit = CITING_LIMIT_DEFAULT }: { skip?: number; limit?: number },
): Promise<CitingList> {
  const item = await findItem(user._id, itemId)
  if (item === null) throw new AppError('not-found', 'This is not on your reading list.')
  const since = sinceOf(item)
  const paper = await findPaper(item.paper_id)
  const stored = (paper && (await findCitations(paper._id))) ?? (await findCitations(item.paper_id))
  const own = (stored?.citing ?? []).filter(({ on }) => on !== null && on >= since)
  const shown = own.toSorted((one, other) => (other.on ?? '').localeCompare(one.on ?? '')).slice(skip, skip + limit)
  return {
    items: await toCitingPapers(shown),
    total: own.length,
    ...(stored?.is_cut && { total_is_lower_bound: true }),
    skip,
    limit,
    since,
    asked_at: stored?.asked_at.toISOString() ?? null,
    source: { name: SOURCE.name, url: paper?.enriched?.[SOURCE.id]?.url ?? SOURCE.url },
  }
}

/** Those of the library with their id there. */
async function toCitingPapers(citing: readonly StoredCiting[]): Promise<CitingPaper[]> {
  const ids = new Set(citing.flatMap((paper) => paper.ids))
  const records = await findByJoinKeys([...ids], ids.size * 10)
  const { paperOf } = await findAliases(records.map(({ _id }) => _id))
  const inLibrary = new Map(
    records.flatMap(({ _id, join_keys }) => join_keys.map((key) => [key, paperOf(_id)] as const)),
  )
  return citing.map(({ source_id, title, ids: own, on }) => ({
    title,
    paper_id: own.flatMap((id) => inLibrary.get(id) ?? [])[0] ?? null,
    url: own.flatMap((id) => linkOfWork(id) ?? [])[0] ?? PAGES + source_id,
    published_on: on,
  }))
}
