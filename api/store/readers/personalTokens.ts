import { model, Schema } from 'mongoose'
import { ENDED_TOKEN_KEPT_DAYS, TOKEN_SCOPES, type TokenScope } from '../../contract/limits.ts'
import { isDuplicateOf } from '../duplicateKeys.ts'

/** A personal token of a user. The token itself is not kept. */
export interface PersonalTokenRecord {
  _id: string
  user_id: string
  name: string
  /** SHA-256 of the token, in hexadecimal. */
  hash: string
  scopes: TokenScope[]
  /** One of the places that a user has for tokens. */
  slot: number
  created_at: Date
  expires_at: Date | null
  /** To the minute; null before the first use. */
  last_used_at: Date | null
  /** Network of the last use. */
  network: string | null
}

const text = { type: String, required: true } as const
/** A use within this time of the last recorded one is not recorded, in ms. */
const USE_MS = 60_000
const DAY_SECONDS = 24 * 3_600

const schema = new Schema<PersonalTokenRecord>(
  {
    _id: text,
    user_id: text,
    name: text,
    hash: text,
    scopes: { type: [{ type: String, enum: TOKEN_SCOPES }], required: true },
    slot: { type: Number, required: true },
    created_at: { type: Date, required: true },
    expires_at: { type: Date, default: null },
    last_used_at: { type: Date, default: null },
    network: { type: String, default: null },
  },
  { collection: 'personal_tokens', versionKey: false, strict: 'throw', autoIndex: false },
)
schema.index({ hash: 1 }, { name: 'hash', unique: true })
schema.index({ user_id: 1, slot: 1 }, { name: 'slot', unique: true })
schema.index({ expires_at: 1 }, { name: 'expired', expireAfterSeconds: ENDED_TOKEN_KEPT_DAYS * DAY_SECONDS })

const PersonalTokens = model('PersonalToken', schema)

/** The token with this hash, also one that has expired; null for a revoked or unknown one. */
export const findPersonalToken = (hash: string): Promise<PersonalTokenRecord | null> =>
  PersonalTokens.findOne({ hash }).lean().exec()

/** The user's tokens made after `after`, the newest first, also expired ones. */
export const findPersonalTokens = (userId: string, after: Date): Promise<PersonalTokenRecord[]> =>
  PersonalTokens.find({ user_id: userId, created_at: { $gt: after } })
    .sort({ created_at: -1, _id: 1 })
    .lean()
    .exec()

/** Stores a token in a free slot below `slots`. Returns false if none is free; concurrent calls never store more. */
export async function insertPersonalToken(
  token: Omit<PersonalTokenRecord, 'slot' | 'last_used_at' | 'network'>,
  slots: number,
): Promise<boolean> {
  for (;;) {
    const stored = await PersonalTokens.find({ user_id: token.user_id }, { slot: 1 }).lean()
    const used = new Set(stored.map(({ slot }) => slot))
    const slot = Array.from({ length: slots }, (_, index) => index).find((index) => !used.has(index))
    if (slot === undefined) return false
    try {
      await PersonalTokens.create({ ...token, slot })
      return true
    } catch (error) {
      // Another request has taken the slot: the next free one is tried.
      if (!isDuplicateOf(error, 'slot')) throw error
    }
  }
}

/** Records a use of the token from `network`, at most once a minute. */
export async function recordPersonalTokenUse(
  { _id, last_used_at }: Pick<PersonalTokenRecord, '_id' | 'last_used_at'>,
  network: string,
  at: Date,
): Promise<void> {
  const since = new Date(at.getTime() - USE_MS)
  if (last_used_at !== null && last_used_at > since) return
  const isOld = { $or: [{ last_used_at: null }, { last_used_at: { $lte: since } }] }
  // Losing this write does no harm, so it does not wait for a majority.
  await PersonalTokens.updateOne({ _id, ...isOld }, { last_used_at: at, network }, { writeConcern: { w: 1 } })
}

/** Deletes a token of the user and returns it; null when the user has no such token. */
export const removePersonalToken = (userId: string, id: string): Promise<PersonalTokenRecord | null> =>
  PersonalTokens.findOneAndDelete({ _id: id, user_id: userId }).lean().exec()

/** Deletes the user's tokens made at `until` or before. */
export async function removePersonalTokens(userId: string, until: Date): Promise<void> {
  await PersonalTokens.deleteMany({ user_id: userId, created_at: { $lte: until } })
}
