/** The signed-in user as the identity provider reports it. */
export interface Identity {
  email: string
}

/** Whether two addresses are those of one user. The provider may keep capital letters, which the server folds. */
export const isSameEmail = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** A demo account, available in development mode. */
export interface DemoAccount {
  email: string
  name: string
  role: string
}

export const demoAccounts: readonly DemoAccount[] = [
  { email: 'reader@example.org', name: 'Ada Linde', role: 'Reader' },
  { email: 'second@example.org', name: 'Bela Moreau', role: 'Second reader' },
  { email: 'admin@paperdawn.test', name: 'Cleo Adeyemi', role: 'Administrator' },
]

/** The external service that authenticates users (Firebase). The only interface through which the web app calls it. */
export interface IdentityProvider {
  /** Calls `onChange` asynchronously with the current identity and after each change. Returns the unsubscribe call. */
  watch(onChange: (identity: Identity | null) => void): () => void
  /**
   * Returns the ID token, or undefined if no user is signed in, or another one than that with the address `email`.
   * Throws SignInError "unreachable".
   */
  token(refresh: boolean, email?: string): Promise<string | undefined>
  signInWithPopup(): Promise<void>
  /** Navigates away to the provider. `finishRedirect` returns the result after the next page load. */
  signInWithRedirect(): Promise<void>
  /** Returns true if this page load completes a redirect sign-in. Throws SignInError. */
  finishRedirect(): Promise<boolean>
  signInAs(account: DemoAccount): Promise<void>
  /** Lets the signed-in user sign in again in a popup; later tokens have its time. Throws SignInError "other-account". */
  signInAgain(): Promise<void>
  signOut(): Promise<void>
}

export type SignInProblem =
  | 'blocked'
  | 'closed'
  | 'offline'
  | 'unreachable'
  | 'disabled'
  | 'refused'
  | 'unverified'
  | 'unavailable'
  | 'other-account'

/** A failed sign-in. `code` is the cause; the sign-in page shows a sentence for each. */
export class SignInError extends Error {
  override readonly name = 'SignInError'
  readonly code: SignInProblem

  constructor(code: SignInProblem, options?: ErrorOptions) {
    super(`sign-in failed: ${code}`, options)
    this.code = code
  }
}
