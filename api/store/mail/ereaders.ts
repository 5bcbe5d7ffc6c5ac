import { model, Schema } from 'mongoose'

/** A test whose code confirms the address. The code is made from `nonce` and the secret of the site. */
interface EreaderTest {
  nonce: string
  at: Date
  /** Codes that were typed. */
  tries: number
}

/** The e-reader of a reader, to which the day is mailed. */
export interface EreaderRecord {
  /** User id: each user has at most one. */
  _id: string
  address: string
  /** Null until the reader has typed the code of a test. Nothing but tests is sent before. */
  confirmed_at: Date | null
  /** False after mail servers have refused the address for good. */
  on: boolean
  test: EreaderTest | null
  last: { at: Date; sentence: string } | null
  failing_since: Date | null
  /** Increases with each new address: an event of an older one is not recorded. */
  revision: number
}

const nullableDate = { type: Date, default: null }
const schema = new Schema<EreaderRecord>(
  {
    _id: { type: String, required: true },
    address: { type: String, required: true },
    confirmed_at: nullableDate,
    on: { type: Boolean, required: true },
    test: { type: { nonce: String, at: Date, tries: Number }, default: null, _id: false },
    last: { type: { at: Date, sentence: String }, default: null, _id: false },
    failing_since: nullableDate,
    revision: { type: Number, required: true },
  },
  { collection: 'ereaders', strict: 'throw', autoIndex: false, versionKey: false },
)
const Ereaders = model('Ereader', schema)
const after = { returnDocument: 'after' } as const

export const findEreader = (userId: string): Promise<EreaderRecord | null> => Ereaders.findById(userId).lean().exec()

/** Whether days are sent to it: its address is confirmed, and not refused since. */
export const isReceiving = (ereader: EreaderRecord | null): ereader is EreaderRecord =>
  ereader !== null && ereader.on && ereader.confirmed_at !== null

/** The e-readers that days are sent to. */
export const iterateEreaders = (): AsyncIterable<EreaderRecord> =>
  Ereaders.find({ on: true, confirmed_at: { $ne: null } })
    .sort({ _id: 1 })
    .lean()
    .cursor()

/** Saves the address of the reader's e-reader, in place of the one before. It is not confirmed. */
export const saveEreader = (userId: string, address: string): Promise<EreaderRecord> =>
  Ereaders.findOneAndUpdate(
    { _id: userId },
    {
      $set: { address, confirmed_at: null, on: true, test: null, last: null, failing_since: null },
      $inc: { revision: 1 },
    },
    { ...after, upsert: true },
  )
    .orFail()
    .lean()
    .exec()

/** Stores a new test, whose code is the only valid one from now on. Null if the address was changed meanwhile. */
export const beginTest = (
  { _id, revision }: Pick<EreaderRecord, '_id' | 'revision'>,
  { nonce, at }: Omit<EreaderTest, 'tries'>,
): Promise<EreaderRecord | null> =>
  Ereaders.findOneAndUpdate({ _id, revision }, { $set: { test: { nonce, at, tries: 0 } } }, after)
    .lean()
    .exec()

/** Counts a code that was typed. Null if there is no test since `since`, or `max` codes were typed. */
export const countTry = (userId: string, { since, max }: { since: Date; max: number }): Promise<EreaderRecord | null> =>
  Ereaders.findOneAndUpdate(
    { _id: userId, 'test.at': { $gt: since }, 'test.tries': { $lt: max } },
    { $inc: { 'test.tries': 1 } },
    after,
  )
    .lean()
    .exec()

/** Confirms the address by the code of this test. Null if the address or the test was changed meanwhile. */
export const confirmAddress = (
  { _id, revision }: Pick<EreaderRecord, '_id' | 'revision'>,
  { nonce, at }: Omit<EreaderTest, 'tries'>,
): Promise<EreaderRecord | null> =>
  Ereaders.findOneAndUpdate(
    { _id, revision, 'test.nonce': nonce },
    { $set: { confirmed_at: at, on: true, test: null, failing_since: null } },
    after,
  )
    .lean()
    .exec()

/** Records what became of a day. A failure keeps the time of the first one; `off` switches the e-reader off. */
export async function recordEreaderEvent(
  { _id, revision }: Pick<EreaderRecord, '_id' | 'revision'>,
  { at, sentence }: { at: Date; sentence: string },
  { failed, off = false }: { failed: boolean; off?: boolean },
): Promise<void> {
  await Ereaders.updateOne(
    { _id, revision },
    [
      {
        $set: {
          last: { $literal: { at, sentence } },
          failing_since: failed ? { $ifNull: ['$failing_since', at] } : null,
          ...(off && { on: false }),
        },
      },
    ],
    { updatePipeline: true },
  )
}

/** Returns whether there was one. */
export const removeEreader = async (userId: string): Promise<boolean> =>
  (await Ereaders.deleteOne({ _id: userId })).deletedCount === 1
