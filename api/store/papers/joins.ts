import { PAPER_SEQ, takeNumbers } from './counters.ts'
import { Papers, type Folded, type PaperRecord } from './paperModel.ts'

export type { Folded } from './paperModel.ts'

/** The fields of a stored record that joining reads. */
const FIELDS = {
  source: 1,
  kind: 1,
  title: 1,
  abstract: 1,
  abstract_segments: 1,
  abstract_from: 1,
  'authors.name': 1,
  categories: 1,
  primary_category: 1,
  published_at: 1,
  published_precision: 1,
  announced_on: 1,
  announcements: 1,
  former_days: 1,
  urls: 1,
  doi: 1,
  ids: 1,
  links: 1,
  comment: 1,
  venue: 1,
  journal_ref: 1,
  license: 1,
  withdrawn: 1,
  withdrawn_by: 1,
  metrics: 1,
  sample: 1,
  stored_at: 1,
  seq: 1,
  join_keys: 1,
  joined_into: 1,
  record_ids: 1,
  enriched: 1,
  folded: 1,
} as const

/** A stored record as joining reads it. */
export type JoinedRecord = Omit<Pick<PaperRecord, '_id' | Exclude<keyof typeof FIELDS, 'authors.name'>>, 'authors'> & {
  authors: { name: string }[]
}

/** Stored records by id, of those of `ids` that are stored. */
export async function findJoinRecords(ids: readonly string[]): Promise<JoinedRecord[]> {
  return Papers.find({ _id: { $in: [...ids] } }, FIELDS).lean<JoinedRecord[]>()
}

/** The lowest ids of records that were processed without being compared with others. */
export async function findUncompared(limit: number): Promise<string[]> {
  const isOld = { join_keys: null, processed_at: { $ne: null } }
  const found = await Papers.find(isOld, { _id: 1 }).sort({ _id: 1 }).limit(limit).lean()
  return found.map(({ _id }) => _id)
}

/** Stores what each record may have in common with others. Must be done before others are looked for. */
export async function saveJoinKeys(records: readonly { id: string; join_keys: readonly string[] }[]): Promise<void> {
  if (records.length === 0) return
  // Without mongoose, which checks each of the keys.
  await Papers.collection.bulkWrite(
    records.map(({ id, join_keys }) => ({
      updateOne: { filter: { _id: id as never }, update: { $set: { join_keys: [...join_keys] } } },
    })),
    { ordered: false },
  )
}

/** The records that have one of `keys`, with their keys; at most `limit`. */
export async function findByJoinKeys(
  keys: readonly string[],
  limit: number,
): Promise<{ _id: string; join_keys: string[] }[]> {
  // Without mongoose, which checks each of the keys.
  return Papers.collection
    .find<{
      _id: string
      join_keys: string[]
    }>({ join_keys: { $in: [...keys] } }, { projection: { join_keys: 1 }, limit })
    .toArray()
}

/** Ids of the records that have one of these works, or name it as their article. */
export const findIdsByWork = async (works: readonly string[]): Promise<string[]> =>
  works.length === 0 ? [] : Papers.distinct('_id', { join_keys: { $in: [...works] } })

/** The works of the notices that papers are shown with. */
export async function findNoticedWorks(): Promise<string[]> {
  const dois = await Papers.distinct('folded.notices.doi', { 'folded.notices': { $exists: true } })
  return dois.map((doi) => (String(doi).startsWith('osf:') ? String(doi) : `doi:${String(doi)}`))
}

/** Of these ids those of papers, and of records of papers, with a notice that is known since `from` or later, before `until`. */
export async function findNoticedIds(
  ids: readonly string[],
  { from, until }: { from: string; until: string },
): Promise<string[]> {
  const found = await Papers.find(
    {
      $or: [{ _id: { $in: [...ids] } }, { record_ids: { $in: [...ids] } }],
      'folded.notices': { $elemMatch: { known_on: { $gte: from, $lt: until } } },
    },
    { record_ids: 1 },
  ).lean()
  const noticed = new Set(found.flatMap(({ _id, record_ids = [] }) => [_id, ...record_ids]))
  return ids.filter((id) => noticed.has(id))
}

