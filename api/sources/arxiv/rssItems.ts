import { archiveOf, isListedIn } from '../../text/taxonomy/taxonomy.ts'
import type { SourceRecord } from '../source.ts'
import { latestWeekday, weekdayFrom } from './calendar.ts'
import type { RssFeed } from './rss.ts'

interface Archive {
  name: string
  /** The categories whose feeds were read after a truncated feed of the archive. */
  codes: readonly string[]
  /** The lowest id with type "new" in the archive. */
  newFrom: string
}

/**
 * Converts an announcement type that is relative to a category to one that is relative to its archive: in the feed of a
 * category, new papers of the archive's other categories are listed as cross-lists. arXiv assigns ids at the
 * announcement, so a paper whose id is not below the lowest new id is new, and any other cross-list is a later one, which
 * concerns only its categories in this archive.
 */
export function relativeToArchive(record: SourceRecord, { name, codes, newFrom }: Archive): SourceRecord {
  const isOfCategory = codes.length > 0
  const isInArchive = record.primary_category !== null && archiveOf(record.primary_category) === name
  if (isOfCategory && isInArchive && record.announce_type === 'replace-cross')
    return { ...record, announce_type: 'replace' }
  if (record.announce_type !== 'cross') return record
  // Identifiers from before 2007 begin with an archive.
  const isNumbered = /^\d{4}\./.test(record.source_id)
  const isNew = record.version === 1 && isNumbered && newFrom !== '' && record.source_id >= newFrom
  if (isNew) return isOfCategory && isInArchive ? { ...record, announce_type: 'new' } : record
  const here = record.categories.filter((code) => archiveOf(code) === name)
  const others = record.categories.filter((code) => code !== record.primary_category)
  const crossed = others.filter((code) => archiveOf(code) === name)
  const renamed = others.filter((code) => isListedIn(code, name))
  return { ...record, announced_in: [crossed, renamed].find((codes) => codes.length > 0) ?? here }
}

/**
 * The records of the feed of `archive` that can belong to an announcement until `today`. A date at a weekend, which is
 * never a mailing day, is moved to the one after it, or before it if that is still to come. Records of days after
 * `today`, since feeds are built on the morning of their day, and those in no category of the archive are rejected.
 */
export function checkItems(feed: RssFeed, { archive, today }: { archive: string; today: string }): RssFeed {
  const records: SourceRecord[] = []
  const rejected = [...feed.rejected]
  for (const record of feed.records) {
    const on = record.announced_on && toMailingDay(record.announced_on, today)
    const reason =
      on !== null && on > today
        ? `its announcement day ${on} is in the future`
        : isOf(archive, record)
          ? null
          : `it is in the feed of ${archive}, but in no category of it`
    if (reason === null) records.push({ ...record, announced_on: on })
    else rejected.push({ reason, raw: `arXiv:${record.source_id}` })
  }
  const days = records.flatMap((record) => record.announced_on ?? [])
  return { ...feed, records, rejected, day: days.toSorted().at(-1) ?? (feed.records.length > 0 ? null : feed.day) }
}

function toMailingDay(written: string, today: string): string {
  const next = weekdayFrom(written)
  return next !== written && next > today ? latestWeekday(written) : next
}

const isOf = (archive: string, { categories, unknown_categories: unknown = [] }: SourceRecord): boolean =>
  categories.length + unknown.length === 0 ||
  categories.some((code) => isListedIn(code, archive)) ||
  unknown.some((code) => archiveOf(code) === archive)
