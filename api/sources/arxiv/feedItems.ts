import { archiveOf, isListedIn } from '../../text/taxonomy/taxonomy.ts'
import type { SourceRecord } from '../source.ts'
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

/** Moves the records of days after `today` to the rejected ones: feeds are built on the morning of their day. */
export function withoutFuture(feed: RssFeed, today: string): RssFeed {
  const isFuture = ({ announced_on }: SourceRecord) => announced_on !== null && announced_on > today
  const future = feed.records.filter(isFuture)
  if (future.length === 0) return feed
  const records = feed.records.filter((record) => !isFuture(record))
  const rejected = future.map(({ source_id, announced_on }) => ({
    reason: `its announcement day ${announced_on} is in the future`,
    raw: `arXiv:${source_id}`,
  }))
  return {
    ...feed,
    records,
    rejected: [...feed.rejected, ...rejected],
    day:
      records
        .flatMap((record) => record.announced_on ?? [])
        .toSorted()
        .at(-1) ?? null,
  }
}
