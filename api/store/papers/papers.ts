import type { Paper } from '../../contract/papers.ts'
import { now } from '../../platform/clock.ts'
import { readCounter, takeNumbers } from './counters.ts'
import { isDuplicate } from '../duplicateKeys.ts'
import { hashContent, mergeContent, type PaperContent, type PaperInput } from './paperMerge.ts'
import { Papers, type PaperRecord } from './paperModel.ts'

export type { PaperInput } from './paperMerge.ts'
export type { PaperRecord } from './paperModel.ts'

const SEQ = 'papers.seq'
const GENERATION = 'papers.generation'

export interface SavedPapers {
  added: string[]
  changed: string[]
  unchanged: number
}

/**
 * Merges each record into the stored paper with its id (rules: `mergeContent`). Acknowledged by the majority.
 * Idempotent. Several processes may save the same paper at the same time without losing data.
 */
export async function savePapers(
  records: readonly PaperInput[],
  { generation }: { generation: number },
): Promise<SavedPapers> {
  const saved: SavedPapers = { added: [], changed: [], unchanged: 0 }
  let pending = Map.groupBy(records, ({ _id }) => _id)
  while (pending.size > 0) pending = await mergeOnce(pending, generation, saved)
  return saved
}

/** Reads, merges and writes once. Returns the records to merge again, because another process changed their papers. */
async function mergeOnce(pending: Map<string, PaperInput[]>, generation: number, saved: SavedPapers) {
  const stored = await Papers.find({ _id: { $in: [...pending.keys()] } }).lean()
  const byId = new Map(stored.map((record) => [record._id, record]))
  const writes: { id: string; content: PaperContent; hash: string; before: PaperRecord | undefined }[] = []
  const untouched: string[] = []
  for (const [id, incoming] of pending) {
    const before = byId.get(id)
    const content = incoming.reduce<PaperContent | null>(
      (merged, record) => mergeContent(merged, record),
      before ? toContent(before) : null,
    )
    if (content === null) continue
    const hash = hashContent(content)
    if (before?.content_hash === hash) untouched.push(id)
    else writes.push({ id, content, hash, before })
  }
  saved.unchanged += untouched.length
  await Papers.updateMany({ _id: { $in: untouched }, generation: { $lt: generation } }, { $set: { generation } })
  if (writes.length === 0) return new Map<string, PaperInput[]>()

  const firstSeq = await takeNumbers(SEQ, writes.length)
  const seqOf = new Map(writes.map(({ id }, index) => [id, firstSeq + index]))
  const at = now()
  // The upsert matches the hash that was read. If another process has changed it, the upsert fails with a duplicate key
  // and the paper is merged again.
  const operations = writes.map(({ id, content, hash, before }) => ({
    updateOne: {
      filter: { _id: id, content_hash: before?.content_hash ?? hash },
      update: {
        $set: { ...content, content_hash: hash, seq: seqOf.get(id) ?? 0, processed_at: null },
        $max: { generation },
        $setOnInsert: { stored_at: at, category_ids: content.categories },
      },
      upsert: true,
    },
  }))
  await Papers.bulkWrite(operations, { ordered: false }).catch(ignoreLostRaces)
  const won = await Papers.find({ seq: { $in: [...seqOf.values()] } }, { _id: 1 }).lean()
  const wonIds = new Set(won.map(({ _id }) => _id))
  const lost = new Map<string, PaperInput[]>()
  for (const { id, before } of writes) {
    if (!wonIds.has(id)) lost.set(id, pending.get(id) ?? [])
    else if (before === undefined) saved.added.push(id)
    else saved.changed.push(id)
  }
  return lost
}

/** Fields that `savePapers` and `saveCategoryIds` store beside the content. */
const STORAGE_FIELDS = [
  '_id',
  'category_ids',
  'content_hash',
  'generation',
  'seq',
  'stored_at',
  'processed_at',
] as const

function toContent(record: PaperRecord): PaperContent {
  const content: Partial<PaperRecord> & PaperContent = { ...record }
  for (const name of STORAGE_FIELDS) delete content[name]
  return content
}

/** A lost race fails with a duplicate key. Its papers are found by their missing `seq` and merged again. */
function ignoreLostRaces(error: unknown): void {
  if (!isDuplicate(error)) throw error
}

/** The paper in the shape of the API. */
export const toPaper = (record: PaperRecord): Paper => ({
  id: record._id,
  source: record.source,
  source_id: record.source_id,
  version: record.version,
  title: record.title,
  abstract: record.abstract,
  title_segments: record.title_segments,
  abstract_segments: record.abstract_segments,
  authors: record.authors,
  categories: record.categories,
  primary_category: record.primary_category,
  published_at: record.published_at?.toISOString() ?? null,
  updated_at: record.updated_at?.toISOString() ?? null,
  announced_on: record.announced_on,
  announce_type: record.announce_type,
  urls: record.urls,
  doi: record.doi,
  comment: record.comment,
  journal_ref: record.journal_ref,
  license: record.license,
  withdrawn: record.withdrawn,
  metrics: record.metrics,
})

