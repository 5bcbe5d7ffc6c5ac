/** Returns a response for these texts, or undefined for their vectors; both at once or later. */
type Fault = (texts: string[]) => Response | undefined | Promise<Response | undefined>

/**
 * An embedding server over HTTP, in the form of OpenAI's API. The vector of a text counts its words by length, so that
 * it is the same every time: component n for words of n letters, up to `dimensions`.
 */
export function startEmbeddingServer({ dimensions = 8 } = {}) {
  /** The texts of each request, in order, with its model and its authorisation. */
  const requests: { texts: string[]; model: string; authorization: string | null }[] = []
  const faults: { current?: Fault } = {}
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { model, input } = (await request.json()) as { model: string; input: string[] }
      requests.push({ texts: input, model, authorization: request.headers.get('authorization') })
      const response = await faults.current?.(input)
      if (response) return response
      const data = input.map((text, index) => ({ index, embedding: countWords(text, dimensions) }))
      // The specification does not promise an order.
      return Response.json({ object: 'list', data: data.toReversed() })
    },
  })
  return {
    url: `${server.url.origin}/v1`,
    requests,
    /** Sets what is answered in place of the vectors. */
    set fault(fault: Fault | undefined) {
      faults.current = fault
    },
    stop: () => server.stop(true),
  }
}

export type EmbeddingServer = ReturnType<typeof startEmbeddingServer>

/** The vector that the server sends for a text: not yet of length 1. */
export function countWords(text: string, dimensions = 8): number[] {
  const vector = Array.from({ length: dimensions }, () => 0)
  for (const [word] of text.matchAll(/\p{L}+/gu)) vector[word.length % dimensions]! += 1
  return vector
}
