import type { TextFile } from '../services/readingList/takeOut.ts'
import type { StreamedFile } from '../text/streamedFile.ts'

/** Sets the headers with which browsers save a response as a file. Returns the body. */
export function sendFile(set: { headers: Record<string, unknown> }, { text, name, type }: TextFile): string {
  set.headers['content-type'] = type
  set.headers['content-disposition'] = `attachment; filename="${name}"`
  return text
}

/** A response that browsers save as a file while it is written. It is not compressed: that needs the whole text. */
export function sendStream({ text, name, type }: StreamedFile): Response {
  const chunks = text[Symbol.asyncIterator]()
  const encoder = new TextEncoder()
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await chunks.return?.()
    },
  })
  return new Response(stream, {
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'content-disposition': `attachment; filename="${name}"`,
      vary: 'Accept-Encoding',
    },
  })
}
