import { model, Schema } from 'mongoose'

/** A paper that a service is to be asked about. */
export interface QueuedPaper {
  /** `<service>:<paper>` */
  _id: string
  service: string
  paper_id: string
  /** The days on which it is asked about are counted from then on. */
  from: Date
  due_at: Date
}

const schema = new Schema<QueuedPaper>(
  {
    _id: { type: String, required: true },
    service: { type: String, required: true },
    paper_id: { type: String, required: true },
    from: { type: Date, required: true },
    due_at: { type: Date, required: true },
  },
  { collection: 'fact_queue', strict: 'throw', autoIndex: false, versionKey: false },
)
schema.index({ service: 1, due_at: 1, _id: 1 }, { name: 'due' })
const Queue = model('QueuedPaper', schema)

/** Adds papers to the queue of a service. One that is in it keeps its place. */
export async function enqueuePapers(
  service: string,
  papers: readonly Pick<QueuedPaper, 'paper_id' | 'from' | 'due_at'>[],
): Promise<void> {
  if (papers.length === 0) return
  await Queue.bulkWrite(
    papers.map((paper) => ({
      updateOne: {
        filter: { _id: `${service}:${paper.paper_id}` },
        update: { $setOnInsert: { service, ...paper } },
        upsert: true,
      },
    })),
    { ordered: false },
  )
}

/** The papers that `service` is to be asked about at `at`, those that have waited longest first. */
export const findDuePapers = (service: string, at: Date, limit: number): Promise<QueuedPaper[]> =>
  Queue.find({ service, due_at: { $lte: at } })
    .sort({ due_at: 1, _id: 1 })
    .limit(limit)
    .lean()

/** Stores when papers of the queue are due next; null takes them out. */
export async function requeuePapers(papers: ReadonlyMap<string, Date | null>): Promise<void> {
  if (papers.size === 0) return
  await Queue.bulkWrite(
    [...papers].map(([_id, due_at]) =>
      due_at === null
        ? { deleteOne: { filter: { _id } } }
        : { updateOne: { filter: { _id }, update: { $set: { due_at } } } },
    ),
    { ordered: false },
  )
}

/** How many papers `service` is to be asked about, now or later. */
export const countQueued = (service: string): Promise<number> => Queue.countDocuments({ service })
