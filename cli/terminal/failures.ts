import type { ErrorBody, ErrorCode } from '#api/contract/errors.ts'

/** Exit codes of the program, as listed in its help. */
export const EXIT = {
  ok: 0,
  failure: 1,
  usage: 2,
  notFound: 3,
  forbidden: 4,
  conflict: 5,
  unreachable: 6,
  partial: 7,
  timeout: 124,
  interrupted: 130,
} as const
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** Error codes of this program, in addition to the server's. */
type LocalCode = 'usage' | 'unreachable' | 'not-paperdawn' | 'denied' | 'timeout' | 'interrupted' | 'unexpected'

const exits: Record<ErrorCode | LocalCode, ExitCode> = {
  unauthenticated: EXIT.forbidden,
  'unused-too-long': EXIT.forbidden,
  forbidden: EXIT.forbidden,
  'recent-sign-in-required': EXIT.forbidden,
  'not-found': EXIT.notFound,
  'method-not-allowed': EXIT.failure,
  conflict: EXIT.conflict,
  'already-running': EXIT.conflict,
  gone: EXIT.notFound,
  'too-large': EXIT.usage,
  'unsupported-media-type': EXIT.usage,
  'invalid-input': EXIT.usage,
  'rate-limited': EXIT.failure,
  internal: EXIT.failure,
  'source-unavailable': EXIT.failure,
  unavailable: EXIT.unreachable,
  usage: EXIT.usage,
  unreachable: EXIT.unreachable,
  'not-paperdawn': EXIT.unreachable,
  denied: EXIT.forbidden,
  timeout: EXIT.timeout,
  interrupted: EXIT.interrupted,
  unexpected: EXIT.failure,
}

const defaultAdvice: Partial<Record<string, string>> = {
  unauthenticated: 'Sign in: paperdawn auth login',
  'unused-too-long': 'Sign in: paperdawn auth login',
  forbidden: 'Sign in with an account that is allowed to: paperdawn auth login',
  'recent-sign-in-required': 'Sign in on the web, and repeat it there.',
  denied: 'Try again: paperdawn auth login',
  conflict: 'Check the current state, then try again.',
  'not-found': 'Check the spelling; the list commands show what exists.',
  'invalid-input': 'Correct it and try again; --help describes each value.',
  'too-large': 'Send less.',
  internal: "Look for the request in the server's log.",
  'source-unavailable': 'Try again later. State of the sources: paperdawn admin sources',
  unavailable: 'Try again in a moment. State of the service: paperdawn admin health',
  unreachable: 'Start the server, or name another one with --server or PAPERDAWN_SERVER.',
  'not-paperdawn': 'Name the address of a Paperdawn server with --server or PAPERDAWN_SERVER.',
  timeout: 'Allow more time with --timeout.',
  unexpected: 'Run it again with --verbose to see the stack trace.',
}

interface Details {
  advice?: string
  requestId?: string
  fields?: Readonly<Record<string, string>>
  jobId?: string
  retryAfter?: number
  cause?: unknown
}

/** Error that ends a command. `message` is the cause, `advice` what the user can do. */
export class Failure extends Error {
  override readonly name = 'Failure'
  readonly code: ErrorCode | LocalCode
  readonly exit: ExitCode
  readonly advice: string
  readonly requestId: string | undefined
  readonly fields: Readonly<Record<string, string>>
  readonly jobId: string | undefined
  /** Seconds to wait, for `rate-limited`. */
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode | LocalCode, message: string, details: Details = {}) {
    super(message, { cause: details.cause })
    this.code = code
    // A newer server may send a code that this version does not list.
    this.exit = exits[code] ?? EXIT.failure
    this.advice = details.advice ?? defaultAdvice[code] ?? 'Try again.'
    this.requestId = details.requestId
    this.fields = details.fields ?? {}
    this.jobId = details.jobId
    this.retryAfter = details.retryAfter
  }
}

/** What to do about a refused token that the environment gives: a new sign-in would not be used. */
const tokenAdvice: Partial<Record<string, string>> = {
  unauthenticated: 'Put another token into PAPERDAWN_TOKEN, or unset it to use your sign-in.',
  forbidden: 'Make a token that may do it (paperdawn tokens new), or unset PAPERDAWN_TOKEN to use your sign-in.',
}

/** Converts the error body of a response. */
export function toFailure({ error }: ErrorBody): Failure {
  const { job_id: jobId, retry_after: seconds } = error
  const advice = process.env['PAPERDAWN_TOKEN'] ? tokenAdvice[error.code] : undefined
  return new Failure(error.code as ErrorCode, error.message, {
    requestId: error.request_id,
    fields: error.fields,
    jobId,
    ...(advice !== undefined && { advice }),
    ...(seconds !== undefined && { retryAfter: seconds }),
    ...(jobId !== undefined && { advice: `Follow the running job: paperdawn admin jobs watch ${jobId}` }),
    ...(seconds !== undefined && { advice: `Try again in ${seconds} seconds.` }),
  })
}
