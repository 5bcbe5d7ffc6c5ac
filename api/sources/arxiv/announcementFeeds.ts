import { now } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import { archiveOf, archivesOf, canonicalCategories, categories as taxonomy } from '../../text/taxonomy/taxonomy.ts'
import type { Fetcher } from '../fetcher.ts'
import { parseResponse } from '../parsing/parseResponse.ts'
import type { CurrentReading, SourcePage } from '../source.ts'
import { easternDay, expectedDay } from './calendar.ts'
import { checkItems, relativeToArchive } from './rssItems.ts'
import type { RssFeed } from './rss.ts'

/** A feed contains at most 2,000 items and drops new papers first. One this long is treated as truncated. */
const TRUNCATED_FROM = 1_900

/** When the first feeds fail, as many as these, the others are only requested once one of them could be read. */
const FAILURES_MAX = 3

interface ReadOptions extends CurrentReading {
  fetcher: Fetcher
  rssUrl: string
}

/** What was read of one archive. */
interface Archive {
  name: string
  /** The categories whose feeds complete a truncated feed of the archive, and were read. */
  codes: string[]
  truncated: boolean
  day: string | null
  items: number
  /** The lowest id with type "new" in the archive. */
  newFrom: string
}

/** Position of a run. On another day the feeds are new, and all are read again. */
interface Cursor {
  /** The expected day of the run. */
  day: string
  /** Archives that were read completely. */
  done: string[]
  /** Feeds read, and feeds to read. */
  read: number
  total: number
  /** The truncated archive that is being read. */
  current?: Archive
}

/**
 * Reads the current announcement: one feed for each archive of `categories`. If the feed of an archive is truncated,
 * also the feeds of its categories. An archive that cannot be read does not keep the others from being read: each is
 * requested once, then the failed ones are repeated. Throws "source-unavailable" when none could be read.
 */
export async function* readFeeds(options: ReadOptions): AsyncIterable<SourcePage> {
  const day = expectedDay(now())
  const codes = canonicalCategories(
    options.categories.length > 0 ? options.categories : taxonomy.map(({ id }) => id),
  ).toSorted()
  const archives = archivesOf(codes).toSorted()
  const cursor = parseCursor(options.after, day) ?? { day, done: [], read: 0, total: archives.length }
  const failures = new Map<string, AppError>()
  for (const isRepeat of [false, true]) {
    if (isRepeat && failures.size > 0 && cursor.done.length > 0)
      yield { ...emptyPage(cursor), step: `repeating ${failures.size} of the feeds`, isRound: true }
    for (const name of archives) {
      if (cursor.done.includes(name)) continue
      try {
        yield* readArchive(name, { options, cursor, codes, tries: isRepeat ? undefined : 1 })
        failures.delete(name)
      } catch (error) {
        options.signal.throwIfAborted()
        if (!(error instanceof AppError) || error.code !== 'source-unavailable') throw error
        delete cursor.current
        // The cause of a refusal is the failure before it.
        if (!error.details.refused || !failures.has(name)) failures.set(name, error)
        const isNoneRead = cursor.done.length === 0
        if (isNoneRead && isRepeat) throw failures.get(name) ?? error
        if (isNoneRead && failures.size === FAILURES_MAX) break
      }
    }
  }
  // A request that was not sent failed for the cause of those before it.
  const cause = [...failures.values()].find(({ details }) => !details.refused)
  for (const [archive, error] of failures)
    yield {
      ...emptyPage(cursor),
      step: `feed ${archive} failed`,
      feed: {
        archive,
        day: null,
        items: 0,
        isWhole: false,
        failure: (error.details.refused && cause ? cause : error).message,
      },
    }
}

interface ArchiveOptions {
  options: ReadOptions
  cursor: Cursor
  codes: readonly string[]
  tries: number | undefined
}

