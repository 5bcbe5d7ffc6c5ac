/** Characters that are written at a time. */
const CHUNK = 64 * 1024

/** A file that is written while it is read from the database, so that no more than a chunk is in memory. */
export interface StreamedFile {
  name: string
  /** Media type. */
  type: string
  text: AsyncIterable<string>
}

/** Joins short texts to chunks that are worth a write. */
export async function* inChunks(texts: AsyncIterable<string>): AsyncIterable<string> {
  let chunk = ''
  for await (const text of texts) {
    chunk += text
    if (chunk.length < CHUNK) continue
    yield chunk
    chunk = ''
  }
  yield chunk
}
