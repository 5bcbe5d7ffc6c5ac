/** Who an ID token speaks of, once its signature and claims are checked. */
export interface Identity {
  uid: string
  email: string
  email_verified: boolean
  name: string | null
  photo_url: string | null
  /** When the person signed in. */
  auth_time: Date
  issued_at: Date
  /** Firebase's name of the way they signed in: "google.com". */
  provider: string
}

export type Audience = 'terminal' | 'unsubscribe' | 'digest'

/** The product's own tokens. One for an audience is never accepted for another. */
export interface OwnTokens {
  sign(audience: Audience, subject: string, options: { seconds: number; session?: string }): Promise<string>
  /** Throws "unauthenticated". */
  verify(audience: Audience, token: string): Promise<{ subject: string; session?: string; issued_at: Date }>
}

export interface KeyState {
  /** When the keys in use were read; null before the first time. */
  fetched_at: Date | null
  /** Since when reading them fails; null while it works. */
  failing_since: Date | null
}

/** Firebase's ID tokens. */
export interface IdTokens {
  /** Throws "unauthenticated", or "unavailable" when the keys cannot be read. */
  verifyIdToken(token: string): Promise<Identity>
  /** State of the public keys of ID tokens; null with the emulator, whose tokens are unsigned. */
  keyState(): KeyState | null
}

export type Tokens = IdTokens & OwnTokens
