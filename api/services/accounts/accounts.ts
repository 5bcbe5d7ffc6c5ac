import { BUDGET_DEFAULT, DORMANT_DAYS, PLAN_MINUTES_DEFAULT, type TokenScope } from '../../contract/limits.ts'
import type { User, UserChanges } from '../../contract/users.ts'
import { isAdmin } from '../../platform/identity/adminRule.ts'
import { DAY_MS, endOfSecond, now } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import { AppError, invalidField } from '../../platform/errors.ts'
import type { Identity } from '../../platform/identity/verifiedIdentity.ts'
import { findUnknownCategories } from '../../store/papers/categories.ts'
import { removeFeeds } from '../../store/readers/feedKeys.ts'
import { removePersonalTokens } from '../../store/readers/personalTokens.ts'
import { findSession, recordSessionUse, revokeSessions } from '../../store/readers/sessions.ts'
import { revokeTokens } from '../../store/readers/userAccess.ts'
import {
  changeUser,
  findUser,
  findAccount,
  findUserByUid,
  saveIdentity,
  recordSeen,
  TOUCH_MS,
  type UserRecord,
} from '../../store/readers/users.ts'
import { checkIdle } from './idleBrowsers.ts'
import { cleanInterests } from './cleanInterests.ts'
import type { Product } from '../product.ts'

/** An authenticated user. */
export interface Caller {
  user: UserRecord
  admin: boolean
  /**
   * Time of the sign-in in the browser. Null for a terminal: a browser approved it, whose own sign-in may be older.
   */
  signedInAt: Date | null
  /** Id of the terminal session of the request; absent in the browser. */
  session?: string
  /** The personal token of the request; absent for a sign-in, which may use every route of the role. */
  personalToken?: { id: string; scopes: readonly TokenScope[] }
}

const SIGNED_OUT = 'You were signed out. Please sign in again.'
const DISABLED = 'This account is switched off. An admin of this site can switch it on again.'

/**
 * Returns the account of an ID token. Creates it on the first call and updates it on later ones.
 * Throws "unauthenticated", "unused-too-long", "forbidden" (disabled), "invalid-input" (unknown categories), "conflict", "unavailable".
 */
export async function exchangeToken(
  { config, tokens }: Pick<Product, 'config' | 'tokens'>,
  { id_token, category_ids = [] }: { id_token: string; category_ids?: string[] },
): Promise<User> {
  const identity = await tokens.verifyIdToken(id_token)
  const existing = await findAccount(identity)
  if (existing !== null) {
    checkAccess(existing, identity.auth_time)
    checkOwner(existing, identity)
    await checkIdle(config, existing, identity.auth_time)
  }
  await checkCategories(category_ids, existing?._id ?? null)
  const { user } = await saveIdentity(identity, { category_ids })
  return toUser(user, config)
}

/**
 * Returns the user of an ID token and records the use of its browser. Throws "unauthenticated" (invalid, or signed out
 * since), "unused-too-long", "forbidden" (disabled), "not-found" if the identity has no account yet.
 */
export async function findCaller(
  { config, tokens }: Pick<Product, 'config' | 'tokens'>,
  idToken: string,
): Promise<Caller> {
  const identity = await tokens.verifyIdToken(idToken)
  const found = await findUserByUid(identity.uid)
  if (found === null) throw new AppError('not-found', 'This sign-in has no account yet.')
  checkAccess(found, identity.auth_time)
  await checkIdle(config, found, identity.auth_time)
  const user = isIdentityChanged(identity, found) ? (await saveIdentity(identity)).user : found
  // Both the token and the stored user must be an admin, because either may be older than the other.
  const admin = isAdmin(identity, config) && isAdmin(user, config)
  return { user, admin, signedInAt: identity.auth_time }
}

/**
 * Returns a terminal token's user and records its use from `ipAddress`. Throws "unauthenticated" (invalid, expired,
 * revoked), "forbidden" (disabled).
 */
export async function findTerminalCaller(
  { config, tokens }: Pick<Product, 'config' | 'tokens'>,
  token: string,
  ipAddress: string | null,
): Promise<Caller> {
  const { subject, session } = await tokens.verify('terminal', token)
  const [open, user] = await Promise.all([findSession(session ?? '', new Date()), findUser(subject)])
  if (open === null || user === null || open.user_id !== user._id) throw new AppError('unauthenticated', SIGNED_OUT)
  checkAccess(user, open.created_at)
  await recordSessionUse(open._id, ipAddress ?? open.ip_address, new Date())
  return { user, admin: isAdmin(user, config), signedInAt: null, session }
}

/**
 * Stores when the user was last active, at most once a minute. Called when the user opens the product and for every
 * request that may change data; other reads, such as a search, store nothing.
 */
export async function recordVisit({ _id, last_seen_at }: UserRecord): Promise<void> {
  const at = now()
  const isStored = last_seen_at != null && last_seen_at.getTime() > at.getTime() - TOUCH_MS
  if (!isStored) await recordSeen(_id, at)
}

