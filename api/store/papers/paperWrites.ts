import { now } from '../../platform/clock.ts'
import { isDuplicate } from '../duplicateKeys.ts'
import { hashContent } from './contentHash.ts'
import { PAPER_SEQ, takeNumbers } from './counters.ts'
import {
  addDerived,
  mergeContent,
  type DerivedAnnouncements,
  type PaperContent,
  type PaperInput,
} from './paperMerge.ts'
import { Papers, type PaperRecord } from './paperModel.ts'
import { keepVersions, versionOf } from './paperVersions.ts'

export type { DerivedAnnouncements, PaperContent, PaperInput } from './paperMerge.ts'

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
  const byId = Map.groupBy(records, ({ _id }) => _id)
  return changePapers([...byId.keys()], generation, {
    change: (stored, id) =>
      (byId.get(id) ?? []).reduce<PaperContent | null>((merged, record) => mergeContent(merged, record), stored),
    reportsOf: (id) => byId.get(id) ?? [],
  })
}

/** Adds derived announcements to stored papers, by id (rules: `addDerived`). Idempotent, as `savePapers`. */
export async function saveDerived(announcements: ReadonlyMap<string, DerivedAnnouncements>): Promise<SavedPapers> {
  const change: Change = (stored, id) => {
    const derived = announcements.get(id)
    return stored && derived ? addDerived(stored, derived) : stored
  }
  return changePapers([...announcements.keys()], 0, { change })
}

/** Stores the abstracts that another service gave of papers that have none. Returns the ids of those that were changed. */
export async function fillAbstracts(
  abstracts: ReadonlyMap<string, Required<Pick<PaperContent, 'abstract' | 'abstract_segments' | 'abstract_from'>>>,
): Promise<string[]> {
  const change: Change = (stored, id) =>
    stored && stored.abstract === '' ? { ...stored, ...abstracts.get(id) } : stored
  const { changed } = await changePapers([...abstracts.keys()], 0, { change })
  return changed
}

/**
 * Changes the content of the stored papers behind the id `after`, `limit` of them at most. `last` is the id of the last one;
 * null when there is none. Idempotent if `change` is.
 */
export async function renewPapers(
  after: string,
  limit: number,
  change: (content: PaperContent) => PaperContent,
): Promise<{ last: string | null; read: number; changed: number }> {
  const found = await Papers.find({ _id: { $gt: after } }, { _id: 1 })
    .sort({ _id: 1 })
    .limit(limit)
    .lean()
  const ids = found.map(({ _id }) => _id)
  const { changed } = await changePapers(ids, 0, { change: (stored) => stored && change(stored) })
  return { last: ids.at(-1) ?? null, read: ids.length, changed: changed.length }
}

/** Returns the new content of a paper; null to leave a paper that is not stored. */
type Change = (stored: PaperContent | null, id: string) => PaperContent | null

interface Changing {
  change: Change
  /** What sources report of a paper now; absent when none reports anything. */
  reportsOf?: (id: string) => readonly PaperInput[]
}

async function changePapers(ids: readonly string[], generation: number, changing: Changing): Promise<SavedPapers> {
  const saved: SavedPapers = { added: [], changed: [], unchanged: 0 }
  let pending = ids
  while (pending.length > 0) pending = await changeOnce(pending, { ...changing, generation, saved })
  return saved
}

/** Reads, changes and writes once. Returns the ids to try again, because another process changed their papers. */
async function changeOnce(
  ids: readonly string[],
  { generation, change, reportsOf = () => [], saved }: Changing & { generation: number; saved: SavedPapers },
): Promise<string[]> {
  const stored = await Papers.find({ _id: { $in: [...ids] } }).lean()
  const byId = new Map(stored.map((record) => [record._id, record]))
  const writes: { id: string; content: PaperContent; hash: string; before: PaperRecord | undefined }[] = []
  const untouched: string[] = []
  const older: Parameters<typeof keepVersions>[0][number][] = []
  for (const id of ids) {
    const before = byId.get(id)
    const content = change(before ? toContent(before) : null, id)
    if (content === null) continue
    older.push(...olderVersions(id, content, [...reportsOf(id), ...(before ? [before] : [])]))
    const hash = hashContent(content)
    if (before?.content_hash === hash) untouched.push(id)
    else writes.push({ id, content, hash, before })
  }
  // Before the papers: after a crash between the two the stored version is kept once more, with the same text.
  await keepVersions(older)
  saved.unchanged += untouched.length
  await Papers.updateMany({ _id: { $in: untouched }, generation: { $lt: generation } }, { $set: { generation } })
  if (writes.length === 0) return []

  const firstSeq = await takeNumbers(PAPER_SEQ, writes.length)
  const seqOf = new Map(writes.map(({ id }, index) => [id, firstSeq + index]))
  const at = now()
  // The upsert matches the hash that was read. If another process has changed it, the upsert fails with a duplicate key
  // and the paper is changed again.
  const operations = writes.map(({ id, content, hash, before }) => ({
    updateOne: {
      filter: { _id: id, content_hash: before?.content_hash ?? hash },
      update: {
        $unset: lostFields(content, before),
        $set: {
          ...content,
          content_hash: hash,
          seq: seqOf.get(id) ?? 0,
          processed_at: null,
          // The model encodes title and abstract.
          ...((before?.title !== content.title || before.abstract !== content.abstract) && { embedded_by: null }),
        },
        $max: { generation },
        $setOnInsert: { stored_at: at, category_ids: content.categories },
      },
      upsert: true,
    },
  }))
  await Papers.bulkWrite(operations, { ordered: false }).catch(ignoreLostRaces)
  const written = await Papers.find({ _id: { $in: [...seqOf.keys()] } }, { seq: 1 }).lean()
  const wonIds = new Set(written.flatMap(({ _id, seq }) => (seq === seqOf.get(_id) ? _id : [])))
  const lost: string[] = []
  for (const { id, before } of writes) {
    if (!wonIds.has(id)) lost.push(id)
    else if (before === undefined) saved.added.push(id)
    else saved.changed.push(id)
  }
  return lost
}

/** What is said about versions of a paper before that of `newest`. A sample is no version of a real paper. */
const olderVersions = (
  paperId: string,
  newest: Pick<PaperContent, 'version' | 'sample'>,
  said: readonly (PaperInput | PaperRecord)[],
) =>
  said
    .filter(
      ({ version, sample }) =>
        version !== null && newest.version !== null && version < newest.version && sample === newest.sample,
    )
    .flatMap((one) => versionOf(one) ?? [])
    .map((content) => ({ paperId, content }))

/** The optional fields that a paper had before and has no more. */
function lostFields(content: PaperContent, before: PaperRecord | undefined): Record<string, 1> {
  const had = before === undefined ? [] : Object.keys(toContent(before))
  const kept = new Set(Object.entries(content).flatMap(([name, value]) => (value === undefined ? [] : [name])))
  return Object.fromEntries(had.filter((name) => !kept.has(name)).map((name) => [name, 1]))
}

/** Fields that are stored beside the content. */
const STORAGE_FIELDS = [
  '_id',
  'category_ids',
  'content_hash',
  'generation',
  'seq',
  'stored_at',
  'processed_at',
  'embedded_by',
  'embedding_claim',
  'join_keys',
  'joined_into',
  'record_ids',
  'enriched',
  'folded',
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
