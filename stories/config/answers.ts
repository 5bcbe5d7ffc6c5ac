import type { ErrorCode } from '#api/contract/errors.ts'
import { sampleUser } from '#tests/support/samples.ts'
import type { User } from '#api/contract/users.ts'
import type { Session } from '#web/auth/session.ts'
import type { SessionState } from '#web/auth/sessionState.ts'
import { createClient } from '#web/shared/client.ts'

/**
 * Responses of the API in a story: method and path below /api -> response body, `Failure`, `never`, or a function from
 * the request's body to one of these.
 */
export type Answers = Readonly<Record<string, unknown>>

/** A response that never arrives. */
export const never = Symbol('never')

/** An error response. */
export class Failure {
  readonly code: ErrorCode
  readonly message: string
  readonly status: number

  constructor(code: ErrorCode, status: number, message: string) {
    this.code = code
    this.status = status
    this.message = message
  }
}
export const serverError = new Failure('internal', 500, 'Something went wrong on our side.')

/** Returns the API client of a story. Calls without an entry in `answers` fail with `not-found`. */
export const createStoryClient = (answers: Answers, session: Session) =>
  createClient(
    location.origin,
    session,
    Object.assign(async (input: RequestInfo | URL, init?: RequestInit) => respond(answers, new Request(input, init)), {
      preconnect() {},
    }),
  )

async function respond(answers: Answers, request: Request): Promise<Response> {
  const { method, url } = request
  // Ids are encoded twice: by the caller, and as a part of the path.
  const path = decodeURIComponent(decodeURIComponent(new URL(url).pathname.replace('/api', '')))
  const answer = answers[`${method} ${path}`]
  const body =
    (typeof answer === 'function' ? answer(await request.json()) : answer) ??
    new Failure('not-found', 404, `The story has no response for ${method} ${path}.`)
  if (body === never) return new Promise(() => {})
  if (!(body instanceof Failure)) return Response.json(body)
  const { code, message, status } = body
  return Response.json({ error: { code, message, request_id: 'r-7f3a2c' } }, { status })
}

const doNothing = async () => {}

/** Returns a session whose state is always `state`. */
export function createStorySession(state: SessionState): Session {
  return {
    state: () => state,
    subscribe: () => () => {},
    start() {},
    connect() {},
    wasSignedIn: () => state.status === 'signed-in',
    token: async () => (state.status === 'signed-in' ? 'a token' : undefined),
    onRefused() {},
    signInWithGoogle: doNothing,
    signInWithRedirect: doNothing,
    signInAs: doNothing,
    signInAgain: doNothing,
    signOut: doNothing,
    clearSignOutReason() {},
    follow() {},
  }
}

export const signedInAs = (user: User): SessionState => ({ status: 'signed-in', identity: { email: user.email }, user })

export const admin: User = {
  ...sampleUser,
  id: 'user-3',
  name: 'Cleo Adeyemi',
  email: 'admin@paperdawn.test',
  is_admin: true,
}
