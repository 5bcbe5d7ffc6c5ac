/** Who the identity provider says is here. */
export interface Identity {
  email: string
}

/** A seeded account of development mode. */
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

/** The outside service that knows who is here. The page speaks to it through this alone. */
export interface IdentityProvider {
  /** Calls back with the present identity soon, and on each change. Returns the way to stop. */
  watch(onChange: (identity: Identity | null) => void): () => void
  /** The ID token, or undefined when nobody is signed in. Throws SignInError "unreachable". */
  token(refresh: boolean): Promise<string | undefined>
  signInWithPopup(): Promise<void>
  /** Leaves the page; `finishRedirect` says on the next load how it went. */
  signInWithRedirect(): Promise<void>
  /** True when a redirect sign-in has just come back. Throws SignInError. */
  finishRedirect(): Promise<boolean>
  signInAs(account: DemoAccount): Promise<void>
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

/** A sign-in that did not happen. `code` says why; the page has a sentence for each. */
export class SignInError extends Error {
  override readonly name = 'SignInError'
  readonly code: SignInProblem

  constructor(code: SignInProblem, options?: ErrorOptions) {
    super(`sign-in failed: ${code}`, options)
    this.code = code
  }
}
