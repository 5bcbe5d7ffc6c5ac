import type { Config } from '../config.ts'
import { createEmulatorVerifier } from './emulatorTokens.ts'
import { createIdTokenVerifier } from './idTokens.ts'
import type { OwnTokens, Tokens } from './verifiedIdentity.ts'

/** Combines `own` with the Firebase verifier that `config` selects: emulator or Google's keys. */
export function createTokens(config: Config, own: OwnTokens): Tokens {
  const unsigned = config.embedded.identity || config.firebase.emulatorHost !== undefined
  const firebase = unsigned ? createEmulatorVerifier(config) : createIdTokenVerifier(config)
  return { ...own, ...firebase }
}
