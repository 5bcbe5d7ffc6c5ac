import { Type, type Static } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { AppError } from '../platform/errors.ts'
import { type EmbeddingProvider, toUnit } from './provider.ts'

const ANSWER_LIMIT_MS = 30_000

/** An embedding server in the form of OpenAI's API. */
export interface EmbeddingServer {
  /** Address that `/embeddings` is appended to, for example `http://127.0.0.1:8080/v1`. */
  url: string
  model: string
  /** Sent as bearer token. */
  key?: string
}

/** Response of `POST /embeddings`; other fields are ignored. */
const Answer = Type.Object({
  data: Type.Array(Type.Object({ index: Type.Integer(), embedding: Type.Array(Type.Number(), { minItems: 1 }) })),
})

/**
 * Opens an embedding server, after a first request that also shows how many dimensions its model has. Texts are sent as
 * they are: a prefix for questions, and cutting of long texts, are up to the server. Throws "unavailable" with the reason
 * when it does not answer as expected.
 */
export async function openHttpProvider(server: EmbeddingServer, signal: AbortSignal): Promise<EmbeddingProvider> {
  const [first] = await request(server, ['ready'], signal)
  const dimensions = first?.length ?? 0
  return {
    id: server.model,
    dimensions,
    async embed(texts, options) {
      const vectors = await request(server, texts, options.signal)
      if (vectors.some(({ length }) => length !== dimensions))
        throw new AppError('unavailable', `The embedding server changed the number of dimensions from ${dimensions}.`)
      return vectors
    },
    prepare: () => undefined,
    close: () => Promise.resolve(),
  }
}

async function request(
  { url, model, key }: EmbeddingServer,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<Float32Array[]> {
  const answer = await send(`${url.replace(/\/$/, '')}/embeddings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key !== undefined && { authorization: `Bearer ${key}` }) },
    body: JSON.stringify({ model, input: texts, encoding_format: 'float' }),
    signal,
  })
  const byIndex = new Map(answer.data.map(({ index, embedding }) => [index, embedding]))
  return texts.map((_, index) => {
    const embedding = byIndex.get(index)
    if (embedding === undefined) throw new AppError('unavailable', 'The embedding server left out a vector.')
    return toUnit(embedding)
  })
}

/** Throws "unavailable" for anything but a success with vectors, and the reason of an abort by the caller. */
async function send(url: string, init: RequestInit & { signal: AbortSignal }): Promise<Static<typeof Answer>> {
  let response: Response
  let body: unknown
  try {
    const signal = AbortSignal.any([init.signal, AbortSignal.timeout(ANSWER_LIMIT_MS)])
    response = await fetch(url, { ...init, signal })
    body = response.ok ? await response.json() : await response.body?.cancel()
  } catch (cause) {
    init.signal.throwIfAborted()
    throw new AppError('unavailable', 'The embedding server does not answer.', { cause })
  }
  if (!response.ok) throw new AppError('unavailable', `The embedding server answers ${response.status}.`)
  if (!Value.Check(Answer, body)) throw new AppError('unavailable', 'The embedding server answers without vectors.')
  return body
}
