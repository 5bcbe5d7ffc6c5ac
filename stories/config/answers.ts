import type { ErrorCode } from '#api/contract/errors.ts'
import { sampleUser } from '#tests/support/samples.ts'
import type { User } from '#api/contract/users.ts'
import type { Session, SessionState } from '#web/auth/session.ts'
import { createClient } from '#web/shared/client.ts'

/** What the API says in a story: method and path below /api -> the body, a failure, or no answer ever. */
export type Answers = Readonly<Record<string, unknown>>

/** An answer that never comes. */
export const never = Symbol('never')

/** An answer in the shape of the contract's failures. */
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
export const broken = new Failure('internal', 500, 'Something went wrong on our side.')

/** The API client of a story, over answers that stay in memory. What has none is "not-found". */
export const createStoryClient = (answers: Answers, session: Session) =>
  createClient(
    location.origin,
    session,
    Object.assign(async (input: RequestInfo | URL, init?: RequestInit) => answer(answers, new Request(input, init)), {
      preconnect() {},
    }),
  )

function answer(answers: Answers, { method, url }: Request): Promise<Response> | Response {
  const path = decodeURIComponent(new URL(url).pathname.replace('/api', ''))
  const body =
    answers[`${method} ${path}`] ?? new Failure('not-found', 404, `The story has no answer to ${method} ${path}.`)
  if (body === never) return new Promise(() => {})
  if (!(body instanceof Failure)) return Response.json(body)
  const { code, message, status } = body
  return Response.json({ error: { code, message, request_id: 'r-7f3a2c' } }, { status })
}

const stay = async () => {}

/** A session that stands still in `state`. */
export function createStorySession(state: SessionState): Session {
  return {
    state: () => state,
    subscribe: () => () => {},
    start() {},
    expectsUser: () => state.status === 'signed-in',
    token: async () => (state.status === 'signed-in' ? 'a token' : undefined),
    onRefused() {},
    signInWithGoogle: stay,
    signInWithRedirect: stay,
    signInAs: stay,
    signOut: stay,
    settle() {},
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
