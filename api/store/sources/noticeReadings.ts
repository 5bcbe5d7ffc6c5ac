import { model, Schema } from 'mongoose'
import type { FileVersion } from '../../sources/noticing.ts'

/** Up to where the notices of a source were read. */
export interface NoticeReading {
  /** Id of the source. */
  _id: string
  /** All notices before this day (UTC) were read; null before the first reading. */
  until: string | null
  /** Papers that readers saved until then were added to the queue; for a file: have no DOI as of that day. */
  saved_at: Date | null
  /** The file that was read last. */
  file: FileVersion | null
}

const schema = new Schema<NoticeReading>(
  {
    _id: { type: String, required: true },
    until: { type: String, default: null },
    saved_at: { type: Date, default: null },
    file: { type: Schema.Types.Mixed as never, default: null },
  },
  { collection: 'notice_readings', strict: 'throw', autoIndex: false, versionKey: false },
)
const NoticeReadings = model('NoticeReading', schema)

/** Up to where the notices of a source were read. */
export async function findNoticeReading(id: string): Promise<NoticeReading> {
  const stored = await NoticeReadings.findById(id).lean<NoticeReading>()
  return { _id: id, until: stored?.until ?? null, saved_at: stored?.saved_at ?? null, file: stored?.file ?? null }
}

/** Records up to where the notices of a source were read. What is left out stays. */
export async function saveNoticeReading(id: string, read: Partial<Omit<NoticeReading, '_id'>>): Promise<void> {
  await NoticeReadings.updateOne({ _id: id }, { $set: read }, { upsert: true })
}
