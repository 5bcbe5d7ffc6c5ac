import { model, Schema, type InferSchemaType } from 'mongoose'

const schema = new Schema(
  {
    /** Id that the worker chooses at its start. */
    _id: { type: String, required: true },
    started_at: { type: Date, required: true },
    /** Time of the last heartbeat, in the database server's time. */
    beat_at: { type: Date, required: true },
    running: { type: Number, required: true },
  },
  { collection: 'workers', strict: 'throw', autoIndex: false, versionKey: false },
)
schema.index({ beat_at: 1 }, { name: 'gone', expireAfterSeconds: 24 * 3_600 })

export type WorkerRecord = InferSchemaType<typeof schema>
const Workers = model('Worker', schema)

/** Matches the ids of workers of `installation`, which is the first part of such an id. */
export const ownedBy = (installation: string) => new RegExp(`^${installation}:`)

/** Stores the worker's heartbeat. */
export async function saveHeartbeat(id: string, running: number): Promise<void> {
  await Workers.updateOne(
    { _id: id },
    [{ $set: { running, beat_at: '$$NOW', started_at: { $ifNull: ['$started_at', '$$NOW'] } } }],
    { upsert: true, updatePipeline: true },
  )
}

/** Removes the heartbeat of a worker that shut down cleanly. */
export async function removeWorker(id: string): Promise<void> {
  await Workers.deleteOne({ _id: id })
}

/** Removes the heartbeats of all workers of `installation`, which must have ended. */
export async function removeWorkers(installation: string): Promise<void> {
  await Workers.deleteMany({ _id: ownedBy(installation) })
}

/** Workers with a heartbeat in the last `withinMs`, by the database server's clock. */
export const findWorkers = (withinMs: number): Promise<WorkerRecord[]> =>
  Workers.find({ $expr: { $gte: ['$beat_at', { $subtract: ['$$NOW', withinMs] }] } })
    .lean()
    .exec()
