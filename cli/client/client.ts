import { treaty } from '@elysia/eden'
import type { ErrorBody } from '#api/contract/errors.ts'
import type { App } from '#api/http/app.ts'
import { Failure, toFailure } from '../terminal/failures.ts'

/** Timeout for the response headers. Long, because `test-pipeline` waits for the sources. */
const RESPONSE_TIMEOUT_MS = 120_000

interface Options {
  server: string
  token: string | undefined
  /** Aborts every request and every stream. */
  deadline: AbortSignal | undefined
}

/** Typed client of the server's API that sends the token. Read each result with `unwrap`. */
export const createClient = ({ server, token, deadline }: Options) =>
  treaty<App>(server, {
    // By default Eden turns every string that looks like a date into a Date, even a title.
    parseDate: false,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    fetcher: Object.assign((input: RequestInfo | URL, init?: RequestInit) => send(server, deadline, input, init), {
      preconnect: () => {},
    }) satisfies typeof fetch,
  }).api

export type Client = ReturnType<typeof createClient>

/**
 * Requests a file of the server, as it is written there. Throws `Failure` if the request failed or the server responded
 * with an error.
 */
export async function download({ server, token, deadline }: Options, path: string): Promise<Response> {
  const headers: HeadersInit = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const response = await send(server, deadline, new URL(path, server), { headers }, { isFile: true })
  if (!response.ok) throw toFailure((await response.json()) as ErrorBody)
  return response
}

async function send(
  server: string,
  deadline: AbortSignal | undefined,
  input: RequestInfo | URL,
  init: RequestInit | undefined,
  { isFile = false } = {},
): Promise<Response> {
  const responseTimeout = new AbortController()
  const timer = setTimeout(() => responseTimeout.abort(), RESPONSE_TIMEOUT_MS)
  const signals = [responseTimeout.signal, deadline, init?.signal].filter((signal) => signal instanceof AbortSignal)
  let response: Response
  try {
    response = await fetch(input, { ...init, signal: AbortSignal.any(signals) })
  } catch (cause) {
    if (deadline?.aborted || responseTimeout.signal.aborted)
      throw new Failure('timeout', `${server} did not respond in time.`, { cause })
    throw new Failure('unreachable', `${server} does not answer.`, { cause })
  } finally {
    clearTimeout(timer)
  }
  const type = response.headers.get('content-type') ?? ''
  const hasFile = response.headers.get('content-disposition')?.startsWith('attachment') ?? false
  const known = /^(application\/json|text\/event-stream)(;|$)/.test(type) || (isFile && hasFile)
  if (response.status !== 204 && !known)
    throw new Failure('not-paperdawn', `The server at ${server} is not Paperdawn (status ${response.status}).`)
  return response
}

interface Result<Data> {
  data: Data | null
  error: { value: unknown } | null
}

/** Returns the data of a result. Throws `Failure` if the request failed or the server responded with an error. */
export async function unwrap<Data>(call: Promise<Result<Data>>): Promise<Data> {
  const { data, error } = await call
  if (!error) return data as Data
  if (error.value instanceof Failure) throw error.value
  throw toFailure(error.value as ErrorBody)
}
