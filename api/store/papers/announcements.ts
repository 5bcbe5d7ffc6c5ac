import { model, Schema } from 'mongoose'
import { now } from '../../platform/clock.ts'
import { countByArchive, countStored, type CountsByType } from './announcedCounts.ts'
import { findStoredIds } from './paperLookup.ts'

/** What is known about one archive on one day. An archive without an entry was not read for that day. */
export interface ArchiveDay {
  /** Read from the announcement; confirmed to have none; or read from the source's changes afterwards. */
  state: 'announced' | 'empty' | 'recovered'
  /** Stored papers announced on the day in this archive. */
  papers: number
  /** Records of the day that could not be read or placed, and did not arrive in another way since. */
  unaccounted: number
  /** Ids of those of them whose id could be read, if there are any. */
  unread?: string[]
  read_at: Date
}

/** One source's batch of one day. */
export interface AnnouncementRecord {
  /** `<source>:<day>`. */
  _id: string
  source: string
  day: string
  /** How many papers the source says it announced; null when it does not say. */
  expected: number | null
  /** Number of records read, including repeated ones. */
  seen: number
  /** Number of stored papers. */
  stored: CountsByType
  /** Those of them that were announced to readers for the first time. */
  arrivals: number
  /** By archive: "cs". Archive names contain no dot. */
  archives: Record<string, ArchiveDay>
  /** Every followed archive has an entry. */
  complete: boolean
  /** Records of the day that could not be read, of no known archive. */
  unaccounted: number
  /** What was known of the day when its deliveries were last queued; null before that. */
  delivered: string | null
  first_seen_at: Date
  completed_at: Date | null
  sample: boolean
}

const count = { type: Number, default: 0 }
const schema = new Schema<AnnouncementRecord>(
  {
    _id: { type: String, required: true },
    source: { type: String, required: true },
    day: { type: String, required: true },
    expected: { type: Number, default: null },
    seen: { type: Number, required: true },
    stored: { new: count, cross: count, replace: count, 'replace-cross': count },
    arrivals: count,
    archives: { type: Schema.Types.Mixed as never, default: {} },
    complete: { type: Boolean, required: true },
    unaccounted: { type: Number, default: 0 },
    delivered: { type: String, default: null },
    first_seen_at: { type: Date, required: true },
    completed_at: { type: Date, default: null },
    sample: { type: Boolean, required: true },
  },
  {
    collection: 'announcements',
    strict: 'throw',
    autoIndex: false,
    versionKey: false,
    suppressReservedKeysWarning: true,
    minimize: false,
  },
)
schema.index({ day: -1 }, { name: 'day' })

const Announcements = model('Announcement', schema)

export async function findAnnouncement(source: string, day: string): Promise<AnnouncementRecord | null> {
  return Announcements.findById(`${source}:${day}`).lean()
}

/** The newest announcement with stored papers, of all sources or of these. */
export async function findNewestAnnouncement(sources?: readonly string[]): Promise<AnnouncementRecord | null> {
  return Announcements.findOne({ ...ofSources(sources), $expr: HAS_PAPERS })
    .sort({ day: -1 })
    .lean()
}

/** The nearest days before and after `day` with stored papers of all sources, or of these. */
export async function findAnnouncementDaysAround(
  day: string,
  sources?: readonly string[],
): Promise<{ previous?: string; next?: string }> {
  const [before, after] = await Promise.all([
    Announcements.findOne({ day: { $lt: day }, ...ofSources(sources), $expr: HAS_PAPERS })
      .sort({ day: -1 })
      .lean(),
    Announcements.findOne({ day: { $gt: day }, ...ofSources(sources), $expr: HAS_PAPERS })
      .sort({ day: 1 })
      .lean(),
  ])
  return { ...(before && { previous: before.day }), ...(after && { next: after.day }) }
}

/** The announcements of a day, one of each source. */
export async function findAnnouncementsOf(day: string): Promise<AnnouncementRecord[]> {
  return Announcements.find({ day }).lean()
}

/** Announcements from `from` on, newest first. */
export async function findAnnouncementsSince(from: string): Promise<AnnouncementRecord[]> {
  return Announcements.find({ day: { $gte: from } })
    .sort({ day: -1 })
    .lean()
}

/** What a run learned about an archive. `isKnown`: it was read before without a change, so that what is stored stays. */
export type LearnedDay = Pick<ArchiveDay, 'state' | 'unaccounted' | 'unread'> & { isKnown?: boolean }

interface AnnouncementFacts {
  seen: number
  /** Whether it is complete, given all that is known of its archives and how many papers are stored. */
  complete: boolean | ((archives: AnnouncementRecord['archives'], papers: number) => boolean)
  /** What a run learned about archives. Others keep their state. `papers` is counted here. */
  archives?: Readonly<Record<string, LearnedDay>>
  unaccounted?: number
  sample?: boolean
}

