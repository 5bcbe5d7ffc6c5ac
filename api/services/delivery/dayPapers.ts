import { addDays, ARXIV_ZONE, dayIn } from '../../platform/clock.ts'
import { indexWords, readPaperWords, type DayWords } from '../../ranking/dayWords.ts'
import { countAnnounced } from '../../store/papers/announcements.ts'
import { isArrival, type Announcement } from '../../store/papers/paperMerge.ts'
import { findFirstNewId } from '../../store/papers/paperFacts.ts'
import { countTopicChanges } from '../../store/papers/paperCategories.ts'
import { findAnnounced, findTexts, type AnnouncedFields } from '../../store/papers/papers.ts'
import { canonicalCategory, canonicalId } from '../../text/taxonomy/taxonomy.ts'

/** A cross-listed paper that is older than this many days is not shown as new. */
const NEW_DAYS_MAX = 10

/** Where an announcement puts a paper: among the candidates for cards, or into a bucket of the ledger. */
export type Sort = 'candidate' | 'older_version' | 'cross_list'

/** A paper of a day, with what is the same for all readers. */
export interface DayPaper {
  id: string
  /** In `DayPapers.papers` and in its words. */
  position: number
  category_ids: readonly string[]
  /** False when it is in a bucket of the ledger for every reader. */
  mayBeCard: boolean
  /** Null when it is in none of the wanted categories on this day. */
  sortFor: (wanted: ReadonlySet<string>) => Sort | null
}

/** The papers announced on a day, read once for all readers. */
export interface DayPapers {
  day: string
  papers: readonly DayPaper[]
  /** Their positions by category. */
  byCategory: ReadonlyMap<string, readonly number[]>
  /** The paper that a record of the day was joined into; the record itself for others. */
  paperOf: (id: string) => string
  /** The words of all papers, read at the first call: only mutes ask for them. */
  words: () => Promise<DayWords>
  /** Papers of the day in the library when they were read. */
  total: number
  /** `countTopicChanges` when they were read. */
  topics: number
}

/** Reads the papers of `day`, of all categories or only of `categoryIds`. */
export async function readDay(day: string, categoryIds?: readonly string[]): Promise<DayPapers> {
  // Counted before reading: papers stored in between are not counted, so a later call extends the deliveries.
  const [total, topics] = await Promise.all([countAnnounced(day), countTopicChanges()])
  const firstNewId = await findFirstNewId(addDays(day, -NEW_DAYS_MAX))
  const announced = await findAnnounced(day, categoryIds)
  const papers = announced.map((fields, position) => toDayPaper(fields, { day, firstNewId, position }))
  const paperOf = new Map(announced.flatMap(({ _id, records = [] }) => records.map((id) => [id, _id] as const)))
  let words: Promise<DayWords> | undefined
  return {
    day,
    papers,
    byCategory: groupByCategory(papers),
    paperOf: (id) => paperOf.get(id) ?? id,
    words: () => (words ??= readWords(papers)),
    total,
    topics,
  }
}

/** The same papers, read again if a topic got papers since: readers who are read after that may follow it. */
export const renewTopics = async (dayPapers: DayPapers): Promise<DayPapers> =>
  (await countTopicChanges()) === dayPapers.topics ? dayPapers : readDay(dayPapers.day)

const NO_TEXT = { title: '', abstract: '', authors: [] }

async function readWords(papers: readonly DayPaper[]): Promise<DayWords> {
  const texts = await findTexts(papers.map(({ id }) => id))
  // A paper can leave the library between the two reads.
  return indexWords(papers.map(({ id }) => readPaperWords(texts.get(id) ?? NO_TEXT)))
}

/** The papers of the day in these categories, in the order of the day. */
export function papersIn({ papers, byCategory }: DayPapers, wanted: ReadonlySet<string>): DayPaper[] {
  const isIn = new Uint8Array(papers.length)
  for (const id of wanted) for (const position of byCategory.get(id) ?? []) isIn[position] = 1
  return papers.filter(({ position }) => isIn[position])
}

function groupByCategory(papers: readonly DayPaper[]): DayPapers['byCategory'] {
  const byCategory = new Map<string, number[]>()
  for (const { category_ids, position } of papers)
    for (const id of new Set(category_ids)) {
      const positions = byCategory.get(id)
      if (positions) positions.push(position)
      else byCategory.set(id, [position])
    }
  return byCategory
}

interface DayFacts {
  day: string
  /** Papers with a lower id are too old to be new; null when that is not known. */
  firstNewId: string | null
}

function toDayPaper(fields: AnnouncedFields, { position, ...facts }: DayFacts & { position: number }): DayPaper {
  const own = fields.announcements.filter(({ on }) => on === facts.day)
  const addedLater = new Set(fields.announcements.flatMap(({ on, added = [] }) => (on > facts.day ? added : [])))
  const sorts = new Map(own.map((one) => [one, sortOf(fields, one, facts)]))
  const sort = (one: Announcement | null) => (one && sorts.get(one)) ?? null
  const whole = own.every(({ added }) => added === undefined) && addedLater.size === 0 ? sort(strongest(own)) : null
  return {
    id: fields._id,
    position,
    category_ids: fields.category_ids,
    mayBeCard: whole === null || whole === 'candidate',
    // Most papers were announced in all of their categories at once.
    sortFor: (wanted) => whole ?? sort(findAnnouncementFor(fields, own, { addedLater, wanted })),
  }
}

/** The announcement of the day that concerns the wanted categories. */
function findAnnouncementFor(
  { category_ids }: AnnouncedFields,
  own: readonly Announcement[],
  { addedLater, wanted }: { addedLater: ReadonlySet<string>; wanted: ReadonlySet<string> },
): Announcement | null {
  // A code and its alias (math.NA, cs.NA) are one category.
  const hadOnDay = category_ids.some((id) => wanted.has(id) && !addedLater.has(canonicalId(id)))
  const hasTopic = category_ids.some((id) => wanted.has(id) && canonicalCategory(id) === null)
  return strongest(
    own.filter(({ added }) => (added === undefined ? hadOnDay : hasTopic || added.some((code) => wanted.has(code)))),
  )
}

/** The first announcement counts more than others. */
const strongest = (own: readonly Announcement[]): Announcement | null =>
  own.find(isArrival) ?? own.find(({ type }) => type === 'cross') ?? own[0] ?? null

function sortOf(paper: AnnouncedFields, announcement: Announcement, { firstNewId }: DayFacts): Sort {
  const { on: day, type, version } = announcement
  if (type === 'replace' || type === 'replace-cross') return 'older_version'
  if (isArrival(announcement)) return 'candidate'
  const old = addDays(day, -NEW_DAYS_MAX)
  // Numbers are given at the announcement: also that of a paper that moderators held for weeks. They are known before the
  // time of submission is. Papers from before 2007 have none.
  const hasNewId = firstNewId !== null && /^arxiv:\d{4}\./.test(paper._id) && paper._id >= firstNewId
  const isOld =
    !hasNewId && (paper.published_at === null ? firstNewId !== null : dayIn(ARXIV_ZONE, paper.published_at) < old)
  return isOld || (version ?? 1) > 1 || (paper.announced_on ?? day) < old ? 'cross_list' : 'candidate'
}
