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
  ECONNREFUSED: 'refused the connection (connection refused)',
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
export function failureOfResponse({ status, headers, body }: FetchedResponse): Failure {
  const statusText =
    status === 429 ? 'asks us to slow down (429)' : status === 403 ? 'refuses us (403)' : `answers ${status}`
  const said = /^[\w .,'-]{1,80}$/.test(body.trim()) ? `: ${body.trim().replace(/\.$/, '')}` : ''
  const kind = status === 429 ? 'rate-limited' : status >= 500 ? 'server-error' : 'refused'
  return {
    reason: `${statusText}${said}`,
    kind,
    retryable: retryableStatuses.has(status),
    waitMs: readRetryAfter(headers),
  }
}

/** The failure of a request that threw `error`. */
export function failureOfError(error: unknown): Failure {
  if (!(error instanceof Error))
    return { reason: `could not be reached (${String(error)})`, retryable: true, cause: error }
  if (error.name === 'TimeoutError')
    return { reason: 'did not answer in time', kind: 'timeout', retryable: true, cause: error }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const isTls = code === 'EPROTO' || /CERT|TLS|SSL/.test(code)
  const reason = networkReasons[code] ?? (isTls ? `showed a certificate that is not trusted (${code})` : '')
  const kind = isTls ? 'tls' : unreachable.has(code) ? 'unreachable' : 'unusable-answer'
  if (reason !== '') return { reason, kind, retryable: true, unreachable: unreachable.has(code), cause: error }
  return { reason: `gave no usable answer: ${error.message}`, retryable: true, cause: error }
}

/** Milliseconds of `Retry-After`, in seconds or a date. A date is relative to the `Date` header if there is one. */
function readRetryAfter(headers: Headers): number | undefined {
  const value = headers.get('retry-after')?.trim()
  if (!value) return undefined
  if (/^\d+$/.test(value)) return Number(value) * 1000
  const until = Date.parse(value)
  if (Number.isNaN(until)) return undefined
  const sentAt = Date.parse(headers.get('date') ?? '')
  return Math.max(0, until - (Number.isNaN(sentAt) ? Date.now() : sentAt))
}
