import { addDays, isWeekend } from '../../platform/clock.ts'
import type { SourceRecord } from '../../sources/source.ts'

/** Number of announcement days in the sample library. */
export const SAMPLE_DAYS = 20

interface SamplePaper {
  number: number
  /** How many announcement days before the newest one: 0 is the newest. */
  day: number
  title: string
  abstract: string
  authors: string[]
  categories: string[]
  comment?: string
  code_url?: string
  doi?: string
}

/** What happens to a paper on a later day: a new version, a withdrawal, or a cross-listing. */
interface LaterAnnouncement {
  number: number
  day: number
  version?: number
  add_category?: string
  withdrawn?: boolean
  journal_ref?: string
  comment?: string
}

export interface SampleDay {
  day: string
  records: SourceRecord[]
}

/** The id under which the sample paper with this number is stored. */
export const sampleId = (number: number): string => `sample:${numberText(number)}`

/**
 * Returns the invented papers that ship with the product, one list per announcement day, oldest first. The newest day is
 * `newestDay` (YYYY-MM-DD), or the weekday before it; the others are the weekdays before that. Their text is loaded at
 * the first call.
 */
export async function sampleLibrary(newestDay: string): Promise<SampleDay[]> {
  const [{ default: papers }, { default: later }] = await Promise.all([
    import('./papers.json', { with: { type: 'json' } }),
    import('./later.json', { with: { type: 'json' } }),
  ])
  const days = weekdaysBefore(newestDay, SAMPLE_DAYS)
  const laterOf = Map.groupBy(later as LaterAnnouncement[], ({ number }) => number)
  const records = (papers as SamplePaper[]).flatMap((paper) =>
    announcePaper(paper, laterOf.get(paper.number) ?? [], days),
  )
  const byDay = Map.groupBy(records, ({ announced_on }) => announced_on)
  return days.toReversed().map((day) => ({ day, records: byDay.get(day) ?? [] }))
}

/** The record of a paper on each day on which it is announced. */
function announcePaper(
  paper: SamplePaper,
  later: readonly LaterAnnouncement[],
  days: readonly string[],
): SourceRecord[] {
  const first = toRecord(paper, days[paper.day] ?? '')
  const records = [first]
  for (const announcement of later.toSorted((one, other) => other.day - one.day))
    records.push(announceAgain(records.at(-1) ?? first, announcement, days[announcement.day] ?? ''))
  return records
}

function toRecord(paper: SamplePaper, day: string): SourceRecord {
  const sourceId = numberText(paper.number)
  // Submitted two days before the announcement, from 14:00 UTC on, one paper per minute.
  const published = new Date(`${addDays(day, -2)}T14:00:00.000Z`)
  published.setMinutes(paper.number)
  return {
    id: sampleId(paper.number),
    source: 'sample',
    source_id: sourceId,
    version: 1,
    title: paper.title,
    abstract: paper.abstract,
    authors: paper.authors.map((name) => ({ name })),
    categories: paper.categories,
    primary_category: paper.categories[0] ?? null,
    published_at: published,
    updated_at: published,
    announced_on: day,
    announce_type: 'new',
    announced_in: null,
    changed_on: null,
    version_dates: [],
    doi: paper.doi ?? null,
    comment: paper.comment ?? null,
    journal_ref: null,
    license: null,
    code_url: paper.code_url ?? null,
    withdrawn: false,
    source_interface: 'sample',
  }
}

function announceAgain(
  before: SourceRecord,
  { version, add_category, withdrawn, journal_ref, comment }: LaterAnnouncement,
  day: string,
): SourceRecord {
  return {
    ...before,
    version: version ?? before.version,
    announced_on: day,
    announce_type: add_category ? 'cross' : 'replace',
    announced_in: add_category ? [add_category] : null,
    categories: add_category ? [...before.categories, add_category] : before.categories,
    updated_at: version === undefined ? before.updated_at : new Date(`${addDays(day, -1)}T09:30:00.000Z`),
    withdrawn: withdrawn ?? before.withdrawn,
    journal_ref: journal_ref ?? before.journal_ref,
    comment: comment ?? before.comment,
  }
}

const numberText = (number: number) => String(number).padStart(4, '0')

/** Returns `count` weekdays, newest first, starting with `day` or the last weekday before it. */
function weekdaysBefore(day: string, count: number): string[] {
  const days: string[] = []
  for (let at = day; days.length < count; at = addDays(at, -1)) {
    if (!isWeekend(at)) days.push(at)
  }
  return days
}
