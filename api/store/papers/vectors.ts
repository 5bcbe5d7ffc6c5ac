import { model, Schema } from 'mongoose'
import { now } from '../../platform/clock.ts'
import { bytesOf } from '../databaseValues.ts'
import { isDuplicate } from '../duplicateKeys.ts'

const { Buffer: Bytes } = Schema.Types
const schema = new Schema(
  {
    /** Id of the paper. */
    _id: { type: String, required: true },
    /** The embedding model. */
    model: { type: String, required: true },
    /** Hash of the encoded text. */
    text_hash: { type: String, required: true },
    /** A signed byte per dimension. The largest one is 127 or -127: only the direction is stored. */
    vector: { type: Bytes, required: true },
    /** `seq` of the paper when it was encoded. */
    seq: { type: Number, required: true },
    /** When it was stored, by the clock of the database. */
    saved_at: { type: Date, required: true },
  },
  { collection: 'vectors', shardKey: { _id: 'hashed' }, strict: 'throw', autoIndex: false, versionKey: false },
)
schema.index({ model: 1, seq: 1 }, { name: 'model_seq' })
schema.index({ model: 1, saved_at: 1 }, { name: 'model_saved_at' })
const Vectors = model('Vector', schema)

/** The mean of the vectors of a model, in 32-bit floats. */
const meanSchema = new Schema(
  {
    /** The embedding model. */
    _id: { type: String, required: true },
    mean: { type: Bytes, required: true },
    /** Number of the model's vectors when the mean was computed. */
    vectors: { type: Number, required: true },
    computed_at: { type: Date, required: true },
  },
  { collection: 'vector_means', strict: 'throw', autoIndex: false, versionKey: false },
)
const Means = model('VectorMean', meanSchema)

export interface StoredVector {
  id: string
  model: string
  text_hash: string
  /** Direction of the vector, one component per dimension. */
  vector: Int8Array
  seq: number
}

/** Vectors by the id of their paper, of those of `ids` that have one. With `modelId`, only vectors of this model. */
export async function findVectors(ids: readonly string[], modelId?: string): Promise<Map<string, StoredVector>> {
  const filter = { _id: { $in: [...ids] }, ...(modelId !== undefined && { model: modelId }) }
  const records = await Vectors.find(filter, { saved_at: 0 }).lean()
  return new Map(
    records.map(({ _id: id, vector, ...rest }) => [id, { id, ...rest, vector: new Int8Array(bytesOf(vector)) }]),
  )
}

/** Hashes of the texts that the model has encoded, by the id of their paper. */
export async function findTextHashes(ids: readonly string[], modelId: string): Promise<Map<string, string>> {
  const records = await Vectors.find({ _id: { $in: [...ids] }, model: modelId }, { text_hash: 1 }).lean()
  return new Map(records.map(({ _id, text_hash }) => [_id, text_hash]))
}

/** Stores vectors. A stored one of a later state of the paper is kept. Safe to repeat. */
export async function saveVectors(vectors: readonly StoredVector[]): Promise<void> {
  const operations = vectors.map(({ id, seq, vector, ...rest }) => ({
    updateOne: {
      filter: { _id: id, seq: { $lte: seq } },
      update: {
        $set: { ...rest, seq, vector: Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength) },
        $currentDate: { saved_at: true as const },
      },
      upsert: true,
    },
  }))
  await Vectors.bulkWrite(operations, { ordered: false }).catch((error: unknown) => {
    // The upsert of a paper with a later vector fails with a duplicate key.
    if (!isDuplicate(error)) throw error
  })
}

export async function removeVectors(ids: readonly string[]): Promise<void> {
  await Vectors.deleteMany({ _id: { $in: [...ids] } })
}

export const countVectors = (modelId: string): Promise<number> => Vectors.countDocuments({ model: modelId }).exec()

/** `size` vectors of a model in random selection, or all when it has fewer. */
export async function sampleVectors(modelId: string, size: number): Promise<Int8Array[]> {
  const records = await Vectors.aggregate<{ vector: { buffer: Uint8Array } }>([
    { $match: { model: modelId } },
    { $sample: { size } },
    { $project: { vector: 1 } },
  ])
  return records.map(({ vector }) => new Int8Array(bytesOf(vector)))
}

type NewVector = Pick<StoredVector, 'id' | 'vector'> & { saved_at: Date }

/** The model's vectors of the newest papers, at most `limit`, in pages, the paper changed last first. */
export const iterateNewestVectors = (modelId: string, limit: number, pageSize: number): AsyncIterable<NewVector[]> =>
  iteratePages({ model: modelId }, { sort: { seq: -1 }, limit, pageSize })

/** The model's vectors that were stored at `since` or later, in pages, in the order of storing. */
export const iterateVectorsSince = (modelId: string, since: Date, pageSize: number): AsyncIterable<NewVector[]> =>
  iteratePages({ model: modelId, saved_at: { $gte: since } }, { sort: { saved_at: 1 }, limit: 0, pageSize })

async function* iteratePages(
  filter: { model: string; saved_at?: { $gte: Date } },
  { sort, limit, pageSize }: { sort: Record<string, 1 | -1>; limit: number; pageSize: number },
): AsyncIterable<NewVector[]> {
  let page: NewVector[] = []
  const cursor = Vectors.find(filter, { vector: 1, saved_at: 1 }).sort(sort).limit(limit).lean().cursor()
  for await (const { _id, vector, saved_at } of cursor) {
    page.push({ id: _id, vector: new Int8Array(bytesOf(vector)), saved_at })
    if (page.length < pageSize) continue
    yield page
    page = []
  }
  if (page.length > 0) yield page
}

/** The mean of the model's vectors, and of how many it was computed. Null before the first. */
export async function findMean(modelId: string): Promise<{ mean: Float32Array; vectors: number } | null> {
  const record = await Means.findById(modelId).lean()
  return record && { mean: new Float32Array(bytesOf(record.mean)), vectors: record.vectors }
}

export async function saveMean(modelId: string, mean: Float32Array, vectors: number): Promise<void> {
  const update = { $set: { mean: Buffer.from(mean.buffer), vectors, computed_at: now() } }
  await Means.updateOne({ _id: modelId }, update, { upsert: true })
}
