import { errorStatus, type ErrorCode } from '../contract/errors.ts'

interface Details extends ErrorOptions {
  /** For invalid-input: field path -> error message. */
  fields?: Record<string, string>
  /** For conflict: the current state of the object. */
  current?: unknown
  /** For already-running: the id of the open job. */
  jobId?: string
  /**
   * Seconds to wait before the next try. For rate-limited and unavailable: until the limit allows it; for source-unavailable: until the
   * service may be asked again.
   */
  retryAfter?: number
  /** For source-unavailable: no request was sent, because the service is left alone for `retryAfter` seconds. */
  refused?: boolean
  /** For method-not-allowed: the methods that the address has. */
  allow?: readonly string[]
}

/** The only error class that the product throws. Any other error is a bug and is returned as "internal". */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly status: number
  readonly details: Details

  constructor(code: ErrorCode, message: string, details: Details = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.code = code
    this.status = errorStatus[code]
    this.details = details
  }
}

/** Creates an "invalid-input" error for one input field. The web app shows `sentence` next to `field`. */
export const invalidField = (field: string, sentence: string, cause?: unknown): AppError =>
  new AppError('invalid-input', sentence, { fields: { [field]: sentence }, cause })
