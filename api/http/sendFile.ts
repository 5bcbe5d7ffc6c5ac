import type { TakenFile } from '../services/papers/takenFile.ts'
import type { StreamedFile } from '../text/streamedFile.ts'

/**
 * Sets the headers with which browsers save a response as a file. Returns the body: a text, which is compressed later. A
 * file of bytes is a whole response, which Elysia sends as it is; its types know one kind of body for a route.
 */
export function sendFile(set: { headers: Record<string, unknown> }, { content, name, type }: TakenFile): string {
  const headers = { 'content-type': type, 'content-disposition': `attachment; filename="${name}"` }
  if (typeof content !== 'string') return new Response(content, { headers }) as unknown as string
  Object.assign(set.headers, headers)
  return content
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
