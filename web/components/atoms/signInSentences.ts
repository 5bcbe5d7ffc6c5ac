import type { SignInProblem } from '../../auth/identity.ts'

/** What the user reads about each problem. */
export const signInSentences: Record<SignInProblem, string> = {
  blocked: 'Your browser blocked the sign-in window. Allow it and try again, or sign in without a window.',
  closed: 'The window was closed before anyone signed in.',
  offline: 'You are offline. Signing in needs a connection.',
  unreachable: 'Google does not answer. Check the connection and try again.',
  disabled: 'This account is disabled. Ask the people who run this site.',
  refused: 'The sign-in was refused. Try again. If it is refused again, ask the people who run this site.',
  unverified: 'The e-mail address of this account is not verified. Verify it with Google and try again.',
  unavailable: 'The sign-in service does not answer. This page retries every few seconds.',
  'other-account': 'That was another account. Choose the one that you are signed in with.',
}

/** Why the last session ended, and what to do, by the `reason` in the address of the sign-in page. */
export const endSentences: ReadonlyMap<string, string> = new Map([
  ['expired', 'You were signed out. Sign in to continue where you were.'],
  ['undone', 'You were signed out, so what you did last was not done. Sign in to continue where you were.'],
  ['elsewhere', 'You were signed out in another window of this browser. Sign in to continue where you were.'],
  [
    'unused',
    'You were signed out because this browser was not used for a long time. Sign in to continue where you were. What this browser kept for you and was not sent yet is still there.',
  ],
  ['erased', 'Your account and everything kept about you were erased. Signing in again makes a new, empty account.'],
])
