import type { ErrorBody, ErrorCode } from '#api/contract/errors.ts'

/** What the program ends with; documented in its help. */
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

/** Failures that the server does not know of. */
type OwnCode = 'usage' | 'unreachable' | 'not-paperdawn' | 'denied' | 'timeout' | 'interrupted' | 'unexpected'

const exits: Record<ErrorCode | OwnCode, ExitCode> = {
  unauthenticated: EXIT.forbidden,
  forbidden: EXIT.forbidden,
  'not-found': EXIT.notFound,
  conflict: EXIT.conflict,
  'already-running': EXIT.conflict,
  'too-large': EXIT.usage,
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

const advices: Partial<Record<string, string>> = {
  unauthenticated: 'Sign in: paperdawn auth login',
  forbidden: 'Sign in as somebody who may: paperdawn auth login',
  denied: 'Try again: paperdawn auth login',
  conflict: 'Look at what is there now, then try again.',
  'not-found': 'Check the spelling; the list commands show what is there.',
  'invalid-input': 'Correct it and try again; --help describes each value.',
  'too-large': 'Send less.',
  internal: "Look for the request in the server's log.",
  'source-unavailable': 'Try again later. How the sources are: paperdawn admin sources',
  unavailable: 'Try again in a moment. What is wrong: paperdawn admin health',
  unreachable: 'Start the server, or name another one with --server or PAPERDAWN_SERVER.',
  'not-paperdawn': 'Name the address of a Paperdawn server with --server or PAPERDAWN_SERVER.',
  timeout: 'Allow more with --timeout.',
  unexpected: 'Run it again with --verbose to see where it broke.',
}

interface Details {
  advice?: string
  requestId?: string
  fields?: Readonly<Record<string, string>>
  jobId?: string
  cause?: unknown
}

/** Anything that ends a command early. `message` says why, `advice` what to do. */
export class Failure extends Error {
  override readonly name = 'Failure'
  readonly code: string
  readonly exit: ExitCode
  readonly advice: string
  readonly requestId: string | undefined
  readonly fields: Readonly<Record<string, string>>
  readonly jobId: string | undefined

  constructor(code: ErrorCode | OwnCode, message: string, details: Details = {}) {
    super(message, { cause: details.cause })
    this.code = code
    // A newer server may know a code that is not ours.
    this.exit = exits[code] ?? EXIT.failure
    this.advice = details.advice ?? advices[code] ?? 'Try again.'
    this.requestId = details.requestId
    this.fields = details.fields ?? {}
    this.jobId = details.jobId
  }
}

/** The failure that the server's own words describe. */
export function toFailure({ error }: ErrorBody): Failure {
  const { job_id: jobId, retry_after: seconds } = error
  return new Failure(error.code as ErrorCode, error.message, {
    requestId: error.request_id,
    fields: error.fields,
    jobId,
    ...(jobId !== undefined && { advice: `Follow the one that runs: paperdawn admin jobs watch ${jobId}` }),
    ...(seconds !== undefined && { advice: `Try again in ${seconds} seconds.` }),
  })
}