/**
 * Changes the reader's own profile. Throws "invalid-input" for an unknown category or time zone, an empty name, or a
 * keyword, author or mute that `cleanInterests` refuses; and "forbidden" for alarms of who is no admin.
 */
export async function changeProfile(
  { config }: Pick<Product, 'config'>,
  user: UserRecord,
  changes: UserChanges,
): Promise<User> {
  const { category_ids, preferences, name, interests } = changes
  if (preferences?.alarms && !isAdmin(user, config))
    throw new AppError('forbidden', 'Alarms are for admins of this site only.')
  if (category_ids !== undefined) await checkCategories(category_ids, user._id)
  const zone = preferences?.digest?.time_zone
  if (zone !== undefined && !isTimeZone(zone))
    throw invalidField('preferences.digest.time_zone', `There is no time zone "${zone}".`)
  if (name !== undefined && name.trim() === '') throw invalidField('name', 'The field "name" must not be empty.')
  const cleaned = {
    ...changes,
    ...(name !== undefined && { name: name.trim() }),
    ...(interests !== undefined && { interests: cleanInterests(interests, user.interests) }),
  }
  return toUser(await changeUser(user._id, cleaned), config)
}

/**
 * Ends all sign-ins made before now, in browsers and in terminals, all personal tokens, and the secret address of the
 * feed. Resolves when a new sign-in counts again, up to a
 * second later.
 */
export async function signOutEverywhere(user: UserRecord): Promise<void> {
  const at = new Date()
  await Promise.all([
    revokeTokens(user._id, at),
    revokeSessions(user._id, at),
    removePersonalTokens(user._id, at),
    removeFeeds(user._id),
  ])
  await endOfSecond(at)
}

/** Returns the account in the shape of the API for its owner. */
export function toUser(record: UserRecord, config: Config): User {
  const { alarms, ...preferences } = record.preferences
  const is_admin = isAdmin(record, config)
  return {
    id: record._id,
    name: record.name,
    email: record.email,
    photo_url: record.photo_url ?? null,
    is_admin,
    category_ids: record.category_ids,
    preferences: {
      ...preferences,
      ...(is_admin && { alarms: alarms === true }),
      digest: { ...preferences.digest, by_interest: preferences.digest.by_interest ?? false },
      review: { weekday: preferences.review?.weekday ?? null },
      reading: {
        ...preferences.reading,
        budget: preferences.reading.budget ?? BUDGET_DEFAULT,
        plan_minutes: preferences.reading.plan_minutes ?? PLAN_MINUTES_DEFAULT,
      },
    },
    interests: record.interests,
    created_at: record.created_at.toISOString(),
    onboarded: record.category_ids.length > 0,
  }
}

/** Throws "forbidden" for a disabled user, and "unauthenticated" if sign-ins of that time have ended. */
export function checkAccess(user: UserRecord, signedInAt: Date): void {
  if (user.disabled) throw new AppError('forbidden', DISABLED)
  if (!mayUse(user, signedInAt)) throw new AppError('unauthenticated', SIGNED_OUT)
}

/** Whether the account was not used for `DORMANT_DAYS`. */
export const isDormant = (user: UserRecord): boolean =>
  now().getTime() - lastUseOf(user).getTime() > DORMANT_DAYS * DAY_MS

/** Whether an admin has allowed a new sign-in with the address of the account. */
export const mayBeTakenOver = ({ new_sign_in_until: until }: UserRecord): boolean => until != null && until > now()

const lastUseOf = ({ last_seen_at, identity_at }: UserRecord) =>
  last_seen_at && last_seen_at > identity_at ? last_seen_at : identity_at

/**
 * A verified address may have been given to another person since, as universities do. Throws "forbidden" when a sign-in
 * with a new uid would take over an account that was not used for a long time, unless an admin has allowed it.
 */
function checkOwner(user: UserRecord, { uid }: Identity): void {
  if (user.firebase_uid === uid || mayBeTakenOver(user) || !isDormant(user)) return
  throw new AppError(
    'forbidden',
    `An account with this address was last used on ${lastUseOf(user).toISOString().slice(0, 10)}, and this sign-in is ` +
      'a new one. Sign in the way you did then, or ask an admin of this site to allow the new sign-in.',
  )
}

/** Whether a sign-in at `signedInAt` still counts. Token times are whole seconds: in case of doubt it does not. */
export const mayUse = ({ disabled, tokens_valid_after: after }: UserRecord, signedInAt: Date): boolean =>
  !disabled && (!after || signedInAt > after)

const isIdentityChanged = (identity: Identity, user: UserRecord) =>
  identity.issued_at >= user.identity_at &&
  (identity.email !== user.email ||
    identity.email_verified !== user.email_verified ||
    identity.provider !== user.provider)

async function checkCategories(ids: readonly string[], userId: string | null): Promise<void> {
  if (ids.length === 0) return
  const unknown = await findUnknownCategories([...ids], userId)
  if (unknown.length === 0) return
  throw invalidField('category_ids', `There is no category ${unknown.map((id) => `"${id}"`).join(', ')}.`)
}

function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).format(0) !== ''
  } catch {
    // Intl reports an unknown time zone only by throwing.
    return false
  }
}
