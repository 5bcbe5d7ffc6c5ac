import { treaty } from '@elysia/eden'
import type { ErrorBody } from '#api/contract/errors.ts'
import type { App } from '#api/http/app.ts'
import { readServerClock } from './serverClock.ts'

type Failure = ErrorBody['error']

/** A failed API call. `message` is the API's; `code` is one of the contract, or "unreachable" without a response. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: string
  readonly status: number
  /** Shown to the user for support requests; undefined if the server was not reached. */
  readonly requestId: string | undefined
  /** For `invalid-input`: path of a field -> error sentence. */
  readonly fields: Readonly<Record<string, string>>
  /** For `conflict`: the current version of the resource. */
  readonly current: unknown
  /** For `already-running`: id of the open job. */
  readonly jobId: string | undefined
  /** For `rate-limited`: seconds to wait. */
  readonly retryAfter: number | undefined

  constructor(failure: Omit<Failure, 'request_id'> & { request_id?: string }, status: number) {
    super(failure.message)
    this.code = failure.code
    this.status = status
    this.requestId = failure.request_id
    this.fields = failure.fields ?? {}
    this.current = failure.current
    this.jobId = failure.job_id
    this.retryAfter = failure.retry_after
  }
}

/** Whether the call failed because the server was not reached. */
export const isUnreachable = (error: unknown): boolean => error instanceof ApiError && error.code === 'unreachable'

/** Returns the bearer token of each call. `refresh` requests a new token after the server refused the current one. */
export interface TokenSource {
  token(options?: { refresh: boolean }): Promise<string | undefined>
  /** Called when the server refused a refreshed token too: the session has ended. `code` is the error code. */
  onRefused(code: string | undefined): void
}

/** The addresses that answer for the signed-in user. */
const USER_PATH = /^\/api\/(users|auth)\/me(\/|$)/
const signedOutBody = { error: { code: 'unauthenticated', message: 'You are signed out. Sign in again.' } }

export const signedOut: TokenSource = { token: async () => undefined, onRefused: () => {} }

/**
 * Creates the client of the API at `origin`. It sends the tokens of `source`; after a 401 it refreshes the token and
 * repeats the call once. A call for the signed-in user that has no token, because the user has signed out meanwhile, is
 * answered with 401 without being sent.
 */
export const createClient = (origin: string, source: TokenSource, send: typeof fetch = fetch) =>
  treaty<App>(origin, {
    // By default Eden parses every string that looks like a date into a Date, even a paper's title.
    parseDate: false,
    headers: async () => {
      const value = await source.token()
      return value === undefined ? {} : { authorization: `Bearer ${value}` }
    },
    fetcher: Object.assign(
      async (input: RequestInfo | URL, init?: RequestInit) => {
        const hasToken = new Headers(init?.headers).has('authorization')
        if (!hasToken && USER_PATH.test(pathOf(input))) return Response.json(signedOutBody, { status: 401 })
        const response = await sendWithin(send, input, init)
        readServerClock(response)
        if (response.status !== 401 || !hasToken) return response
        const value = await source.token({ refresh: true })
        const headers = new Headers(init?.headers)
        headers.set('authorization', `Bearer ${value ?? ''}`)
        const repeated = value === undefined ? response : await sendWithin(send, input, { ...init, headers })
        if (repeated.status === 401) source.onRefused(await codeOf(repeated))
        return repeated
      },
      { preconnect: () => {} },
    ) satisfies typeof fetch,
  }).api

const pathOf = (input: RequestInfo | URL) => new URL(input instanceof Request ? input.url : input).pathname

/** A read without the beginning of an answer after this time has failed: the connection or the server hangs. */
const NO_ANSWER_MS = 30_000

/**
 * Sends a request. A read that is not answered in time is rejected, which callers see as "unreachable". A write has no
 * limit: it may be one that takes long, and it may have its effect although no answer arrived.
 */
async function sendWithin(send: typeof fetch, input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  if ((init?.method ?? 'GET') !== 'GET') return send(input, init)
  const limit = new AbortController()
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    limit.abort()
    late.reject(new Error(`No answer within ${NO_ANSWER_MS / 1_000} s`))
  }, NO_ANSWER_MS)
  try {
    const signal = init?.signal ? AbortSignal.any([init.signal, limit.signal]) : limit.signal
    return await Promise.race([send(input, { ...init, signal }), late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Reads the error code from a copy of the response; undefined if its body is not one of the API. */
async function codeOf(response: Response): Promise<string | undefined> {
  const body = (await response
    .clone()
    .json()
    .catch(() => null)) as Partial<ErrorBody> | null
  return body?.error?.code
}

interface ClientResponse<Data> {
  data: Data | null
  error: { value: unknown } | null
  status: number
}
const unreachable = { code: 'unreachable', message: 'The server could not be reached.' }

/** Returns the data of a call. Throws ApiError if the call failed. */
export async function unwrap<Data>(call: Promise<ClientResponse<Data>>): Promise<Data> {
  const { data, error, status } = await call
  if (error) throw new ApiError((error.value as ErrorBody | undefined)?.error ?? unreachable, status)
  return data as Data
}

/** The text of a file. Eden parses a file that is JSON, and reads a text without a known length in pieces. */
export async function unwrapText(call: Promise<ClientResponse<unknown>>): Promise<string> {
  const data = await unwrap<unknown>(call)
  if (typeof data === 'string') return data
  if (typeof data === 'object' && data !== null && Symbol.asyncIterator in data)
    return (await Array.fromAsync(data as AsyncIterable<string>)).join('')
  return `${JSON.stringify(data, null, 2)}\n`
}
