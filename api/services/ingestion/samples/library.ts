import { addDays, isWeekend } from '../../../platform/clock.ts'
import type { SourceRecord } from '../../../sources/source.ts'
import later from './later.json' with { type: 'json' }
import papers from './papers.json' with { type: 'json' }

/** Number of announcement days in the sample library. */
export const SAMPLE_DAYS = 5

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
  withdrawn?: boolean
}

/** A new version or a later cross-listing of a paper that was announced on an earlier day. */
interface LaterAnnouncement {
  number: number
  day: number
  version: number
  announce_type: string
  add_category?: string
}

/**
 * Returns the invented papers that ship with the product, one list per announcement day, oldest first.
 * The newest day is `newestDay` (YYYY-MM-DD), or the weekday before it; the others are the weekdays before that.
 */
export function sampleLibrary(newestDay: string): { day: string; records: SourceRecord[] }[] {
  const days = weekdaysBefore(newestDay, SAMPLE_DAYS)
  const byNumber = new Map((papers as SamplePaper[]).map((paper) => [paper.number, paper]))
  return days.toReversed().map((day) => {
    const offset = days.indexOf(day)
    const newPapers = [...byNumber.values()]
      .filter((paper) => paper.day === offset)
      .map((paper) => toRecord(paper, day))
    const laterRecords = (later as LaterAnnouncement[])
      .filter((announcement) => announcement.day === offset)
      .flatMap((announcement) => {
        const paper = byNumber.get(announcement.number)
        return paper ? [announceAgain(toRecord(paper, days[paper.day] ?? day), announcement, day)] : []
      })
    return { day, records: [...newPapers, ...laterRecords] }
  })
}

function toRecord(paper: SamplePaper, day: string): SourceRecord {
  const sourceId = String(paper.number).padStart(4, '0')
  // Submitted two days before the announcement, from 14:00 UTC on, one paper per minute.
  const published = new Date(`${addDays(day, -2)}T14:00:00.000Z`)
  published.setMinutes(paper.number)
  return {
    id: `sample:${sourceId}`,
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
    withdrawn: paper.withdrawn ?? false,
    source_interface: 'sample',
  }
}

const announceAgain = (record: SourceRecord, announcement: LaterAnnouncement, day: string): SourceRecord => ({
  ...record,
  version: announcement.version,
  announced_on: day,
  announce_type: announcement.announce_type as SourceRecord['announce_type'],
  announced_in: announcement.add_category ? [announcement.add_category] : null,
  categories: announcement.add_category ? [...record.categories, announcement.add_category] : record.categories,
  updated_at: announcement.version > 1 ? new Date(`${addDays(day, -1)}T09:30:00.000Z`) : record.updated_at,
})

/** Returns `count` weekdays, newest first, starting with `day` or the last weekday before it. */
function weekdaysBefore(day: string, count: number): string[] {
  const days: string[] = []
  for (let at = day; days.length < count; at = addDays(at, -1)) {
    if (!isWeekend(at)) days.push(at)
  }
  return days
}
