import { model, Schema } from 'mongoose'

const schema = new Schema(
  { _id: { type: String, required: true }, value: { type: Number, required: true } },
  { collection: 'counters', strict: 'throw', autoIndex: false, versionKey: false },
)
const Counters = model('Counter', schema)

/** The last number that was taken for a change of a paper. */
export const PAPER_SEQ = 'papers.seq'
/** The number that a restore gave to the newest paper: beyond all numbers of the library before it. */
export const RESTORED_SEQ = 'papers.restored'
/** The number of the last rebuild of the search index that an admin asked for. Each index says for which one it was begun. */
export const INDEX_REBUILD = 'papers.index_rebuild'

/** Counts topics and shared categories that were created, and that stored papers got. */
export const TOPIC_CHANGES = 'papers.topics'

/** Reserves `count` consecutive numbers and returns the first of them. Every sequence starts at 1. */
export async function takeNumbers(name: string, count: number): Promise<number> {
  const { value } = await Counters.findOneAndUpdate(
    { _id: name },
    { $inc: { value: count } },
    { upsert: true, returnDocument: 'after' },
  )
    .orFail()
    .lean()
  return value - count + 1
}

/** Sets the counter to `value` unless it is higher. */
export async function raiseCounter(name: string, value: number): Promise<void> {
  await Counters.updateOne({ _id: name }, { $max: { value } }, { upsert: true })
}

/** The last number taken; 0 before the first. */
export async function readCounter(name: string): Promise<number> {
  return (await Counters.findById(name).lean())?.value ?? 0
}