async function* readArchive(
  name: string,
  { options, cursor, codes, tries }: ArchiveOptions,
): AsyncIterable<SourcePage> {
  const known = options.validators?.[name]
  const own = codes.filter((code) => code !== name && archiveOf(code) === name)
  const toPage = (feed: RssFeed | null, archive: Archive, isLast: boolean, etag?: string | null): SourcePage => {
    cursor.read += 1
    if (isLast) {
      cursor.done.push(name)
      delete cursor.current
    } else cursor.current = archive
    const stale = archive.day !== null && archive.day < cursor.day ? `, still of ${archive.day}` : ''
    const label = archive.codes.at(-1) ?? name
    return {
      ...emptyPage(cursor),
      records: feed?.records.map((record) => relativeToArchive(record, archive)) ?? [],
      rejected: feed?.rejected ?? [],
      step: `feed ${label}${feed === null ? ', unchanged' : stale}`,
      feed: {
        archive: name,
        day: archive.day,
        items: archive.items,
        isWhole: isLast,
        ...(etag && !archive.truncated && { etag }),
        ...(feed === null && { rejectedBefore: known?.rejected ?? 0 }),
      },
    }
  }
  let archive = cursor.current?.name === name ? cursor.current : undefined
  if (archive === undefined) {
    const answer = await readFeed(name, { options, tries, validator: known?.etag })
    archive = { name, codes: [], truncated: false, day: null, items: 0, newFrom: '' }
    if (answer.unchanged) {
      yield toPage(null, { ...archive, day: known?.day ?? null, items: known?.items ?? 0 }, true, known?.etag)
      return
    }
    addFeed(archive, answer.page)
    archive.truncated = answer.page.items >= TRUNCATED_FROM
    if (archive.truncated) cursor.total += own.length
    yield toPage(answer.page, archive, !archive.truncated || own.length === 0, answer.etag)
  }
  for (const [index, code] of own.entries()) {
    if (!archive.truncated) return
    if (archive.codes.includes(code)) continue
    const answer = await readFeed(code, { options, tries })
    if (answer.unchanged) continue
    archive.codes.push(code)
    addFeed(archive, answer.page)
    yield toPage(answer.page, archive, index === own.length - 1)
  }
}

async function readFeed(
  name: string,
  { options, tries, validator }: { options: ReadOptions; tries: number | undefined; validator?: string },
) {
  const { fetcher, rssUrl, signal, onRetry } = options
  const address = new URL(`${rssUrl.replace(/\/+$/, '').replace(/\/rss$/, '')}/rss/${name}`)
  const answer = await fetcher.getIfChanged(address, {
    signal,
    ...(validator !== undefined && { validator }),
    ...(tries !== undefined && { tries }),
    ...(onRetry && { onRetry: (failure) => onRetry(`feed ${name}`, failure) }),
    read: ({ body, invalidUtf8 }) => parseResponse('rss', body, { invalidUtf8 }),
  })
  if (answer.unchanged) return answer
  return { ...answer, page: checkItems(answer.page, { archive: archiveOf(name), today: easternDay(now()) }) }
}

function addFeed(archive: Archive, feed: RssFeed): void {
  archive.items += feed.items
  if (feed.items > 0 && feed.day !== null && feed.day > (archive.day ?? '')) archive.day = feed.day
  for (const { announce_type, source_id } of feed.records)
    if (announce_type === 'new' && (archive.newFrom === '' || source_id < archive.newFrom)) archive.newFrom = source_id
}

const emptyPage = (cursor: Cursor) => ({
  records: [],
  rejected: [],
  cursor: JSON.stringify(cursor),
  done: cursor.read,
  total: cursor.total,
})

function parseCursor(text: string | undefined, day: string): Cursor | null {
  if (text === undefined) return null
  try {
    const { read, total, done, ...cursor } = JSON.parse(text) as Partial<Cursor>
    const isValid = Array.isArray(done) && typeof read === 'number' && typeof total === 'number'
    return isValid && cursor.day === day ? { ...cursor, day, done, read, total } : null
  } catch {
    // Not a cursor of this interface: all feeds are read.
    return null
  }
}
