import { describeCitedSince, WATCH_LIMIT_DEFAULT } from '../../contract/limits.ts'
import type { Paper } from '../../contract/papers.ts'
import type { WatchList, WatchRow } from '../../contract/readingList.ts'
import { dayIn } from '../../platform/clock.ts'
import { findPapers } from '../../store/papers/papers.ts'
import { findLicences, type LicensedVersion } from '../../store/papers/paperVersions.ts'
import { findSaveTimes } from '../../store/readers/readingSaves.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { listReplacedLicences } from '../../text/licences.ts'
import { countCitedSince } from './citedSince.ts'

/**
 * What happened to the papers on the reader's list, the newest first: notices, withdrawals, articles of preprints, licences
 * that a later version replaced, and that new papers cite them.
 */
export async function listWatch(
  user: UserRecord,
  { skip = 0, limit = WATCH_LIMIT_DEFAULT }: { skip?: number; limit?: number },
): Promise<WatchList> {
  const saved = await findSaveTimes(user._id)
  const papers = await findPapers([...saved.keys()])
  const each = new Map([...papers.values()].map((paper) => [paper.id, paper]))
  const licences = await findLicences([...each.keys()])
  const rows = [...each.values()].flatMap((paper) => rowsOf(paper, licences.get(paper.id) ?? []))
  rows.push(...(await findCitedRows(saved, papers)))
  const newest = rows.toSorted(
    (one, other) => compare(dayOf(other), dayOf(one)) || compare(one.paper_id, other.paper_id),
  )
  return { items: newest.slice(skip, skip + limit), total: rows.length, skip, limit }
}

/** One row for each saved paper that new papers cite, however many they are. */
async function findCitedRows(
  saved: ReadonlyMap<string, Date>,
  papers: ReadonlyMap<string, Paper>,
): Promise<WatchRow[]> {
  // A paper that was saved as two of its records has one row.
  const items = new Map(
    [...saved].flatMap(([paper_id, added_at]) => {
      const paper = papers.get(paper_id)
      return paper ? [[paper.id, { paper_id, added_at, paper }] as const] : []
    }),
  )
  const cited = await countCitedSince([...items.values()], [...items.keys()])
  return [...items.values()].flatMap(({ paper }, at) => {
    const found = cited[at]
    if (found === undefined) return []
    const unknown = { doi: null, by: [], known_on: null, url: paper.urls.abs }
    const reason = `By ${describeCitedSince(found)}`
    return [{ ...unknown, paper_id: paper.id, title: paper.title, kind: 'cited', reason, noticed_on: found.newest_on }]
  })
}

const dayOf = ({ noticed_on, known_on }: WatchRow) => noticed_on ?? known_on ?? ''
const compare = (one: string, other: string) => Number(one > other) - Number(one < other)

function rowsOf(
  { id: paper_id, title, notices = [], withdrawn, withdrawn_by, urls, ...paper }: Paper,
  licences: readonly LicensedVersion[],
): WatchRow[] {
  const unknown = { paper_id, title, doi: null, by: [], reason: null, noticed_on: null, known_on: null, url: urls.abs }
  const isPublished = paper.source === 'arxiv' && paper.journal_ref !== null
  return [
    ...notices.map(({ kind, doi, by, reason = null, on, known_on, url }) => ({
      ...unknown,
      kind,
      doi,
      by,
      reason,
      noticed_on: on,
      known_on,
      url,
    })),
    ...(withdrawn
      ? [{ ...unknown, kind: 'withdrawn' as const, by: withdrawn_by ? [withdrawn_by] : [], reason: paper.comment }]
      : []),
    ...(isPublished
      ? [
          {
            ...unknown,
            kind: 'published' as const,
            doi: paper.doi,
            reason: paper.journal_ref,
            noticed_on: paper.venue?.published_on ?? null,
            url: urls.doi ?? urls.abs,
          },
        ]
      : []),
    ...listReplacedLicences(licences).map(({ version: { at }, before, after }) => ({
      ...unknown,
      kind: 'licence' as const,
      reason: `${after} in place of ${before}`,
      noticed_on: at && dayIn('UTC', at),
    })),
  ]
}
