import { dayIn, now } from '../../platform/clock.ts'
import { findOwner, readParts } from '../../store/privacy/personalStore.ts'
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
export const exportAccount = (user: UserRecord): StreamedFile => ({
  name: `paperdawn-${dayIn('UTC', now())}.json`,
  text: inChunks(writeExport(user)),
})

async function* writeExport(user: UserRecord): AsyncIterable<string> {
  yield `{"exported_at":${JSON.stringify(now())},\n"taste":${JSON.stringify(await getTaste(user))}`
  for (const { part, documents } of readParts(await findOwner(user))) {
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
