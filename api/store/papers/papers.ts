import type { AnnounceType, Paper } from '../../contract/papers.ts'
import { readCounter, takeNumbers } from './counters.ts'
import { findPaperOf, toPapersOfDay, withFolded } from './foldedPapers.ts'
import { Papers, type PaperRecord } from './paperModel.ts'
import { queryPapers, toPaper } from './shownPapers.ts'

export type { PaperRecord } from './paperModel.ts'
export { findCardPapers, findPapers, toPaper, type CardPapers } from './shownPapers.ts'

/** Filter for records that are no part of another paper. */
const IS_SHOWN = { joined_into: { $exists: false } }

const GENERATION = 'papers.generation'

/** The paper with this id, or of the record with this id that was joined into it. */
export const findPaper = async (id: string): Promise<PaperRecord | null> =>
  findPaperOf(await Papers.findById(id).lean())

/** Papers stored at or after `since`, newest first. */
export async function findRecentPapers({
  since,
  skip,
  limit,
}: {
  since: Date
  skip: number
  limit: number
}): Promise<Paper[]> {
  const records = await queryPapers({ stored_at: { $gte: since }, ...IS_SHOWN })
    .sort({ stored_at: -1, _id: -1 })
    .skip(skip)
    .limit(limit)
    .toArray()
  return records.map((record) => toPaper(withFolded(record)))
}

/** The fields of a paper that deliveries are made from. */
export type AnnouncedFields = Pick<
  PaperRecord,
  | '_id'
  | 'categories'
  | 'category_ids'
  | 'primary_category'
  | 'published_at'
  | 'announced_on'
  | 'announce_type'
  | 'announcements'
  | 'joined_into'
> & {
  /** The records that were announced on the day, of the paper; absent if it is the only one. */
  records?: readonly string[]
}

const ANNOUNCED_FIELDS = {
  categories: 1,
  category_ids: 1,
  primary_category: 1,
  published_at: 1,
  announced_on: 1,
  announce_type: 1,
  announcements: 1,
  joined_into: 1,
} as const

/** Papers announced on `day`, of all categories or of these (canonical codes or ids of topics). */
export async function findAnnounced(day: string, categoryIds?: readonly string[]): Promise<AnnouncedFields[]> {
  const inCategories = categoryIds ? { category_ids: { $in: [...categoryIds] } } : {}
  const records = await Papers.find({ 'announcements.on': day, ...inCategories }, ANNOUNCED_FIELDS).lean<
    AnnouncedFields[]
  >()
  return toPapersOfDay(records)
}

type RecordText = Pick<PaperRecord, '_id' | 'title' | 'abstract'> & { authors: { name: string }[] }

/** The texts of papers in which words and names are looked for, by id, of those of `ids` that are stored. */
export async function findTexts(
  ids: readonly string[],
): Promise<Map<string, { title: string; abstract: string; authors: string[] }>> {
  const fields = { title: 1, abstract: 1, 'authors.name': 1 } as const
  const records = await Papers.find({ _id: { $in: [...ids] } }, fields).lean<RecordText[]>()
  return new Map(
    records.map(({ _id, title, abstract, authors }) => [
      _id,
      { title, abstract, authors: authors.map(({ name }) => name) },
    ]),
  )
}

/**
 * The days on which a delivery may have shown a paper, by paper id; of the papers that are or were announced on `day` and
 * have several such days.
 */
export async function findSeveralDays(day: string): Promise<Map<string, string[]>> {
  const shownOnDay = { $elemMatch: { on: day, type: { $in: ['new', 'cross'] as AnnounceType[] } } }
  const several = [
    { announcements: shownOnDay, 'announcements.1': { $exists: true } },
    { announcements: shownOnDay, former_days: { $exists: true } },
    { former_days: day },
  ]
  const fields = { announcements: 1, former_days: 1 } as const
  const found = await Papers.find({ $or: several }, fields).lean()
  const days = found.map((record): [string, string[]] => [record._id, [...new Set(shownDaysOf(record))]])
  return new Map([...days.filter(([, own]) => own.length > 1), ...(await findDaysOfJoined(day))])
}

