import { model, Schema, type InferSchemaType } from 'mongoose'

const schema = new Schema(
  {
    /** The name it gives itself. */
    _id: { type: String, required: true },
    started_at: { type: Date, required: true },
    /** When it was last heard of, in the server's time. */
    beat_at: { type: Date, required: true },
    running: { type: Number, required: true },
  },
  { collection: 'workers', strict: 'throw', autoIndex: false, versionKey: false },
)
schema.index({ beat_at: 1 }, { name: 'gone', expireAfterSeconds: 24 * 3_600 })

export type WorkerRecord = InferSchemaType<typeof schema>
const Workers = model('Worker', schema)

/** Says that a worker is there. */
export async function saveHeartbeat(id: string, running: number): Promise<void> {
  await Workers.updateOne(
    { _id: id },
    [{ $set: { running, beat_at: '$$NOW', started_at: { $ifNull: ['$started_at', '$$NOW'] } } }],
    { upsert: true, updatePipeline: true },
  )
}

/** A worker that stopped in good order is no longer missed. */
export async function removeWorker(id: string): Promise<void> {
  await Workers.deleteOne({ _id: id })
}

/** Workers heard of within `withinMs`, by the server's clock. */
export const findWorkers = (withinMs: number): Promise<WorkerRecord[]> =>
  Workers.find({ $expr: { $gte: ['$beat_at', { $subtract: ['$$NOW', withinMs] }] } })
    .lean()
    .exec()
