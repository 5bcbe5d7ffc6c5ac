import { model, Schema } from 'mongoose'
import { bytesOf } from '../databaseValues.ts'
import { Papers } from './paperModel.ts'

/** The terms of a paper with their counts; see `TermCounts` of the ranking. */
interface Terms {
  ids: Uint32Array
  counts: Uint8Array
}

/** The features of a paper that depend on nothing but its text. */
export interface FeatureRecord {
  /** Id of the paper. */
  id: string
  /** Hash of the text that the terms were read from. */
  text_hash: string
  terms: Terms
}

const schema = new Schema(
  {
    _id: { type: String, required: true },
    text_hash: { type: String, required: true },
    /** The ids as 32-bit integers, then the counts as bytes. */
    terms: { type: Schema.Types.Buffer, required: true },
  },
  { collection: 'features', shardKey: { _id: 'hashed' }, strict: 'throw', autoIndex: false, versionKey: false },
)
const Features = model('Feature', schema)

/** Bytes of one term: its id and its count. */
const TERM_BYTES = 5

function toTerms(binary: unknown): Terms {
  const bytes = bytesOf(binary)
  const length = bytes.byteLength / TERM_BYTES
  return { ids: new Uint32Array(bytes, 0, length), counts: new Uint8Array(bytes, length * 4) }
}

const toBytes = ({ ids, counts }: Terms) =>
  Buffer.concat([Buffer.from(ids.buffer, ids.byteOffset, ids.byteLength), counts])

/** Features by the id of the paper, of those of `ids` that have some. */
export async function findFeatures(ids: readonly string[]): Promise<Map<string, FeatureRecord>> {
  const records = await Features.find({ _id: { $in: [...ids] } }).lean()
  return new Map(
    records.map(({ _id, text_hash, terms }) => [_id, { id: _id, text_hash, terms: toTerms(terms) }] as const),
  )
}

/** Stores the features of papers, in place of older ones. Safe to repeat. */
export async function saveFeatures(records: readonly FeatureRecord[]): Promise<void> {
  if (records.length === 0) return
  await Features.bulkWrite(
    records.map(({ id, text_hash, terms }) => ({
      updateOne: { filter: { _id: id }, update: { $set: { text_hash, terms: toBytes(terms) } }, upsert: true },
    })),
    // They are made again when they are missing.
    { ordered: false, writeConcern: { w: 1 } },
  )
}

export async function removeFeatures(ids: readonly string[]): Promise<void> {
  await Features.deleteMany({ _id: { $in: [...ids] } })
}

/** Number of stored papers and of papers with features, both estimated. */
export async function countFeatures(): Promise<{ papers: number; featured: number }> {
  const [papers, featured] = await Promise.all([Papers.estimatedDocumentCount(), Features.estimatedDocumentCount()])
  return { papers, featured }
}

/** The terms of at most `limit` papers, in pages, the highest ids first, which are the newest papers of a source. */
export async function* iterateTerms(limit: number, pageSize: number): AsyncIterable<{ id: string; terms: Terms }[]> {
  let before: string | null = null
  for (let read = 0; read < limit;) {
    const page: { _id: string; terms: unknown }[] = await Features.find(
      before === null ? {} : { _id: { $lt: before } },
      { terms: 1 },
    )
      .sort({ _id: -1 })
      .limit(Math.min(pageSize, limit - read))
      .lean()
    if (page.length === 0) return
    yield page.map(({ _id, terms }) => ({ id: _id, terms: toTerms(terms) }))
    read += page.length
    before = page.at(-1)?._id ?? null
  }
}
