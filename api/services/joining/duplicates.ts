import type {
  DuplicateRow,
  DuplicatesQuery,
  PapersOfRecords,
  PartInput,
  RecordOutline,
} from '../../contract/duplicates.ts'
import { DUPLICATES_LIMIT_DEFAULT } from '../../contract/limits.ts'
import type { List } from '../../contract/lists.ts'
import { AppError, invalidField } from '../../platform/errors.ts'
import { findAliases, findJoinRecords, processAgain, type JoinedRecord } from '../../store/papers/joins.ts'
import {
  findMerges,
  findSuspects,
  saveDecisions,
  type MergeRecord,
  type SuspectRecord,
} from '../../store/papers/merges.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { recordAdminAction } from '../accounts/audit.ts'
import { joinPapers } from './joinPapers.ts'

const AUTHORS_SHOWN = 5

/** Lists records that were joined, or links that were not believed, the newest first. */
export async function listDuplicates({
  kind = 'suspect',
  skip = 0,
  limit = DUPLICATES_LIMIT_DEFAULT,
}: DuplicatesQuery): Promise<List<DuplicateRow>> {
  const { items, total } = await (kind === 'merge' ? findMerges : findSuspects)({ skip, limit })
  const read = await findJoinRecords(items.flatMap(({ evidence }) => evidence.ids))
  const stored = new Map(read.map((record) => [record._id, record]))
  return { items: items.map((item) => toRow(item, stored)), total, skip, limit }
}

function toRow(item: MergeRecord | SuspectRecord, stored: ReadonlyMap<string, JoinedRecord>): DuplicateRow {
  const { ids, link, title_similarity, families } = item.evidence
  const isMerge = 'into' in item
  const ordered = isMerge ? ids.toSorted((one, other) => Number(other === item.into) - Number(one === item.into)) : ids
  return {
    id: item._id,
    kind: isMerge ? 'merge' : 'suspect',
    at: item.at.toISOString(),
    rule: item.rule,
    rank: item.rank,
    link,
    title_similarity,
    families,
    records: ordered.flatMap((id) => toOutline(stored.get(id)) ?? []),
    by: isMerge ? item.by : null,
    undone_at: (isMerge && item.undone_at?.toISOString()) || null,
  }
}

const toOutline = (record: JoinedRecord | undefined): RecordOutline | null =>
  record === undefined
    ? null
    : {
        id: record._id,
        source: record.source,
        title: record.title,
        authors: record.authors.slice(0, AUTHORS_SHOWN).map(({ name }) => name),
        published_at: record.published_at?.toISOString() ?? null,
        url: record.urls.abs,
      }

/** Makes records one paper, for good: no rule parts them. Throws "not-found", and "conflict" if they were not joined. */
export async function joinByHand(admin: UserRecord, ids: readonly string[]): Promise<PapersOfRecords> {
  await requireStored(ids)
  const pairs = ids.flatMap((one, at) => ids.slice(at + 1).map((other) => [one, other] as const))
  const result = await decide(pairs, true)
  if (result.papers.length > 1)
    throw new AppError('conflict', 'Not joined: other records of these papers were parted before. Join these first.')
  const details = `Joined ${ids.join(', ')} into one paper.`
  await recordAdminAction(admin, { action: 'papers-joined', target: result.papers[0]?.id ?? null, details })
  return result
}

/**
 * Makes records another paper than the other ones of `id`, for good: no rule joins them again. Records that are of another
 * paper already are never joined to it. Throws "not-found" and "invalid-input".
 */
export async function partByHand(admin: UserRecord, { id, record_ids, reason }: PartInput): Promise<PapersOfRecords> {
  await requireStored([id, ...record_ids])
  const others = (await findAliases([id])).recordsOf(id).filter((one) => !record_ids.includes(one))
  if (others.length === 0) throw invalidField('record_ids', 'These are all records of the paper: none would be left.')
  const result = await decide(
    record_ids.flatMap((one) => others.map((other) => [one, other] as const)),
    false,
  )
  const details = `Parted ${record_ids.join(', ')} from ${others.join(', ')}: ${reason}`
  await recordAdminAction(admin, { action: 'papers-parted', target: id, details })
  return result
}

async function requireStored(ids: readonly string[]): Promise<void> {
  const stored = new Set((await findJoinRecords(ids)).map(({ _id }) => _id))
  const missing = ids.find((id) => !stored.has(id))
  if (missing !== undefined) throw new AppError('not-found', `There is no record ${missing} in the library.`)
}

/** Stores what was decided about pairs of records, and divides these again. Returns their papers. */
async function decide(pairs: readonly (readonly [string, string])[], same: boolean): Promise<PapersOfRecords> {
  await saveDecisions(pairs, same)
  const ids = [...new Set(pairs.flat())]
  // After a crash the next processing goes on.
  await processAgain(ids)
  await joinPapers(ids)
  const { paperOf, recordsOf } = await findAliases(ids)
  return { papers: [...new Set(ids.map(paperOf))].map((id) => ({ id, record_ids: [...recordsOf(id)] })) }
}
