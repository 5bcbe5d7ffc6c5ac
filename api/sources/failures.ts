import { DAY_MS, now } from '../platform/clock.ts'
import { AppError } from '../platform/errors.ts'
import type { FetchedResponse } from './boundedFetch.ts'

/** Class of a failure, for metrics. */
export type FailureKind = (typeof FAILURE_KINDS)[number]
export const FAILURE_KINDS = [
  'rate-limited',
  'refused',
  'server-error',
  'timeout',
  'unreachable',
  'tls',
  'unusable-answer',
] as const

/** Why the attempt failed, worded to follow the name of the service: "answers 503". */
export interface Failure {
  reason: string
  /** Default: "unusable-answer". */
  kind?: FailureKind
  /** A retry may succeed. */
  retryable: boolean
  /** There was no connection: long pauses between retries would not relieve the service. */
  unreachable?: boolean
  /** The pause that the service requests with `Retry-After`. */
  waitMs?: number
  cause?: unknown
}

const retryableStatuses = new Set([408, 425, 429, 500, 502, 503, 504])

const networkReasons: Record<string, string> = {
  ECONNREFUSED: 'refused the connection',
  ECONNRESET: 'closed the connection before its answer was complete',
  ENOTFOUND: 'could not be found (its name is unknown)',
  EAI_AGAIN: 'could not be found (names cannot be looked up)',
  ENETUNREACH: 'could not be reached (no network)',
  EHOSTUNREACH: 'could not be reached (no route)',
  EPROTO: 'could not be reached safely (the TLS handshake failed)',
  Malformed_HTTP_Response: 'did not answer in HTTP',
}

const unreachable = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH'])

/** The failure of a response whose status is not accepted. */
export function failureOfResponse(response: FetchedResponse): Failure {
  const { status, body } = response
  const statusText =
    status === 429 ? 'asks us to slow down (429)' : status === 403 ? 'refuses us (403)' : `answers ${status}`
  const said = /^[\w .,'-]{1,80}$/.test(body.trim()) ? `: ${body.trim().replace(/\.$/, '')}` : ''
  const kind = status === 429 ? 'rate-limited' : status >= 500 ? 'server-error' : 'refused'
  return {
    reason: `${statusText}${said}`,
    kind,
    retryable: retryableStatuses.has(status),
    waitMs: readRetryAfter(response),
  }
}

/** The failure of a request that threw `error`. */
export function failureOfError(error: unknown): Failure {
  if (!(error instanceof Error))
    return { reason: `could not be reached (${String(error)})`, retryable: true, cause: error }
  if (error instanceof AppError) {
    const isForbidden = error.code === 'forbidden'
    const kind = isForbidden ? 'refused' : 'unreachable'
    return {
      reason: `cannot be asked: ${error.message.replace(/\.$/, '')}`,
      kind,
      retryable: !isForbidden,
      cause: error,
    }
  }
  if (error.name === 'TimeoutError')
    return { reason: 'did not answer in time', kind: 'timeout', retryable: true, cause: error }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const isTls = code === 'EPROTO' || /CERT|TLS|SSL/.test(code)
  const reason = networkReasons[code] ?? (isTls ? `showed a certificate that is not trusted (${code})` : '')
  const kind = isTls ? 'tls' : unreachable.has(code) ? 'unreachable' : 'unusable-answer'
  if (reason !== '') return { reason, kind, retryable: true, unreachable: unreachable.has(code), cause: error }
  return { reason: `gave no usable answer: ${error.message}`, retryable: true, cause: error }
}

/** A service may ask for years, by mistake. After a day one request shows whether it still wants a pause. */
const RETRY_AFTER_MAX_MS = DAY_MS
/** A lower `X-RateLimit-Reset` is no instant, but a number of seconds or of requests. */
const EPOCH_MIN_MS = Date.UTC(2001, 8, 9)

/**
 * The pause in milliseconds that `Retry-After` asks for, in seconds or as a date, at most 24 hours; 0 without one. A date
 * is relative to the `Date` header if there is one. A service without that header may say in `X-RateLimit-Reset` when the
 * requests of a day or an hour begin again, in seconds since 1970: so does NASA ADS.
 */
export function readRetryAfter({ status, headers }: FetchedResponse): number {
  const value = headers.get('retry-after')?.trim() ?? ''
  // Zotero asks for a pause with any answer, also a successful one.
  const backoffMs = Number(/^\d{1,9}$/.exec(headers.get('backoff')?.trim() ?? '')?.[0] ?? 0) * 1000
  // The other header has a meaning for failures and redirects only.
  if (status < 300 || status === 304) return Math.min(backoffMs, RETRY_AFTER_MAX_MS)
  const [, seconds] = /^(\d+)(?:\.\d+)?$/.exec(value) ?? []
  const sentAt = Date.parse(headers.get('date') ?? '')
  const dateMs = () => Date.parse(value) - (Number.isNaN(sentAt) ? Date.now() : sentAt)
  const resetMs = value === '' && status === 429 ? Number(headers.get('x-ratelimit-reset') ?? '') * 1000 : 0
  const askedMs =
    resetMs > EPOCH_MIN_MS ? resetMs - now().getTime() : seconds === undefined ? dateMs() : Number(seconds) * 1000
  const pauseMs = Math.max(backoffMs, askedMs || 0)
  return Math.min(pauseMs, RETRY_AFTER_MAX_MS)
}

/** The error of a request that is given up. `waitMs`: until the service may be asked again, 0 when unknown. */
export function unavailable(
  name: string,
  reason: string,
  { cause, waitMs, refused }: { cause?: unknown; waitMs: number; refused?: boolean },
): AppError {
  const retryAfter = waitMs > 0 || refused ? Math.max(1, Math.ceil(waitMs / 1000)) : undefined
  return new AppError('source-unavailable', `${name} ${reason}.`, { cause, retryAfter, refused })
}

/** The time in `ms` from now, by the product's clock. */
export const instantIn = (ms: number): Date => new Date(now().getTime() + ms)

/** "it may be asked again at 2026-11-20 06:12 UTC". Rounded up to a minute, so that the time is never too early. */
export function mayBeAskedAt(waitMs: number): string {
  const minute = new Date(Math.ceil(instantIn(waitMs).getTime() / 60_000) * 60_000)
  return `it may be asked again at ${minute.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
