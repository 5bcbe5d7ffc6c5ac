import type { Config } from '../config.ts'
import { createEmulatorVerifier } from './emulatorTokens.ts'
import { createIdTokenVerifier } from './idTokens.ts'
import type { OwnTokens, Tokens } from './verifiedIdentity.ts'

/** Firebase's tokens as `config` asks, and `own`. */
export function createTokens(config: Config, own: OwnTokens): Tokens {
  const unsigned = config.embedded.identity || config.firebase.emulatorHost !== undefined
  const firebase = unsigned ? createEmulatorVerifier(config) : createIdTokenVerifier(config)
  return { ...own, ...firebase }
}
