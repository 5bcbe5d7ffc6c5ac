import { errorStatus, type ErrorCode } from '../contract/errors.ts'

interface Details extends ErrorOptions {
  /** For invalid-input: path of a field -> sentence. */
  fields?: Record<string, string>
  /** For conflict: what is there now. */
  current?: unknown
  /** For already-running: the id of the open job. */
  jobId?: string
  /** For rate-limited: seconds to wait. */
  retryAfter?: number
}

/** The only error the product throws on purpose. Anything else is a bug and answers "internal". */
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

/** For a field of the input whose value is not acceptable: `sentence` says why, and the interface shows it at `field`. */
export const invalidField = (field: string, sentence: string, cause?: unknown): AppError =>
  new AppError('invalid-input', sentence, { fields: { [field]: sentence }, cause })
