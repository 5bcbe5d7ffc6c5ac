import { ApiError } from '../shared/client.ts'
import type { SignInError, SignInProblem } from './identity.ts'

/** Whether the sign-in can succeed later without anyone doing something. */
export const isConnectionProblem = ({ code }: SignInError): boolean =>
  ['unreachable', 'unavailable', 'offline'].includes(code)

/** Why the server did not accept a sign-in at the provider. */
export function problemOf(cause: unknown): SignInProblem {
  if (!(cause instanceof ApiError)) return 'unavailable'
  if (cause.code === 'unauthenticated') return 'refused'
  if (cause.code === 'forbidden') return 'disabled'
  return navigator.onLine ? 'unavailable' : 'offline'
}
