import { treaty } from '@elysia/eden'
import type { ErrorBody } from '#api/contract/errors.ts'
import type { App } from '#api/http/app.ts'

type Failure = ErrorBody['error']

/** A call that failed, in the API's own words. `code` is one of the contract, or "unreachable" when no answer came. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: string
  readonly status: number
  /** To quote when asking for help; absent when the server was not reached. */
  readonly requestId: string | undefined
  /** invalid-input: path of a field -> what is wrong with it. */
  readonly fields: Readonly<Record<string, string>>
  /** conflict: what is there now. */
  readonly current: unknown
  /** already-running: the open job. */
  readonly jobId: string | undefined
  /** rate-limited: seconds to wait. */
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

/** Gives the bearer token of each call. `refresh` asks for a new one after the old one was refused. */
export interface TokenSource {
  token(options?: { refresh: boolean }): Promise<string | undefined>
  /** A fresh token was refused too: the session is over. */
  onRefused(): void
}

export const signedOut: TokenSource = { token: async () => undefined, onRefused: () => {} }

/** The API at `origin`, called with the tokens of `source`. A refused token is refreshed once and the call repeated once. */
export const createClient = (origin: string, source: TokenSource, send: typeof fetch = fetch) =>
  treaty<App>(origin, {
    // Eden would turn any string that looks like a date into a Date, titles included.
    parseDate: false,
    headers: async () => {
      const value = await source.token()
      return value === undefined ? {} : { authorization: `Bearer ${value}` }
    },
    fetcher: Object.assign(
      async (input: RequestInfo | URL, init?: RequestInit) => {
        const answer = await send(input, init)
        if (answer.status !== 401 || !new Headers(init?.headers).has('authorization')) return answer
        const value = await source.token({ refresh: true })
        const headers = new Headers(init?.headers)
        headers.set('authorization', `Bearer ${value ?? ''}`)
        const second = value === undefined ? answer : await send(input, { ...init, headers })
        if (second.status === 401) source.onRefused()
        return second
      },
      { preconnect: () => {} },
    ) satisfies typeof fetch,
  }).api

interface Answer<Data> {
  data: Data | null
  error: { value: unknown } | null
  status: number
}
const unreachable = { code: 'unreachable', message: 'The server could not be reached.' }

/** The data of an answer. Throws ApiError. */
export async function unwrap<Data>(call: Promise<Answer<Data>>): Promise<Data> {
  const { data, error, status } = await call
  if (error) throw new ApiError((error.value as ErrorBody | undefined)?.error ?? unreachable, status)
  return data as Data
}
