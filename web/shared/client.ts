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

  constructor(failure: Omit<Failure, 'request_id'> & { request_id?: string }, status: number, options?: ErrorOptions) {
    super(failure.message, options)
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
  /**
   * Called when the server refused a refreshed token too: the session has ended. `code` is the error code, or `NOT_SENT`
   * for a call that came after the end; `isChange` says whether the call was a change that the user made.
   */
  onRefused(code: string | undefined, isChange: boolean): void
}

/** In place of an error code: the call was not sent, because there is no token any more. */
export const NOT_SENT = 'not-sent'

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
    // It would read a book (application/epub+zip) or an archive (application/zip) as text.
    onResponse: (response) => (response.headers.get('content-type')?.endsWith('zip') ? response.blob() : undefined),
    headers: async () => {
      const value = await source.token()
      return value === undefined ? {} : { authorization: `Bearer ${value}` }
    },
    fetcher: Object.assign(
      async (input: RequestInfo | URL, init?: RequestInit) => {
        const hasToken = new Headers(init?.headers).has('authorization')
        if (!hasToken && USER_PATH.test(pathOf(input))) {
          source.onRefused(NOT_SENT, isChange(input, init))
          return Response.json(signedOutBody, { status: 401 })
        }
        const response = await sendWithin(send, input, init)
        readServerClock(response)
        if (response.status !== 401 || !hasToken) return response
        const value = await source.token({ refresh: true })
        const headers = new Headers(init?.headers)
        headers.set('authorization', `Bearer ${value ?? ''}`)
        const repeated = value === undefined ? response : await sendWithin(send, input, { ...init, headers })
        if (repeated.status === 401) source.onRefused(await codeOf(repeated), isChange(input, init))
        return repeated
      },
      { preconnect: () => {} },
    ) satisfies typeof fetch,
  }).api

/** That a card was seen is no change that the user made. */
const isChange = (input: RequestInfo | URL, init?: RequestInit) =>
  (init?.method ?? 'GET') !== 'GET' && !/\/(view|email-opened)$/.test(pathOf(input))

const pathOf = (input: RequestInfo | URL) => new URL(input instanceof Request ? input.url : input).pathname

/** A read whose answer does not begin within this time has failed: the connection or the server hangs. */
const READ_MS = 30_000
/** The same for a write, which may be one that takes long. */
const WRITE_MS = 120_000
/** For the whole answer, which may be an export over a slow connection. */
const BODY_MS = 300_000

const unreachable = { code: 'unreachable', message: 'The server could not be reached.' }
const incomplete = { code: 'unreachable', message: 'The answer did not arrive completely. Try again.' }
const unknownOutcome = {
  code: 'unreachable',
  message: 'No whole answer arrived, so it may have been done or not. See what there is before you try again.',
}

/**
 * Sends a request and receives the whole answer. Throws ApiError "unreachable" if the answer is cut, hangs, or is not one of
 * the API: networks that ask for a login answer with a page of their own.
 */
async function sendWithin(send: typeof fetch, input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const isRead = (init?.method ?? 'GET') === 'GET'
  const limit = new AbortController()
  const late = Promise.withResolvers<never>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isLate = false
  const wait = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      isLate = true
      limit.abort()
      late.reject(new Error('The answer does not go on.'))
    }, ms)
  }
  let response: Response | undefined
  try {
    wait(isRead ? READ_MS : WRITE_MS)
    init?.signal?.throwIfAborted()
    init?.signal?.addEventListener('abort', () => limit.abort(), { once: true })
    response = await Promise.race([send(input, { ...init, signal: limit.signal }), late.promise])
    if (isPage(response)) throw new Error('This is not an answer of the API.')
    // Events come when there are some; whoever reads them stops.
    if (response.headers.get('content-type')?.startsWith('text/event-stream')) return response
    wait(BODY_MS)
    const body = await Promise.race([response.arrayBuffer(), late.promise])
    // An answer of status 204 may have no body, not even an empty one.
    return new Response(body.byteLength > 0 ? body : null, response)
  } catch (cause) {
    if (isRead) throw response && !isPage(response) ? new ApiError(incomplete, 0, { cause }) : cause
    throw response || isLate ? new ApiError(unknownOutcome, 0, { cause }) : cause
  } finally {
    clearTimeout(timer)
  }
}

const isPage = ({ headers }: Response) => headers.get('content-type')?.startsWith('text/html') === true

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

/** Returns the data of a call. Throws ApiError if the call failed. */
export async function unwrap<Data>(call: Promise<ClientResponse<Data>>): Promise<Data> {
  const { data, error, status } = await call.catch((cause: unknown) => {
    throw cause instanceof SyntaxError ? new ApiError(incomplete, 0, { cause }) : cause
  })
  if (error?.value instanceof ApiError) throw error.value
  if (error) throw new ApiError((error.value as ErrorBody | undefined)?.error ?? unreachable, status)
  return data as Data
}

/** The content of a file: a book or an archive as its bytes, others as text. Throws ApiError. */
export async function unwrapFile(call: Promise<ClientResponse<unknown>>): Promise<Blob | string> {
  const data = await unwrap<unknown>(call)
  return data instanceof Blob ? data : readText(data)
}

/** The text of a file. Throws ApiError. */
export const unwrapText = async (call: Promise<ClientResponse<unknown>>): Promise<string> =>
  readText(await unwrap<unknown>(call))

/** Eden parses a file that is JSON, and reads a text without a known length in pieces. */
async function readText(data: unknown): Promise<string> {
  if (typeof data === 'string') return data
  if (typeof data === 'object' && data !== null && Symbol.asyncIterator in data)
    return (await Array.fromAsync(data as AsyncIterable<string>)).join('')
  return `${JSON.stringify(data, null, 2)}\n`
}
