import { now } from '../../platform/clock.ts'
import { archiveOf, canonicalCategories, categories as taxonomy } from '../../text/taxonomy/taxonomy.ts'
import type { Fetcher } from '../fetcher.ts'
import type { SourcePage, SourceRecord } from '../source.ts'
import { expectedDay } from './calendar.ts'
import { parseRss } from './rss.ts'

/** A feed holds 2,000 items at most and drops new papers first, so one this long is taken for cut. */
const CUT_FROM = 1_900

interface Asking {
  fetcher: Fetcher
  rssUrl: string
  signal: AbortSignal
  after?: string
  categories: readonly string[]
}

/** Where a run is: behind the feed of `archive`, or behind that of `category`, one of those that complete a cut one. */
interface Cursor {
  /** The day that was expected then; on another day the feeds are new and all are read again. */
  day: string
  archive: string
  category: string
  cut: boolean
  /** The lowest id seen as new in the archive. */
  newFrom: string
}

/** The current announcement, one feed for each archive of `categories`; an archive that is cut is completed by category. */
export async function* readFeeds({ fetcher, rssUrl, signal, after, categories }: Asking): AsyncIterable<SourcePage> {
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
    cursor.cut ||= feed.items >= CUT_FROM && cursor.category === ''
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
 * Types are relative to what was asked for: in the feed of one category a paper of its archive's other categories is only
 * a cross-list. arXiv assigns ids when it announces, so one not below the batch's new ids is new.
 */
function relativeToArchive(record: SourceRecord, { archive, category, newFrom }: Cursor): SourceRecord {
  const inside = record.primary_category !== null && archiveOf(record.primary_category) === archive
  if (category === '' || !inside) return record
  if (record.announce_type === 'replace-cross') return { ...record, announce_type: 'replace' }
  const fresh = record.version === 1 && newFrom !== '' && record.source_id >= newFrom
  return record.announce_type === 'cross' && fresh ? { ...record, announce_type: 'new' } : record
}

function parseCursor(text: string | undefined, day: string): Cursor | null {
  if (text === undefined) return null
  try {
    const { archive, category, cut, newFrom, ...cursor } = JSON.parse(text) as Partial<Cursor>
    const known = typeof archive === 'string' && typeof category === 'string' && typeof newFrom === 'string'
    return known && cursor.day === day ? { day, archive, category, cut: cut === true, newFrom } : null
  } catch {
    // Not a cursor of this interface: all feeds are read.
    return null
  }
}
