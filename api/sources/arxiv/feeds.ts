import { now } from '../../platform/clock.ts'
import { archiveOf, canonicalCategories, categories as taxonomy } from '../../text/taxonomy/taxonomy.ts'
import type { Fetcher } from '../fetcher.ts'
import type { SourcePage, SourceRecord } from '../source.ts'
import { expectedDay } from './calendar.ts'
import { parseRss } from './rss.ts'

/** A feed contains at most 2,000 items and drops new papers first. One this long is treated as truncated. */
const TRUNCATED_FROM = 1_900

interface ReadOptions {
  fetcher: Fetcher
  rssUrl: string
  signal: AbortSignal
  after?: string
  categories: readonly string[]
}

/** Position of a run: after the feed of `archive`, or after that of `category` in a truncated archive. */
interface Cursor {
  /** The expected day of the run. On another day the feeds are new, and all are read again. */
  day: string
  archive: string
  category: string
  /** The feed of the archive is truncated: the feeds of its categories complete it. */
  cut: boolean
  /** The lowest id with type "new" in the archive. */
  newFrom: string
}

/**
 * Reads the current announcement: one feed for each archive of `categories`. If the feed of an archive is truncated,
 * also the feeds of its categories.
 */
export async function* readFeeds({
  fetcher,
  rssUrl,
  signal,
  after,
  categories,
}: ReadOptions): AsyncIterable<SourcePage> {
  const day = expectedDay(now())
  const codes = canonicalCategories(categories.length > 0 ? categories : taxonomy.map(({ id }) => id)).toSorted()
  const archives = [...new Set(codes.map(archiveOf))].toSorted()
  const resumed = parseCursor(after, day)
  const codesOf = (archive: string) => codes.filter((code) => code !== archive && archiveOf(code) === archive)
  let done = resumed ? archives.filter((archive) => archive < resumed.archive).length : 0
  let total = archives.length + (resumed?.cut ? codesOf(resumed.archive).length : 0)

  async function readOne(name: string, cursor: Cursor): Promise<SourcePage & { cut: boolean }> {
    const address = new URL(`${rssUrl.replace(/\/+$/, '').replace(/\/rss$/, '')}/rss/${name}`)
    const feed = await fetcher.get(address, { signal, read: ({ body }) => parseRss(body) })
    for (const { announce_type, source_id } of feed.records)
      if (announce_type === 'new' && (cursor.newFrom === '' || source_id < cursor.newFrom)) cursor.newFrom = source_id
    cursor.cut ||= feed.items >= TRUNCATED_FROM && cursor.category === ''
    done += 1
    const stale = feed.items > 0 && feed.day !== null && feed.day < day ? `, still of ${feed.day}` : ''
    return {
      records: feed.records.map((record) => relativeToArchive(record, cursor)),
      rejected: feed.rejected,
      cursor: JSON.stringify(cursor),
      done,
      total,
      step: `feed ${name}${stale}`,
      day: feed.day ?? undefined,
      cut: cursor.cut,
    }
  }

  for (const archive of archives) {
    if (resumed && archive < resumed.archive) continue
    const cursor = resumed?.archive === archive ? resumed : { day, archive, category: '', cut: false, newFrom: '' }
    if (cursor !== resumed) {
      const { cut, ...page } = await readOne(archive, cursor)
      if (cut) total += codesOf(archive).length
      yield { ...page, total }
    } else done += 1 + codesOf(archive).filter((code) => code <= cursor.category).length
    if (!cursor.cut) continue
    for (const category of codesOf(archive)) {
      if (category <= cursor.category) continue
      cursor.category = category
      const { cut: _, ...page } = await readOne(category, cursor)
      yield page
    }
  }
}

/**
 * Converts an announcement type that is relative to a category to one that is relative to its archive: in the feed of a
 * category, new papers of the archive's other categories are listed as cross-lists. arXiv assigns ids at the
 * announcement, so a paper whose id is not below the lowest new id is new.
 */
function relativeToArchive(record: SourceRecord, { archive, category, newFrom }: Cursor): SourceRecord {
  const isInArchive = record.primary_category !== null && archiveOf(record.primary_category) === archive
  if (category === '' || !isInArchive) return record
  if (record.announce_type === 'replace-cross') return { ...record, announce_type: 'replace' }
  const isNew = record.version === 1 && newFrom !== '' && record.source_id >= newFrom
  return record.announce_type === 'cross' && isNew ? { ...record, announce_type: 'new' } : record
}

function parseCursor(text: string | undefined, day: string): Cursor | null {
  if (text === undefined) return null
  try {
    const { archive, category, cut, newFrom, ...cursor } = JSON.parse(text) as Partial<Cursor>
    const isValid = typeof archive === 'string' && typeof category === 'string' && typeof newFrom === 'string'
    return isValid && cursor.day === day ? { day, archive, category, cut: cut === true, newFrom } : null
  } catch {
    // Not a cursor of this interface: all feeds are read.
    return null
  }
}
