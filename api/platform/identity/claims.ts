import type { JWTPayload } from 'jose'
import { UNPRINTABLE } from '../../contract/limits.ts'
import { AppError } from '../errors.ts'
import type { Identity } from './verifiedIdentity.ts'

/** Accepted clock difference between the token issuer and this server. */
export const LEEWAY_SECONDS = 60
const TOKEN_MAX_BYTES = 8 * 1024
const SUBJECT_MAX = 128
const ADDRESS_MAX = 254

export const issuerOf = (projectId: string): string => `https://securetoken.google.com/${projectId}`

/** Error for every token that is not accepted. Its message does not reveal the reason, which is only in `cause`. */
export const invalidToken = (cause?: unknown): AppError =>
  new AppError('unauthenticated', 'Your sign-in is not valid any more. Please sign in again.', { cause })

/** Whether each part is base64url as RFC 4648 section 3.5 writes it. Otherwise several texts would be the same token. */
export const isCanonical = (token: string): boolean =>
  token.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part)

/**
 * Throws "unauthenticated" for a token that is too long, does not have three parts, is encoded in another way, or has a
 * duplicate JSON key.
 */
export function checkShape(token: string): void {
  const parts = token.split('.')
  if (token.length > TOKEN_MAX_BYTES || parts.length !== 3 || !isCanonical(token))
    throw invalidToken(new Error('not a token'))
  for (const part of parts.slice(0, 2)) {
    const json = Buffer.from(part, 'base64url').toString('utf8')
    let value: unknown
    try {
      value = JSON.parse(json)
    } catch (cause) {
      throw invalidToken(cause)
    }
    if (countKeys(value) !== countKeysInText(json)) throw invalidToken(new Error('duplicate key'))
  }
}

/**
 * Returns the identity in the payload of a Firebase ID token. Throws "unauthenticated" for invalid claims.
 * Rules: Firebase, "Verify ID tokens using a third-party JWT library". Issuer, expiry and signature are checked before.
 */
export function toIdentity(claims: JWTPayload, projectId: string): Identity {
  const { aud, sub, iat, email } = claims
  const authTime = claims['auth_time']
  const latest = Date.now() / 1000 + LEEWAY_SECONDS
  const isPast = (seconds: unknown): seconds is number =>
    typeof seconds === 'number' && seconds > 0 && seconds <= latest
  if (aud !== projectId) throw invalidToken(new Error('aud'))
  if (typeof sub !== 'string' || sub.length === 0 || sub.length > SUBJECT_MAX) throw invalidToken(new Error('sub'))
  if (!isPast(iat)) throw invalidToken(new Error('iat'))
  if (!isPast(authTime)) throw invalidToken(new Error('auth_time'))
  if (typeof email !== 'string' || email.length === 0 || email.length > ADDRESS_MAX)
    throw new AppError('unauthenticated', 'This account has no e-mail address. Please sign in with one that has.')
  return {
    uid: sub,
    email: foldAscii(email),
    email_verified: claims['email_verified'] === true,
    name: textOr(claims['name']),
    photo_url: httpsOr(claims['picture']),
    auth_time: new Date(authTime * 1000),
    issued_at: new Date(iat * 1000),
    provider: providerOf(claims['firebase']),
  }
}

/** Lower case of ASCII letters only: `toLowerCase` turns some other characters into ASCII letters. */
const foldAscii = (text: string) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

function providerOf(firebase: unknown): string {
  if (typeof firebase !== 'object' || firebase === null || !('sign_in_provider' in firebase)) return 'unknown'
  return textOr(firebase.sign_in_provider) ?? 'unknown'
}

const NAME_MAX = 120
/** A name of another service may have some. */
const UNPRINTABLE_ONES = new RegExp(`[${UNPRINTABLE}]+`, 'g')

function textOr(value: unknown): string | null {
  if (typeof value !== 'string') return null
  return value.replace(UNPRINTABLE_ONES, ' ').trim().slice(0, NAME_MAX) || null
}

const httpsOr = (value: unknown) =>
  typeof value === 'string' && value.startsWith('https://') && URL.canParse(value) ? value : null

function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const own = Array.isArray(value) ? 0 : Object.keys(value).length
  return Object.values(value).reduce<number>((sum, inner) => sum + countKeys(inner), own)
}

/** In valid JSON a string is a key if and only if a colon follows it. */
function countKeysInText(json: string): number {
  return [...json.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/gs)].filter(([, colon]) => colon !== undefined).length
}
