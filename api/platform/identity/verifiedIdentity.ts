/** The user of an ID token whose signature and claims were verified. */
export interface Identity {
  uid: string
  email: string
  email_verified: boolean
  name: string | null
  photo_url: string | null
  /** Time of the sign-in. */
  auth_time: Date
  issued_at: Date
  /** Firebase's sign-in provider, for example "google.com". */
  provider: string
}

export type Audience = 'terminal' | 'unsubscribe' | 'digest'

/** The product's own tokens. A token for one audience is never accepted for another. */
export interface OwnTokens {
  sign(audience: Audience, subject: string, options: { seconds: number; session?: string }): Promise<string>
  /** Throws "unauthenticated" for a token that is invalid, expired or for another audience. */
  verify(audience: Audience, token: string): Promise<{ subject: string; session?: string; issued_at: Date }>
}

export interface KeyState {
  /** Time of the last successful fetch of the keys; null before the first one. */
  fetched_at: Date | null
  /** Time since when fetching fails; null if the last fetch succeeded. */
  failing_since: Date | null
}

/** Verifier of Firebase ID tokens. */
export interface IdTokens {
  /** Throws "unauthenticated", or "unavailable" if the keys cannot be fetched. */
  verifyIdToken(token: string): Promise<Identity>
  /** Returns the state of the public keys; null with the emulator, whose tokens are unsigned. */
  keyState(): KeyState | null
}

export type Tokens = IdTokens & OwnTokens
