import { TOKEN_DAYS_MAX, TOKENS_MAX, type TokenScope } from '../../contract/limits.ts'
import type { MadePersonalToken, NewPersonalToken, PersonalToken } from '../../contract/tokens.ts'
import { DAY_MS } from '../../platform/clock.ts'
import { AppError, invalidField } from '../../platform/errors.ts'
import { isAdmin } from '../../platform/identity/adminRule.ts'
import { hashOfToken, isWellFormed, makePersonalToken } from '../../platform/identity/personalTokens.ts'
import { log } from '../../platform/log.ts'
import {
  findPersonalToken,
  findPersonalTokens,
  insertPersonalToken,
  recordPersonalTokenUse,
  removePersonalToken,
  removePersonalTokens,
  type PersonalTokenRecord,
} from '../../store/readers/personalTokens.ts'
import { findUser, type UserRecord } from '../../store/readers/users.ts'
import type { Product } from '../product.ts'
import { checkAccess, type Caller } from './accounts.ts'
import { recordAdminAction } from './audit.ts'

const isAdminScope = (scope: TokenScope) => scope.startsWith('admin:')
/** Of the last time when all sign-ins of the user ended; tokens made before have ended with them. */
const validAfter = ({ tokens_valid_after }: UserRecord) => tokens_valid_after ?? new Date(0)

/** The user's personal tokens, the newest first. Expired ones are listed until the database deletes them. */
export async function listTokens(user: UserRecord): Promise<{ items: PersonalToken[]; total: number }> {
  const items = (await findPersonalTokens(user._id, validAfter(user))).map(toToken)
  return { items, total: items.length }
}

/**
 * Makes a personal token. Only this result contains it. Throws "forbidden" for scopes of admins without that role,
 * "invalid-input" for an end that is past or too far away and for an empty name, "conflict" when the user has as many as
 * are allowed. Tokens expire by the system clock, as sign-ins do.
 */
export async function makeToken(
  { user, admin }: Pick<Caller, 'user' | 'admin'>,
  { name, scopes, expires_at }: NewPersonalToken,
): Promise<MadePersonalToken> {
  const createdAt = new Date()
  const refused = admin ? undefined : scopes.find(isAdminScope)
  if (refused !== undefined) throw new AppError('forbidden', `The scope ${refused} is for admins of this site only.`)
  if (name.trim() === '') throw invalidField('name', 'The field "name" must not be empty.')
  const expiresAt = expires_at === null ? null : new Date(expires_at)
  checkEnd(expiresAt, createdAt)
  const token = makePersonalToken()
  const record = {
    _id: crypto.randomUUID(),
    user_id: user._id,
    name: name.trim(),
    hash: hashOfToken(token),
    scopes,
    created_at: createdAt,
    expires_at: expiresAt,
  }
  await removePersonalTokens(user._id, validAfter(user))
  if (!(await insertPersonalToken(record, TOKENS_MAX)))
    throw new AppError('conflict', `You have ${TOKENS_MAX} tokens, as many as are allowed. Revoke one first.`)
  const end = expiresAt === null ? 'without an end' : `until ${expiresAt.toISOString()}`
  // The name is the user's own text and stays out of the log of the site.
  const details = `Made a personal token for ${scopes.join(', ')}, ${end}.`
  await recordAdminAction(user, { action: 'token-made', target: record._id, details })
  return { ...toToken({ ...record, last_used_at: null, network: null }), token }
}

function checkEnd(end: Date | null, at: Date): void {
  if (end === null) return
  if (end <= at) throw invalidField('expires_at', 'The end of the token must be in the future.')
  if (end.getTime() > at.getTime() + TOKEN_DAYS_MAX * DAY_MS)
    throw invalidField('expires_at', `The token must end within ${TOKEN_DAYS_MAX} days, or have no end.`)
}

/** Revokes a token of the user: it is refused from the next call on. Throws "not-found". */
export async function revokeToken(user: UserRecord, id: string): Promise<void> {
  const removed = await removePersonalToken(user._id, id)
  if (removed === null) throw new AppError('not-found', 'There is no such token, or it was revoked before.')
  const details = `Revoked a personal token for ${removed.scopes.join(', ')}.`
  await recordAdminAction(user, { action: 'token-revoked', target: id, details })
}

/**
 * Returns the user of a personal token, and records its use from `network` without waiting. The token and the account
 * are read each time, so that an end takes effect with the next call, in every process. Throws "unauthenticated"
 * (mistyped, unknown, revoked, ended, or signed out everywhere since) and "forbidden" (disabled).
 */
export async function findTokenCaller(
  { config }: Pick<Product, 'config'>,
  token: string,
  network: string | null,
): Promise<Caller> {
  if (!isWellFormed(token)) throw new AppError('unauthenticated', 'This token is mistyped or cut off.')
  const found = await findPersonalToken(hashOfToken(token))
  const user = found && (await findUser(found.user_id))
  if (!user) throw new AppError('unauthenticated', 'This token is not known here. It may have been revoked.')
  const at = new Date()
  if (found.expires_at !== null && found.expires_at <= at)
    throw new AppError('unauthenticated', `This token ended on ${found.expires_at.toISOString().slice(0, 10)}.`)
  checkAccess(user, found.created_at)
  recordPersonalTokenUse(found, network ?? 'this machine', at).catch((error: unknown) => {
    // Recovered: only the time of the last use is older than it could be.
    log.warn({ error, token_id: found._id }, 'the use of a personal token could not be recorded')
  })
  return {
    user,
    admin: isAdmin(user, config),
    signedInAt: null,
    personalToken: { id: found._id, scopes: found.scopes },
  }
}

/** Throws "forbidden" for a token without the scope. */
export function requireTokenScope(scopes: readonly TokenScope[], scope: TokenScope): void {
  if (!scopes.includes(scope))
    throw new AppError('forbidden', `This token lacks the scope ${scope}. Make one that has it in your profile.`)
}

const toToken = ({
  _id,
  name,
  scopes,
  created_at,
  expires_at,
  last_used_at,
  network,
}: Omit<PersonalTokenRecord, 'hash' | 'slot'>): PersonalToken => ({
  id: _id,
  name,
  scopes,
  created_at: created_at.toISOString(),
  expires_at: expires_at?.toISOString() ?? null,
  last_used_at: last_used_at?.toISOString() ?? null,
  network,
})
