import type { RejectedRecord, SourcePage, SourceRecord } from '../source.ts'
import type { FetchedResponse } from '../boundedFetch.ts'
import { parseResponse } from '../parsing/parseResponse.ts'
import { HOSTS, type OpenreviewClient } from './client.ts'
import type { Notes } from './notes.ts'

interface Options {
  signal: AbortSignal
  tries?: number
}

/** Reads the papers of `ids`, without an announcement. Those that are not there, or not public, are left out. */
export async function* readByIds(
  client: OpenreviewClient,
  ids: readonly string[],
  { after, ...options }: Options & { after?: string },
): AsyncIterable<SourcePage> {
  for (let done = toCount(after); done < ids.length;) {
    const id = ids[done] ?? ''
    done += 1
    const { records, rejected } = isNoteId(id)
      ? await readNote(client, id, options)
      : { records: [], rejected: [reject(id)] }
    const step = `papers ${done} of ${ids.length} by the ids of their forums`
    yield { records, rejected, cursor: String(done), done, total: ids.length, step }
  }
}

/** The paper with this id, on whichever host; null when it is not there, or not public. */
export async function readPaper(client: OpenreviewClient, id: string, options: Options): Promise<SourceRecord | null> {
  const { records } = await readNote(client, id, options)
  return records[0] ?? null
}

async function readNote(
  client: OpenreviewClient,
  id: string,
  options: Options,
): Promise<Pick<Notes, 'records' | 'rejected'>> {
  for (const host of HOSTS) {
    const notes = await client.ask(host, '/notes', {
      ...options,
      parameters: { id },
      acceptIf: isMissing,
      async read(answer) {
        if (answer.status !== 200) return null
        return parseResponse('openreview', answer.body, { invalidUtf8: answer.invalidUtf8 })
      },
    })
    if (notes !== null && notes.ids.length > 0)
      return { records: notes.records.filter(({ source_id }) => source_id === id), rejected: notes.rejected }
  }
  return { records: [], rejected: [] }
}

/** The service says in its own words that a note is not there, or that the account may not read it. */
const isMissing = ({ status, body }: FetchedResponse): boolean =>
  (status === 404 && /"name"\s*:\s*"NotFoundError"/.test(body)) ||
  (status === 403 && /"name"\s*:\s*"ForbiddenError"/.test(body))

const isNoteId = (id: string) => /^[\w-]{1,64}$/.test(id)

const reject = (id: string): RejectedRecord => ({
  reason: `“${id.slice(0, 80)}” is not the id of a forum`,
  raw: id.slice(0, 200),
  source_id: id,
})

/** A cursor is the number of papers asked for. Any other one starts from the beginning. */
const toCount = (cursor: string | undefined) => (cursor !== undefined && /^\d{1,9}$/.test(cursor) ? Number(cursor) : 0)
