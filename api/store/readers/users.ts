import { BUDGET_DEFAULT, CATEGORIES_MAX, PLAN_MINUTES_DEFAULT, TOTAL_EXACT_MAX } from '../../contract/limits.ts'
import type { Preferences, UserChanges } from '../../contract/users.ts'
import { escapePattern, flatten } from '../databaseValues.ts'
import { now } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import type { Identity } from '../../platform/identity/verifiedIdentity.ts'
import { isDuplicate } from '../duplicateKeys.ts'
import { findErasedAt } from './erasures.ts'
import { revokeTokens } from './userAccess.ts'
import { Users, type UserRecord } from './userModel.ts'

export type { UserRecord } from './userModel.ts'

/** A reader who comes back after this long starts a new visit. */
export const VISIT_PAUSE_MS = 30 * 60_000
export const TOUCH_MS = 60_000

/** Preferences of a new user. The digest is off until the user enables it. */
export const defaultPreferences = (): Preferences => ({
  digest: {
    enabled: false,
    hour: 7,
    time_zone: 'UTC',
    weekdays: [1, 2, 3, 4, 5],
    max_papers: 20,
    skip_empty: true,
    by_interest: false,
  },
  review: { weekday: null },
  reading: {
    density: 'comfortable',
    abstract_lines: 5,
    open: 'abs',
    budget: { ...BUDGET_DEFAULT },
    plan_minutes: PLAN_MINUTES_DEFAULT,
  },
  shortcuts: true,
  streak_visible: true,
})

export const findUser = (id: string): Promise<UserRecord | null> => Users.findById(id).lean().exec()

/** Returns the users with these ids, in this order; null for one that does not exist. */
export async function findUsersById(ids: readonly string[]): Promise<(UserRecord | null)[]> {
  const users = new Map((await Users.find({ _id: { $in: ids } }).lean()).map((user) => [user._id, user]))
  return ids.map((id) => users.get(id) ?? null)
}

/** Without mongoose, which takes as long again as the driver: each request of a browser reads its user. */
export const findUserByUid = (uid: string): Promise<UserRecord | null> =>
  Users.collection.findOne<UserRecord>({ firebase_uid: uid })

/** The account of the identity: the one with its uid, else the one that has proven the same address. */
export async function findAccount({ uid, email, email_verified }: Identity): Promise<UserRecord | null> {
  const own = await findUserByUid(uid)
  return own ?? (email_verified ? Users.findOne({ email, email_verified: true }).lean() : null)
}

/**
 * Gives the account with the verified address of `identity` to its uid, which is not the uid of an account: Firebase gave
 * the owner of the address a new one. Only a sign-in after the last one with the former uid can, so that it cannot take
 * the account back; all sign-ins before this one end.
 */
async function takeAccountOver({ uid, email, email_verified, auth_time }: Identity): Promise<void> {
  if (!email_verified || (await findUserByUid(uid)) !== null) return
  await Users.updateOne(
    { email, email_verified: true, disabled: false, identity_at: { $lt: auth_time } },
    {
      firebase_uid: uid,
      identity_at: auth_time,
      tokens_valid_after: new Date(auth_time.getTime() - 1),
      new_sign_in_until: null,
    },
  )
}

/**
 * Creates the account of `identity` at its first sign-in. Later updates it, unless a newer token has already done so.
 * `category_ids` is stored only while the account has none. Throws "conflict" when another account has the address, and
 * "unauthenticated" for a sign-in from before the erasure of its account.
 */
export async function saveIdentity(
  identity: Identity,
  options: { category_ids?: readonly string[] } = {},
): Promise<{ user: UserRecord; created: boolean }> {
  try {
    await takeAccountOver(identity)
    const { lastErrorObject } = await Users.findOneAndUpdate(
      { firebase_uid: identity.uid },
      { $setOnInsert: newUser(identity) },
      { upsert: true, includeResultMetadata: true },
    )
    const { email, email_verified, provider, issued_at, photo_url } = identity
    await Users.updateOne(
      { firebase_uid: identity.uid, identity_at: { $lte: issued_at } },
      { email, email_verified, provider, identity_at: issued_at, photo_url },
    )
    if (identity.name !== null)
      await Users.updateOne({ firebase_uid: identity.uid, name_chosen: false }, { name: identity.name })
    if (options.category_ids?.length)
      await Users.updateOne({ firebase_uid: identity.uid, category_ids: [] }, { category_ids: options.category_ids })
    const user = await findUserByUid(identity.uid)
    if (user === null) throw new AppError('not-found', 'The account was removed in the meantime.')
    const created = lastErrorObject?.['updatedExisting'] === false
    if (created) await refuseErased(user, identity)
    return { user, created }
  } catch (cause) {
    if (!isDuplicate(cause)) throw cause
    throw new AppError('conflict', 'Another account already has this e-mail address.', { cause })
  }
}

/**
 * Removes the new account again, and throws "unauthenticated", if the sign-in began before the former account of its uid
 * was erased; else refuses all sign-ins from before that. Called after the insertion: the erasure is then stored, or has
 * deleted the new account, too.
 */
async function refuseErased({ _id }: UserRecord, { uid, auth_time }: Identity): Promise<void> {
  const erasedAt = await findErasedAt(uid)
  if (erasedAt === null) return
  if (auth_time > erasedAt) return revokeTokens(_id, erasedAt)
  await Users.deleteOne({ _id })
  throw new AppError('unauthenticated', 'This account was erased. Sign in again for a new one.')
}

