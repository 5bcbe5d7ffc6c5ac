import type { Taste } from '../../contract/taste.ts'
import { dayIn, now } from '../../platform/clock.ts'
import { findOwner, readParts } from '../../store/privacy/personalStore.ts'
import type { Owner } from '../../store/readers/erasures.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { getTaste } from '../reading/tastePage.ts'

/** Characters that are written at a time. */
const CHUNK = 64 * 1024

/** A file that is written while it is read from the database, so that no more than a chunk is in memory. */
export interface StreamedFile {
  name: string
  text: AsyncIterable<string>
}

/**
 * Everything that is kept about the user as one JSON document: "exported_at", "taste" in words, and for each of the other
 * parts (`store/privacy/personalData.ts`) a list. It contains no secrets and nothing about other readers.
 */
export async function exportAccount(user: UserRecord): Promise<StreamedFile> {
  const [taste, owner] = await Promise.all([getTaste(user), findOwner(user)])
  return { name: `paperdawn-${dayIn('UTC', now())}.json`, text: inChunks(writeExport(taste, owner)) }
}

async function* writeExport(taste: Taste, owner: Owner): AsyncIterable<string> {
  yield `{"exported_at":${JSON.stringify(now())},\n"taste":${JSON.stringify(taste)}`
  for (const { part, documents } of readParts(owner)) {
    yield `,\n"${part}":[`
    let separator = '\n'
    for await (const document of documents) {
      yield `${separator}${JSON.stringify(document)}`
      separator = ',\n'
    }
    yield ']'
  }
  yield '}\n'
}

async function* inChunks(texts: AsyncIterable<string>): AsyncIterable<string> {
  let chunk = ''
  for await (const text of texts) {
    chunk += text
    if (chunk.length < CHUNK) continue
    yield chunk
    chunk = ''
  }
  yield chunk
}
