import type { Taste } from '../../contract/taste.ts'
import { dayIn, now } from '../../platform/clock.ts'
import { findOwner, readParts } from '../../store/privacy/personalStore.ts'
import type { Owner } from '../../store/readers/erasures.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { inChunks, type StreamedFile } from '../../text/streamedFile.ts'
import { getTaste } from '../taste/tastePage.ts'

/**
 * Everything that is kept about the user as one JSON document: "exported_at", "taste" in words, and for each of the other
 * parts (`store/privacy/personalData.ts`) a list. It contains no secrets and nothing about other readers.
 */
export async function exportAccount(user: UserRecord): Promise<StreamedFile> {
  const [taste, owner] = await Promise.all([getTaste(user), findOwner(user)])
  return {
    name: `paperdawn-${dayIn('UTC', now())}.json`,
    type: 'application/json',
    text: inChunks(writeExport(taste, owner)),
  }
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