/** Returns the addresses of the users with these ids, by id. */
export async function findAddresses(ids: readonly string[]): Promise<Map<string, string>> {
  const users = await Users.find({ _id: { $in: ids } }, { email: 1 }).lean()
  return new Map(users.map(({ _id, email }) => [_id, email]))
}

/** Changes only the given fields. Throws "not-found". */
export async function changeUser(id: string, changes: UserChanges): Promise<UserRecord> {
  const fields = {
    ...flatten(changes),
    ...(changes.name !== undefined && { name_chosen: true }),
    ...(changes.preferences?.digest?.enabled !== undefined && { unsubscribed_at: null }),
  }
  const user = await Users.findByIdAndUpdate(id, { $set: fields }, { returnDocument: 'after' }).lean()
  if (user === null) throw new AppError('not-found', 'There is no such user.')
  return user
}

/** Adds a category after the others of the user, unless the user has it or already `CATEGORIES_MAX` of them. */
export const followCategory = (id: string, categoryId: string): Promise<unknown> => {
  const hasRoom = { [`category_ids.${CATEGORIES_MAX - 1}`]: { $exists: false } }
  return Users.updateOne({ _id: id, ...hasRoom }, { $addToSet: { category_ids: categoryId } }).exec()
}

/** Removes one category of the user. Safe to repeat. */
export const unfollowCategory = (id: string, categoryId: string): Promise<unknown> =>
  Users.updateOne({ _id: id }, { $pull: { category_ids: categoryId } }).exec()

/**
 * Stores when the user was last seen, at most once a minute. A new visit stores the end of the previous one in
 * `previous_seen_at`.
 */
export async function recordSeen(id: string, at: Date): Promise<void> {
  const before = (ms: number) => new Date(at.getTime() - ms)
  await Users.updateOne(
    { _id: id, $or: [{ last_seen_at: null }, { last_seen_at: { $lte: before(TOUCH_MS) } }] },
    [
      {
        $set: {
          previous_seen_at: {
            $cond: [{ $lt: ['$last_seen_at', before(VISIT_PAUSE_MS)] }, '$last_seen_at', '$previous_seen_at'],
          },
          last_seen_at: at,
        },
      },
    ],
    // Losing this write does no harm, so it does not wait for a majority.
    { updatePipeline: true, writeConcern: { w: 1 } },
  )
}

/** Stores a visit that was before the newest one, of which `recordSeen` stores nothing. */
export async function recordEarlierVisit(id: string, at: Date): Promise<void> {
  await Users.updateOne({ _id: id, last_seen_at: { $gt: at } }, { $max: { previous_seen_at: at } })
}

/** Users whose name or address contains `q`, newest first. `total` stops counting one above 10,000. */
export async function findUsers(query: {
  q?: string
  skip: number
  limit: number
}): Promise<{ items: UserRecord[]; total: number }> {
  const containsQ = query.q ? { $regex: escapePattern(query.q), $options: 'i' } : undefined
  const filter = containsQ ? { $or: [{ name: containsQ }, { email: containsQ }] } : {}
  const [items, total] = await Promise.all([
    Users.find(filter).sort({ created_at: -1, _id: 1 }).skip(query.skip).limit(query.limit).lean(),
    Users.countDocuments(filter, { limit: TOTAL_EXACT_MAX + 1 }),
  ])
  return { items, total }
}

/** All users who are not disabled, in order of id. */
export async function* iterateUsers(): AsyncIterable<UserRecord> {
  yield* Users.find({ disabled: false }).sort({ _id: 1 }).lean().cursor()
}

/** The fields of a user that deliveries are made from. */
export type Reader = Pick<UserRecord, '_id' | 'category_ids' | 'interests'>

/** Readers who are not disabled with ids after `after` and not after `until`, in order of id; `limit` of them. */
export const findReaders = ({ after, until }: IdRange, limit: number): Promise<Reader[]> =>
  Users.find({ disabled: false, _id: { $gt: after, $lte: until } }, { category_ids: 1, interests: 1 })
    .sort({ _id: 1 })
    .limit(limit)
    .lean()
    .exec()

/** A range of user ids, without its lower bound. */
export interface IdRange {
  after: string
  until: string
}

export const countReaders = ({ after, until }: IdRange): Promise<number> =>
  Users.countDocuments({ disabled: false, _id: { $gt: after, $lte: until } }).exec()

export const countAccounts = (): Promise<number> => Users.countDocuments().exec()

/** Ids of all categories chosen by users who are not disabled. */
export const findChosenCategoryIds = (): Promise<string[]> => Users.distinct('category_ids', { disabled: false })

const newUser = (identity: Identity) => ({
  _id: crypto.randomUUID(),
  email: identity.email,
  email_verified: identity.email_verified,
  provider: identity.provider,
  identity_at: identity.issued_at,
  name: identity.name ?? identity.email.replace(/@.*$/, ''),
  name_chosen: false,
  photo_url: identity.photo_url,
  disabled: false,
  tokens_valid_after: null,
  browsers: [],
  category_ids: [],
  unsubscribed_at: null,
  preferences: defaultPreferences(),
  interests: { keywords: [], authors: [], muted_terms: [], muted_authors: [] },
  created_at: now(),
  last_seen_at: null,
  previous_seen_at: null,
})
