import type { RejectedRecord, Source, SourceRecord } from '../source.ts'
import { unavailable } from '../failures.ts'
import { parseResponse } from '../parsing/parseResponse.ts'
import { NAME, type Host, type OpenreviewClient } from './client.ts'
import type { NewestDates, Notes } from './notes.ts'

/** A part of the accepted papers of a venue. */
export interface VenuePage {
  records: SourceRecord[]
  rejected: RejectedRecord[]
  /** Notes so far, also those that are no records. */
  done: number
  /** Notes of the venue; null if the host does not say. */
  total: number | null
  /** Of the papers of this part. */
  newest: NewestDates
}

/** A source whose venues are read as a whole, again and again. */
export interface VenueReadingSource extends Source {
  /**
   * Reads all accepted papers of a venue. A paper may come twice, when the list changed while it was read. Throws
   * "source-unavailable" before the end rather than leave some out.
   */
  readVenue(venue: string, options: { signal: AbortSignal }): AsyncIterable<VenuePage>
  /** The paper as it is now, whatever became of it; null when it is not public any more. */
  readPaper(sourceId: string, options: { signal: AbortSignal; tries?: number }): Promise<SourceRecord | null>
}

/** The most that one answer has. */
const LIMIT = 1_000
/** A list that changes while it is read is read so often. */
const READINGS = 2
/** No venue has more papers: a host that goes on is broken. */
const PAPERS_MAX = 100_000
/** The host of API 2 has the venues from this year on; some of it are on the other host. */
const NEW_SINCE = 2023

/** The accepted papers of a venue, of the first host that has some. */
export async function* readVenue(
  client: OpenreviewClient,
  venue: string,
  { signal }: { signal: AbortSignal },
): AsyncIterable<VenuePage> {
  let found = 0
  for await (const page of readHost(client, 'api', venue, signal)) {
    found = page.done
    yield page
  }
  if (found === 0 && mayBeOld(venue)) yield* readHost(client, 'old', venue, signal)
}

/** Whether papers of the venue may be on the host of API 1. */
export const mayBeOld = (venue: string): boolean => Number(/\/(\d{4})(?:\/|$)/.exec(venue)?.[1] ?? 0) <= NEW_SINCE

async function* readHost(
  client: OpenreviewClient,
  host: Host,
  venue: string,
  signal: AbortSignal,
): AsyncIterable<VenuePage> {
  for (let reading = 1; ; reading++) {
    const seen = new Set<string>()
    const counts = new Set<number | null>()
    let rows = 0
    for (;;) {
      const page = await readNotes(client, host, { venue, offset: rows, limit: LIMIT, signal })
      rows += page.ids.length
      for (const id of page.ids) seen.add(id)
      counts.add(page.count)
      yield { records: page.records, rejected: page.rejected, done: seen.size, total: page.count, newest: page.newest }
      if (page.ids.length === 0 || rows > PAPERS_MAX || (page.count !== null && rows >= page.count)) break
    }
    // Notes that are added while the list is read move the others to another page.
    const [count = null] = counts
    if (counts.size === 1 && seen.size === rows && (count === null || rows === count)) return
    if (reading === READINGS)
      throw unavailable(NAME, `gave a list of ${venue} that changed while it was read`, { waitMs: 0 })
  }
}

interface NotesRange {
  venue: string
  offset: number
  limit: number
  signal: AbortSignal
  tries?: number
}

/** Notes of accepted papers in the order of their numbers, which stays the same. */
export const readNotes = (
  client: OpenreviewClient,
  host: Host,
  { venue, offset, limit, ...options }: NotesRange,
): Promise<Notes> =>
  client.ask(host, '/notes', {
    ...options,
    parameters: {
      'content.venueid': venue,
      sort: 'number:asc',
      limit: String(limit),
      offset: String(offset),
      // API 1 has no count.
      ...(host === 'api' && { count: 'true' }),
    },
    async read({ body, invalidUtf8 }) {
      const notes = await parseResponse('openreview', body, { venue, invalidUtf8 })
      if (host === 'api' && notes.count === null) throw new SyntaxError('it does not say how many papers there are')
      return notes
    },
  })