/**
 * Creates or updates an announcement with the counts of its stored papers. Safe to repeat. An archive that was read from
 * the announcement keeps that state, and one with papers is never empty.
 */
export async function recordAnnouncement(
  source: string,
  day: string,
  { seen, complete, archives = {}, unaccounted, sample = false }: AnnouncementFacts,
): Promise<AnnouncementRecord> {
  const _id = `${source}:${day}`
  const [{ stored, arrivals }, byArchive, before] = await Promise.all([
    countStored(source, day),
    countByArchive(source, day),
    findAnnouncement(source, day),
  ])
  const known = { ...before?.archives, ...mergeStates(before?.archives ?? {}, archives) }
  const arrived = await findStoredIds(Object.values(known).flatMap(({ unread = [] }) => unread))
  const states = Object.entries(known).map(([archive, { unread: before = [], ...entry }]) => {
    const papers = byArchive.get(archive) ?? 0
    const state = entry.state === 'empty' && papers > 0 ? 'recovered' : entry.state
    const unread = before.filter((id) => !arrived.has(id))
    const unaccounted = Math.max(entry.unaccounted - before.length, 0) + unread.length
    return [archive, { ...entry, state, papers, unaccounted, ...(unread.length > 0 && { unread }) }] as const
  })
  const isComplete =
    typeof complete === 'boolean' ? complete : complete(Object.fromEntries(states), totalOf({ stored }))
  const completed = isComplete && !before?.completed_at ? { completed_at: now() } : {}
  return Announcements.findOneAndUpdate(
    { _id },
    {
      $set: {
        stored,
        arrivals,
        complete: isComplete,
        ...completed,
        ...(unaccounted !== undefined && { unaccounted }),
        ...Object.fromEntries(states.map(([archive, entry]) => [`archives.${archive}`, entry])),
      },
      $max: { seen },
      $setOnInsert: { source, day, expected: null, delivered: null, first_seen_at: now(), sample },
    },
    { upsert: true, returnDocument: 'after' },
  )
    .orFail()
    .lean()
}

function mergeStates(
  before: AnnouncementRecord['archives'],
  learned: NonNullable<AnnouncementFacts['archives']>,
): AnnouncementRecord['archives'] {
  const changed = Object.entries(learned).filter(
    ([archive, { state }]) => state === 'announced' || before[archive]?.state !== 'announced',
  )
  return Object.fromEntries(
    changed.map(([archive, { isKnown, ...facts }]) => {
      const known = before[archive]?.state === 'announced' && isKnown ? before[archive] : facts
      return [archive, { ...known, papers: 0, read_at: now() }]
    }),
  )
}

/** Records what was known of the day (`known`) when its deliveries were queued. */
export async function recordDelivered(id: string, known: string): Promise<void> {
  await Announcements.updateOne({ _id: id }, { $set: { delivered: known } })
}

/**
 * A number that grows with each stored paper announced on `day`, and with each one that turns out to be new on that day
 * instead of cross-listed later, over all sources.
 */
export async function countAnnounced(day: string): Promise<number> {
  const [count = 0] = await countAnnouncedOn([day])
  return count
}

/** `countAnnounced` of each of these days. */
export async function countAnnouncedOn(days: readonly string[]): Promise<number[]> {
  const records = await Announcements.find(
    { day: { $in: [...new Set(days)] } },
    { day: 1, stored: 1, arrivals: 1 },
  ).lean()
  const counts = new Map<string, number>()
  for (const record of records) counts.set(record.day, (counts.get(record.day) ?? 0) + extentOf(record))
  return days.map((day) => counts.get(day) ?? 0)
}

/** The part of one announcement in `countAnnounced`. Records of earlier versions have no `arrivals`. */
export const extentOf = ({
  stored,
  arrivals = 0,
}: Pick<AnnouncementRecord, 'stored'> & { arrivals?: number }): number => totalOf({ stored }) + arrivals

/** Deletes announcements that have no papers any more. */
export async function removeAnnouncements(ids: readonly string[]): Promise<void> {
  await Announcements.deleteMany({ _id: { $in: [...ids] } })
}

/** Deletes the announcements of the sample library. */
export async function removeSampleAnnouncements(): Promise<void> {
  await Announcements.deleteMany({ sample: true })
}

/** Number of stored papers of an announcement. */
export const totalOf = ({ stored }: Pick<AnnouncementRecord, 'stored'>): number =>
  Object.values(stored).reduce((sum, one) => sum + one, 0)

const ofSources = (sources?: readonly string[]) => (sources ? { source: { $in: [...sources] } } : {})

const HAS_PAPERS = {
  $gt: [{ $add: ['$stored.new', '$stored.cross', '$stored.replace', '$stored.replace-cross'] }, 0],
}
