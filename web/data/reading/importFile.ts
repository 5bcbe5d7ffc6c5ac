import { IMPORT_BODY_MAX_BYTES, IMPORT_TEXT_MAX } from '#api/contract/limits.ts'
import type { ListImport } from '#api/contract/listImport.ts'
import { unwrap } from '../../shared/client.ts'
import type { Client } from '../api.ts'

/** What the body of a request has beside the text, in bytes. */
const REST_BYTES = 1_000

/**
 * Imports a file into the reading list, in as many parts as it takes, from behind the parts that `from` has. `onPart` gets
 * the state after each part. Throws ApiError: the parts before are imported, the others are not.
 */
export async function importFile(
  client: Client,
  text: string,
  { from, onPart }: { from?: ListImport | undefined; onPart: (state: ListImport) => void },
): Promise<ListImport> {
  let last = from
  do {
    const at = last?.read ?? 0
    const part = partAt(text, at)
    last = await unwrap(
      client.users.me['reading-list'].import.post({
        text: part,
        ...(at + part.length < text.length && { more: true }),
        ...(last && { continues: { id: last.id, from: at } }),
      }),
    )
    onPart(last)
  } while (last.read < text.length)
  return last
}

/** The text from `at` on that fits into one request. */
function partAt(text: string, at: number): string {
  let size = IMPORT_TEXT_MAX
  const bytes = () => new TextEncoder().encode(JSON.stringify(text.slice(at, at + size))).length
  while (bytes() > IMPORT_BODY_MAX_BYTES - REST_BYTES) size = Math.floor(size / 2)
  const part = text.slice(at, at + size)
  // The halves of a sign outside the BMP stay together.
  return at + part.length < text.length && /[\uD800-\uDBFF]$/.test(part) ? part.slice(0, -1) : part
}