/** The same of papers with several records, one of which is or was announced on `day`, by the id of the paper. */
async function findDaysOfJoined(day: string): Promise<Map<string, string[]>> {
  const several = { record_ids: { $exists: true } }
  const isOfDay = { $or: [{ 'announcements.on': day }, { former_days: day }], ...several }
  const groups = await Papers.find(isOfDay, { record_ids: 1 }).lean()
  if (groups.length === 0) return new Map()
  const ids = groups.flatMap(({ record_ids = [] }) => record_ids)
  const fields = { joined_into: 1, announcements: 1, former_days: 1 } as const
  const records = await Papers.find({ _id: { $in: ids }, ...several }, fields).lean()
  const byPaper = Map.groupBy(records, ({ _id, joined_into }) => joined_into ?? _id)
  return new Map([...byPaper].map(([id, own]) => [id, [...new Set(own.flatMap(shownDaysOf))]]))
}

/** The days on which a delivery may have shown a record. */
const shownDaysOf = ({ announcements, former_days = [] }: Pick<PaperRecord, 'announcements' | 'former_days'>) => [
  ...announcements.filter(({ type }) => type === 'new' || type === 'cross').map(({ on }) => on),
  ...former_days,
]

/** The highest `seq` of the stored papers; 0 when there are none. */
export const findNewestSeq = async (): Promise<number> =>
  (await Papers.findOne({}, { seq: 1 }).sort({ seq: -1 }).lean())?.seq ?? 0

/** Days in a row without papers of the wanted sources after which older ones are not looked at. */
const OTHER_DAYS_MAX = 15

/** Days on which stored papers were announced, of all sources or of these, newest first. */
export async function findAnnouncementDays(limit: number, sources?: readonly string[]): Promise<string[]> {
  const days: string[] = []
  let before: string | undefined
  for (let others = 0; days.length < limit && others < OTHER_DAYS_MAX;) {
    // One index lookup for each day; `distinct` would read every key.
    const filter = before === undefined ? {} : { announced_on: { $lt: before } }
    const next = await Papers.findOne(filter, { announced_on: 1 }).sort({ announced_on: -1 }).lean()
    if (next?.announced_on == null) break
    before = next.announced_on
    const isWanted = !sources || (await Papers.exists({ announced_on: before, source: { $in: [...sources] } }))
    others = isWanted ? 0 : others + 1
    if (isWanted) days.push(before)
  }
  return days
}

/** New papers of the newest announcement day, for visitors without an account: with an abstract, not withdrawn. */
export async function findTodayPapers(limit: number): Promise<Paper[]> {
  const [day] = await findAnnouncementDays(1)
  if (day === undefined) return []
  const filter = {
    announced_on: day,
    announce_type: 'new' as const,
    withdrawn: false,
    abstract: { $ne: '' },
    ...IS_SHOWN,
  }
  const records = await Papers.find(filter).sort({ _id: 1 }).limit(limit).lean()
  return records.map((record) => toPaper(withFolded(record)))
}

/** The source's ids of papers announced as new or cross-listed from `since` on whose exact times are missing. */
export async function findUnfilled(source: string, since: string): Promise<string[]> {
  const filter = { source, announced_on: { $gte: since }, announce_type: { $in: ['new', 'cross'] as const } }
  const records = await Papers.find({ ...filter, published_at: null }, { source_id: 1 })
    .sort({ _id: 1 })
    .lean()
  return records.map(({ source_id }) => source_id)
}

/** The generation that fetched papers are stored under now. */
export const currentGeneration = (): Promise<number> => readCounter(GENERATION)

/** Starts a new generation and returns it. Papers fetched from now on belong to it. */
export const beginGeneration = (): Promise<number> => takeNumbers(GENERATION, 1)
