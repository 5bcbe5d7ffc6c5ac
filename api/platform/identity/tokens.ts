import type { Config } from '../config.ts'
import { createEmulatorVerifier } from './emulatorTokens.ts'
import { createIdTokenVerifier } from './idTokens.ts'

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

export interface Tokens extends OwnTokens {
  /** Throws "unauthenticated", or "unavailable" when the keys cannot be had. */
  verifyIdToken(token: string): Promise<Identity>
  /** How the public keys of ID tokens are; null with the emulator, whose tokens are unsigned. */
  keyState(): KeyState | null
}

/** Firebase's tokens as `config` asks, and `own`. */
export function createTokens(config: Config, own: OwnTokens): Tokens {
  const unsigned = config.embedded.identity || config.firebase.emulatorHost !== undefined
  const firebase = unsigned ? createEmulatorVerifier(config) : createIdTokenVerifier(config)
  return { ...own, ...firebase }
}
