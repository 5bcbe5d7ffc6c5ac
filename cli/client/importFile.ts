import { setTimeout as sleep } from 'node:timers/promises'
import { IMPORT_BODY_MAX_BYTES, IMPORT_TEXT_MAX } from '#api/contract/limits.ts'
import type { ListImport } from '#api/contract/listImport.ts'
import { Failure } from '../terminal/failures.ts'
import { unwrap } from './client.ts'
import type { Context } from './context.ts'

/** What the body of a request has beside the text, in bytes. */
const REST_BYTES = 1_000

/**
 * Imports a file into the reading list, in as many parts as it takes, and waits when the server allows no more of them
 * yet. `onPart` gets the state after each part. Throws `timeout`, and what the server answers.
 */
export async function importFile(
  { client, out, deadline }: Context,
  text: string,
  onPart: (state: ListImport) => void,
): Promise<ListImport> {
  const send = (part: string, last: ListImport | undefined) =>
    unwrap(
      client.users.me['reading-list'].import.post({
        text: part,
        ...((last?.read ?? 0) + part.length < text.length && { more: true }),
        ...(last && { continues: { id: last.id, from: last.read } }),
      }),
    )
  let last: ListImport | undefined
  do {
    const part = partAt(text, last?.read ?? 0)
    try {
      last = await send(part, last)
      onPart(last)
    } catch (error) {
      if (!(error instanceof Failure) || error.retryAfter === undefined || last === undefined) throw error
      out.note(`The server accepts more in ${error.retryAfter} seconds. Waiting…`)
      await sleep(error.retryAfter * 1_000, undefined, deadline && { signal: deadline }).catch((cause: unknown) => {
        throw new Failure('timeout', 'The time that --timeout allows is over.', { cause })
      })
    }
  } while (last === undefined || last.read < text.length)
  return last
}

/** The text from `at` on that fits into one request. */
function partAt(text: string, at: number): string {
  let size = IMPORT_TEXT_MAX
  while (Buffer.byteLength(JSON.stringify(text.slice(at, at + size))) > IMPORT_BODY_MAX_BYTES - REST_BYTES)
    size = Math.floor(size / 2)
  const part = text.slice(at, at + size)
  // The halves of a sign outside the BMP stay together.
  return at + part.length < text.length && /[\uD800-\uDBFF]$/.test(part) ? part.slice(0, -1) : part
}
