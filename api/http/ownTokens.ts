import { jwt } from '@elysiajs/jwt'
import { AppError } from '../platform/errors.ts'
import { isCanonical } from '../platform/identity/claims.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { Audience, OwnTokens } from '../platform/identity/verifiedIdentity.ts'

/** `iss` claim of the product's own tokens. Distinguishes them from Firebase's before verification. */
export const OWN_ISSUER = 'paperdawn'

/** Signs and verifies the product's own tokens (HS256). Each audience has its own key, so none is valid for another. */
export function createOwnTokens(secrets: Secrets): OwnTokens {
  const signerFor = (audience: Audience) =>
    jwt({ secret: secrets.deriveKey(`token:${audience}`), alg: 'HS256', iss: OWN_ISSUER, aud: audience }).decorator.jwt
  const signers = {
    terminal: signerFor('terminal'),
    unsubscribe: signerFor('unsubscribe'),
    digest: signerFor('digest'),
  }
  return {
    sign: (audience, subject, { seconds, session }) =>
      signers[audience].sign({ sub: subject, exp: `${seconds}s`, ...(session !== undefined && { sid: session }) }),
    async verify(audience, token) {
      const claims =
        isCanonical(token) &&
        (await signers[audience].verify(token, {
          algorithms: ['HS256'],
          issuer: OWN_ISSUER,
          audience,
          requiredClaims: ['exp', 'iat', 'sub'],
        }))
      if (!claims || claims.sub === undefined || claims.iat === undefined)
        throw new AppError('unauthenticated', 'This link or sign-in is not valid any more.')
      const session = 'sid' in claims && typeof claims['sid'] === 'string' ? claims['sid'] : undefined
      return { subject: claims.sub, session, issued_at: new Date(claims.iat * 1000) }
    },
  }
}
