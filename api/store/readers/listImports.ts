import { model, Schema, type InferSchemaType } from 'mongoose'
import type { ListImport } from '../../contract/listImport.ts'
import type { ReadingStatus } from '../../contract/readingList.ts'

const KEPT_SECONDS = 30 * 86_400

/** A paper that its source is asked for, with what the file says about it. */
export interface WaitingPaper {
  /** "arxiv:2611.90001". */
  paper_id: string
  /** Name of the source. Absent when an earlier version stored it, which asked arXiv only. */
  source?: string
  title: string
  notes: string
  tags: string[]
  status?: ReadingStatus
}

const schema = new Schema(
  {
    _id: { type: String, required: true },
    user_id: { type: String, required: true },
    /** The import of the first part of the file: this one for the first part. */
    file_id: { type: String, required: true },
    /** Where the part begins and ends in the file, in characters, and how many entries it has. */
    from: { type: Number, required: true },
    read: { type: Number, required: true },
    entries: { type: Number, required: true },
    /** Line breaks of the part. */
    lines: { type: Number, default: 0 },
    added: { type: Number, required: true },
    existing: { type: Number, required: true },
    waiting: { type: Schema.Types.Mixed, required: true },
    repeated: { type: Number, default: 0 },
    missing: { type: Schema.Types.Mixed, required: true },
    unreadable: { type: Schema.Types.Mixed, default: [] },
    left_out: { type: Number, required: true },
    feeds: { type: Schema.Types.Mixed, required: true },
    /** Number of papers that `waiting` began with. */
    asked: { type: Number, required: true },
    /** The job that asks the sources. */
    job_id: { type: String, default: null },
    created_at: { type: Date, required: true },
  },
  { collection: 'list_imports', strict: 'throw', autoIndex: false, minimize: false, versionKey: false },
)
schema.index({ user_id: 1, created_at: -1 }, { name: 'reader' })
schema.index({ file_id: 1, from: 1 }, { name: 'parts' })
schema.index({ created_at: 1 }, { name: 'expiry', expireAfterSeconds: KEPT_SECONDS })

export type ListImportRecord = Omit<
  InferSchemaType<typeof schema>,
  'waiting' | 'missing' | 'unreadable' | 'feeds' | 'job_id'
> &
  Pick<ListImport, 'missing' | 'unreadable' | 'feeds'> & { waiting: WaitingPaper[]; job_id: string | null }
const Imports = model('ListImport', schema)

export async function insertListImport(record: ListImportRecord): Promise<void> {
  await Imports.create(record)
}

/** The reader's import. Null when it is unknown, older than 30 days or of another reader. */
export const findListImport = (userId: string, id: string): Promise<ListImportRecord | null> =>
  Imports.findOne({ _id: id, user_id: userId }).lean<ListImportRecord | null>()

/** The parts of a file that the reader imported, the first one first. Empty as for `findListImport`. */
export const findFileParts = (userId: string, fileId: string): Promise<ListImportRecord[]> =>
  // Imports of earlier versions have no file.
  Imports.find({ $or: [{ _id: fileId }, { file_id: fileId }], user_id: userId })
    .sort({ from: 1 })
    .lean<ListImportRecord[]>()

export async function setListImportJob(id: string, jobId: string): Promise<void> {
  await Imports.updateOne({ _id: id }, { $set: { job_id: jobId } })
}

/** Counts a paper that was waited for as added or as already on the list, once: a repeat changes nothing. */
export async function settleFound(id: string, paperId: string, as: 'added' | 'existing'): Promise<void> {
  await Imports.updateOne(
    { _id: id, 'waiting.paper_id': paperId },
    { $pull: { waiting: { paper_id: paperId } }, $inc: { [as]: 1 } },
  )
}

/** Waits for another id in place of `paperId`, which turned out to be of the same paper; not if that is a repeated one. */
export async function renameWaiting(
  id: string,
  paperId: string,
  { paper_id, source, isRepeated }: Pick<WaitingPaper, 'paper_id' | 'source'> & { isRepeated: boolean },
): Promise<void> {
  const repeat = { $pull: { waiting: { paper_id: paperId } }, $inc: { repeated: 1, asked: -1 } }
  const rename = { $set: { 'waiting.$.paper_id': paper_id, 'waiting.$.source': source } }
  await Imports.updateOne({ _id: id, 'waiting.paper_id': paperId }, isRepeated ? repeat : rename)
}

/** Lists a paper that was waited for as missing, once. */
export async function settleMissing(
  id: string,
  { paper_id, title, source }: WaitingPaper,
  reason: 'not-at-source' | 'unusable',
): Promise<void> {
  await Imports.updateOne(
    { _id: id, 'waiting.paper_id': paper_id },
    { $pull: { waiting: { paper_id } }, $push: { missing: { title, reason, source } } },
  )
}