/** Papers by id, of those of `ids` that are stored. */
export async function findPapers(ids: readonly string[]): Promise<Map<string, Paper>> {
  const records = await Papers.find({ _id: { $in: [...ids] } }).lean()
  return new Map(records.map((record) => [record._id, toPaper(record)]))
}

export async function findPaper(id: string): Promise<PaperRecord | null> {
  return Papers.findById(id).lean()
}

/** Papers stored at or after `since`, newest first. */
export async function findRecentPapers({ since, limit }: { since: Date; limit: number }): Promise<Paper[]> {
  const records = await Papers.find({ stored_at: { $gte: since } })
    .sort({ stored_at: -1, _id: -1 })
    .limit(limit)
    .lean()
  return records.map(toPaper)
}

/** Papers announced on `day` in one of the categories (canonical codes or ids of topics), in no particular order. */
export async function findAnnounced(day: string, categoryIds: readonly string[]): Promise<PaperRecord[]> {
  return Papers.find({ 'announcements.on': day, category_ids: { $in: [...categoryIds] } }).lean()
}

/** All papers announced on `day`. */
export async function findAllAnnounced(day: string): Promise<PaperRecord[]> {
  return Papers.find({ 'announcements.on': day }).lean()
}

/** Papers changed after `seq`, in the order of their changes. */
export async function findPapersAfter(seq: number, limit: number): Promise<PaperRecord[]> {
  return Papers.find({ seq: { $gt: seq } })
    .sort({ seq: 1 })
    .limit(limit)
    .lean()
}

/** The highest `seq` of the stored papers; 0 when there are none. */
export const findNewestSeq = async (): Promise<number> =>
  (await Papers.findOne({}, { seq: 1 }).sort({ seq: -1 }).lean())?.seq ?? 0

/** Days on which stored papers were announced, newest first. */
export async function findAnnouncementDays(limit: number): Promise<string[]> {
  const days: string[] = []
  while (days.length < limit) {
    // One index lookup for each day; `distinct` would read every key.
    const before = days.at(-1)
    const filter = before === undefined ? {} : { announced_on: { $lt: before } }
    const next = await Papers.findOne(filter, { announced_on: 1 }).sort({ announced_on: -1 }).lean()
    if (next?.announced_on == null) break
    days.push(next.announced_on)
  }
  return days
}

/** New papers of the newest announcement day, for visitors without an account: with an abstract, not withdrawn. */
export async function findTodayPapers(limit: number): Promise<Paper[]> {
  const [day] = await findAnnouncementDays(1)
  if (day === undefined) return []
  const filter = { announced_on: day, announce_type: 'new' as const, withdrawn: false, abstract: { $ne: '' } }
  const records = await Papers.find(filter).sort({ _id: 1 }).limit(limit).lean()
  return records.map(toPaper)
}

/** The source's ids of papers announced as new or cross-listed from `since` on whose exact times are missing. */
export async function findUnfilled(source: string, since: string): Promise<string[]> {
  const filter = { source, announced_on: { $gte: since }, announce_type: { $in: ['new', 'cross'] as const } }
  const records = await Papers.find({ ...filter, published_at: null }, { source_id: 1 })
    .sort({ _id: 1 })
    .lean()
  return records.map(({ source_id }) => source_id)
}

/** Papers that are not yet assigned to categories, oldest change first. */
export async function findUnprocessed(limit: number): Promise<PaperRecord[]> {
  return Papers.find({ processed_at: null }).sort({ seq: 1 }).limit(limit).lean()
}

/** Stores the categories of papers. Skips papers that were changed after `seq`. */
export async function saveCategoryIds(
  papers: readonly { id: string; seq: number; category_ids: readonly string[] }[],
): Promise<void> {
  const at = now()
  await Papers.bulkWrite(
    papers.map(({ id, seq, category_ids }) => ({
      updateOne: { filter: { _id: id, seq }, update: { $set: { category_ids: [...category_ids], processed_at: at } } },
    })),
    { ordered: false },
  )
}

/** The generation that fetched papers are stored under now. */
export const currentGeneration = (): Promise<number> => readCounter(GENERATION)

/** Starts a new generation and returns it. Papers fetched from now on belong to it. */
export const beginGeneration = (): Promise<number> => takeNumbers(GENERATION, 1)
