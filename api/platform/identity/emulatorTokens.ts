import { UnsecuredJWT } from 'jose'
import { checkShape, issuerOf, LEEWAY_SECONDS, invalidToken, toIdentity } from './claims.ts'
import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'
import type { IdTokens } from './verifiedIdentity.ts'

/**
 * Verifies the unsigned tokens of the Firebase Auth emulator by the same rules, except the signature.
 * Throws "internal" in production or for a project that is not a demo project, because unsigned tokens can be forged.
 */
export function createEmulatorVerifier(config: Config): IdTokens {
  const { projectId } = config.firebase
  if (config.production || !projectId.startsWith('demo-'))
    throw new AppError('internal', 'Tokens of the emulator are accepted for demo projects in development only.')
  return {
    keyState: () => null,
    async verifyIdToken(token) {
      checkShape(token)
      try {
        // Refuses every algorithm but "none".
        const { payload } = UnsecuredJWT.decode(token, {
          issuer: issuerOf(projectId),
          audience: projectId,
          clockTolerance: LEEWAY_SECONDS,
        })
        if (payload.exp === undefined) throw new Error('exp')
        return toIdentity(payload, projectId)
      } catch (cause) {
        throw cause instanceof AppError ? cause : invalidToken(cause)
      }
    },
  }
}