const HAS_DOI = { join_keys: { $elemMatch: { $gte: 'doi:', $lt: 'doi;' } } }

/** Whether a stored paper has a DOI, or one of the papers with these ids. */
export async function hasPaperWithDoi(ids?: readonly string[]): Promise<boolean> {
  const own = ids === undefined ? {} : { $or: [{ _id: { $in: [...ids] } }, { record_ids: { $in: [...ids] } }] }
  return (await Papers.exists({ ...own, ...HAS_DOI })) !== null
}

/** What becomes of a record. */
export interface JoinWrite {
  /** As it was read: a record that has changed since is not written. */
  record: Pick<JoinedRecord, '_id' | 'seq'>
  /** The record that the paper is shown by; null for that record itself. */
  into: string | null
  /** All records of the paper; null for one. */
  record_ids: readonly string[] | null
  folded: Folded | null
}

/**
 * Writes what became of records: first those that are shown no more, then those that papers are shown by. Safe to repeat.
 * Returns false if one of them had changed since it was read: then they must be divided again.
 */
export async function writeJoins(writes: readonly JoinWrite[]): Promise<boolean> {
  const ordered = [...writes.filter(({ into }) => into !== null), ...writes.filter(({ into }) => into === null)]
  const first = await takeNumbers(PAPER_SEQ, ordered.length)
  for (const [at, { record, into, record_ids, folded }] of ordered.entries()) {
    const fields = { joined_into: into, record_ids: record_ids && [...record_ids], folded }
    const kept = Object.entries(fields).filter(([, value]) => value !== null)
    const dropped = Object.entries(fields).flatMap(([name, value]) => (value === null ? [[name, 1] as const] : []))
    const { matchedCount } = await Papers.updateOne(
      // Each change of a record gives it a new number.
      { _id: record._id, seq: record.seq },
      { $set: { ...Object.fromEntries(kept), seq: first + at }, $unset: Object.fromEntries(dropped) as never },
    )
    if (matchedCount === 0) return false
  }
  return true
}

/** Lets records be processed again, which divides them into papers again. Safe to repeat. */
export async function processAgain(ids: readonly string[]): Promise<void> {
  await Papers.updateMany({ _id: { $in: [...ids] } }, { $set: { processed_at: null } })
}

/** The papers that records were joined into. */
export interface Aliases {
  /** The id under which the paper of a record is shown. */
  paperOf: (id: string) => string
  /** The ids of all records of the paper of a record, that of the paper first. */
  recordsOf: (id: string) => readonly string[]
  /** `ids` with those of all other records of the same papers, each once. */
  withRecords: (ids: readonly string[]) => string[]
}

/** Finds the papers of those of `ids` that have several records. */
export async function findAliases(ids: readonly string[]): Promise<Aliases> {
  // Without mongoose, which checks each of the ids.
  const joined = Papers.collection.find<Pick<PaperRecord, '_id' | 'joined_into' | 'record_ids'>>(
    { record_ids: { $in: [...ids] } },
    { projection: { joined_into: 1, record_ids: 1 } },
  )
  return aliasesOf(ids.length === 0 ? [] : await joined.toArray())
}

/** The aliases of papers with several records, from these records. */
export function aliasesOf(found: readonly Pick<PaperRecord, '_id' | 'joined_into'>[]): Aliases {
  const paperOf = new Map(found.flatMap(({ _id, joined_into }) => (joined_into ? [[_id, joined_into] as const] : [])))
  const records = Map.groupBy([...paperOf.keys()], (id) => paperOf.get(id) ?? id)
  const toPaper = (id: string) => paperOf.get(id) ?? id
  const recordsOf = (id: string) => [toPaper(id), ...(records.get(toPaper(id)) ?? [])]
  return { paperOf: toPaper, recordsOf, withRecords: (all) => [...new Set(all.flatMap(recordsOf))] }
}
