import { model, Schema } from 'mongoose'
import { now } from '../../platform/clock.ts'
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
  },
  { collection: 'vectors', strict: 'throw', autoIndex: false, versionKey: false },
)
schema.index({ model: 1 }, { name: 'model' })
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

/** The bytes of a binary field in memory of their own, so that they can be read as larger numbers. */
const bytesOf = ({ buffer }: { buffer: Uint8Array }): ArrayBuffer => new Uint8Array(buffer).buffer

/** Vectors by the id of their paper, of those of `ids` that have one. With `modelId`, only vectors of this model. */
export async function findVectors(ids: readonly string[], modelId?: string): Promise<Map<string, StoredVector>> {
  const filter = { _id: { $in: [...ids] }, ...(modelId !== undefined && { model: modelId }) }
  const records = await Vectors.find(filter).lean()
  return new Map(
    records.map(({ _id: id, vector, ...rest }) => [
      id,
      { id, ...rest, vector: new Int8Array(bytesOf(vector as never)) },
    ]),
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
      update: { $set: { ...rest, seq, vector: Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength) } },
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

/** The mean of the model's vectors, and of how many it was computed. Null before the first. */
export async function findMean(modelId: string): Promise<{ mean: Float32Array; vectors: number } | null> {
  const record = await Means.findById(modelId).lean()
  return record && { mean: new Float32Array(bytesOf(record.mean as never)), vectors: record.vectors }
}

export async function saveMean(modelId: string, mean: Float32Array, vectors: number): Promise<void> {
  const update = { $set: { mean: Buffer.from(mean.buffer), vectors, computed_at: now() } }
  await Means.updateOne({ _id: modelId }, update, { upsert: true })
}
