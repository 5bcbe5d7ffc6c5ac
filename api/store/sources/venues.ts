import { model, Schema } from 'mongoose'
import { now } from '../../platform/clock.ts'

/** The readings of a day (Eastern). */
interface ReadingDay {
  tries: number
  /** Readings that came to the end of the list. */
  read: number
  news: number
}

/** What is stored of a venue that is followed. */
export interface VenueRecord {
  /** Code of its category. */
  _id: string
  /** Its id at the source: "ICLR.cc/2027/Conference". */
  venue: string
  next_read_at: Date
  first_tried_at: Date
  /** When its list was first read to the end; null before. */
  first_read_at: Date | null
  last_success_at: Date | null
  failing_since: Date | null
  /** Why the last reading failed, in a sentence. */
  failure: string | null
  failures: number
  /** When the newest of its papers was accepted, as far as its date or its first sight says; null without papers. */
  last_accepted_at: Date | null
  /** Papers of its list, and how many of them cannot be read. */
  papers: number
  unread: number
  /** By day, of the last days. */
  days: Record<string, ReadingDay>
}

const schema = new Schema<VenueRecord>(
  {
    _id: { type: String, required: true },
    venue: { type: String, required: true },
    next_read_at: { type: Date, required: true },
    first_tried_at: { type: Date, required: true },
    first_read_at: { type: Date, default: null },
    last_success_at: { type: Date, default: null },
    failing_since: { type: Date, default: null },
    failure: { type: String, default: null },
    failures: { type: Number, default: 0 },
    last_accepted_at: { type: Date, default: null },
    papers: { type: Number, default: 0 },
    unread: { type: Number, default: 0 },
    days: { type: Schema.Types.Mixed as never, default: {} },
  },
  { collection: 'venues', strict: 'throw', autoIndex: false, versionKey: false, minimize: false },
)
const Venues = model('Venue', schema)

/** The stored state of these venues, by code. Those that were never read have none. */
export async function findVenueRecords(codes: readonly string[]): Promise<Map<string, VenueRecord>> {
  const found = await Venues.find({ _id: { $in: codes } }).lean<VenueRecord[]>()
  return new Map(found.map((venue) => [venue._id, venue]))
}

/** The state of a venue before its first reading, which is due. */
export const newVenueRecord = (code: string, venue: string): VenueRecord => ({
  _id: code,
  venue,
  next_read_at: now(),
  first_tried_at: now(),
  first_read_at: null,
  last_success_at: null,
  failing_since: null,
  failure: null,
  failures: 0,
  last_accepted_at: null,
  papers: 0,
  unread: 0,
  days: {},
})

/** Stores the state of a venue after a reading. */
export async function saveVenueRecord({ _id, ...rest }: VenueRecord): Promise<void> {
  await Venues.updateOne({ _id }, { $set: rest }, { upsert: true })
}
