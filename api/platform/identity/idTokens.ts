import { jwtVerify, type JWTHeaderParameters } from 'jose'
import { checkShape, issuerOf, LEEWAY_SECONDS, invalidToken, toIdentity } from './claims.ts'
import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'
import { createKeySet } from './keySet.ts'
import type { IdTokens } from './verifiedIdentity.ts'

/** JWT headers that let the sender choose the key, or that require extensions. */
const FORBIDDEN_HEADERS = ['crit', 'jku', 'jwk', 'x5u', 'x5c', 'b64']

/** Verifies Firebase ID tokens with Google's published keys. Accepts only RS256. */
export function createIdTokenVerifier(config: Config): IdTokens {
  const { projectId, keysUrl } = config.firebase
  const keys = createKeySet(keysUrl)
  const findKey = (header: JWTHeaderParameters) => {
    if (FORBIDDEN_HEADERS.some((name) => name in header)) throw invalidToken(new Error('header'))
    if (typeof header.kid !== 'string') throw invalidToken(new Error('kid'))
    return keys.find(header)
  }
  return {
    keyState: keys.state,
    async verifyIdToken(token) {
      checkShape(token)
      try {
        const { payload } = await jwtVerify(token, findKey, {
          algorithms: ['RS256'],
          issuer: issuerOf(projectId),
          audience: projectId,
          requiredClaims: ['exp', 'iat', 'sub', 'auth_time'],
          clockTolerance: LEEWAY_SECONDS,
        })
        return toIdentity(payload, projectId)
      } catch (cause) {
        throw cause instanceof AppError ? cause : invalidToken(cause)
      }
    },
  }
}
