import { model, Schema, type InferSchemaType } from 'mongoose'

const text = { type: String, required: true } as const
const when = { type: Date, required: true } as const
/** A use within this time of the last recorded one is not recorded, in ms. */
const USE_MS = 60_000

const options = { versionKey: false, strict: 'throw', autoIndex: false } as const

const sessionSchema = new Schema(
  {
    _id: text,
    user_id: text,
    device: text,
    /** Of the last use. */
    ip_address: text,
    /** When its sign-in was approved. */
    created_at: when,
    /** To the minute; null before the first use. */
    last_used_at: { type: Date, default: null },
    expires_at: when,
    revoked_at: { type: Date, default: null },
  },
  { collection: 'sessions', ...options },
)
sessionSchema.index({ user_id: 1 }, { name: 'user' })
sessionSchema.index({ expires_at: 1 }, { name: 'expired', expireAfterSeconds: 0 })

const requestSchema = new Schema(
  {
    /** SHA-256 of the device code, so that reading the database is not enough to complete a sign-in. */
    _id: text,
    user_code: text,
    device: text,
    ip_address: text,
    state: { type: String, enum: ['pending', 'approved', 'denied'], required: true },
    user_id: { type: String, default: null },
    decided_at: { type: Date, default: null },
    interval: { type: Number, required: true },
    polled_at: { type: Date, default: null },
    expires_at: when,
  },
  { collection: 'device_requests', ...options },
)
requestSchema.index({ user_code: 1 }, { name: 'code', unique: true })
requestSchema.index({ expires_at: 1 }, { name: 'expired', expireAfterSeconds: 0 })

/** A terminal that is signed in. */
export type SessionRecord = InferSchemaType<typeof sessionSchema>
/** A terminal whose sign-in waits for approval. */
export type DeviceRequestRecord = InferSchemaType<typeof requestSchema>
const Sessions = model('Session', sessionSchema)
const Requests = model('DeviceRequest', requestSchema)

export async function insertSession(session: Omit<SessionRecord, 'revoked_at' | 'last_used_at'>): Promise<void> {
  await Sessions.create(session)
}

/** Returns the session, or null when it is revoked or has expired at `at`. */
export const findSession = (id: string, at: Date): Promise<SessionRecord | null> =>
  Sessions.findOne({ _id: id, revoked_at: null, expires_at: { $gt: at } })
    .lean()
    .exec()

/** The sessions of the user that began after `after` and are neither revoked nor expired at `at`, newest sign-in first. */
export async function findSessions(
  userId: string,
  { at, after, skip, limit }: { at: Date; after: Date; skip: number; limit: number },
): Promise<{ items: SessionRecord[]; total: number }> {
  const filter = { user_id: userId, revoked_at: null, expires_at: { $gt: at }, created_at: { $gt: after } }
  const [items, total] = await Promise.all([
    Sessions.find(filter).sort({ created_at: -1, _id: 1 }).skip(skip).limit(limit).lean(),
    Sessions.countDocuments(filter),
  ])
  return { items, total }
}

/** Records a use of the session from `ipAddress`, at most once a minute. */
export async function recordSessionUse(id: string, ipAddress: string, at: Date): Promise<void> {
  const isOld = { $or: [{ last_used_at: null }, { last_used_at: { $lte: new Date(at.getTime() - USE_MS) } }] }
  // Losing this write does no harm, so it does not wait for a majority.
  const options = { writeConcern: { w: 1 as const } }
  await Sessions.updateOne({ _id: id, ...isOld }, { last_used_at: at, ip_address: ipAddress }, options)
}

/** Revokes one session of the user. Returns false when the user has no such session that is not revoked. */
export async function revokeSession(userId: string, id: string, at: Date): Promise<boolean> {
  const { modifiedCount } = await Sessions.updateOne({ _id: id, user_id: userId, revoked_at: null }, { revoked_at: at })
  return modifiedCount === 1
}

export async function revokeSessions(userId: string, at: Date): Promise<void> {
  await Sessions.updateMany({ user_id: userId, revoked_at: null }, { revoked_at: at })
}

/** Throws MongoDB's error 11000 when the user code is taken. */
export async function insertDeviceRequest(request: DeviceRequestRecord): Promise<void> {
  await Requests.create(request)
}

/** The pending request with `userCode` that has not expired at `at`. */
export const findDeviceRequest = (userCode: string, at: Date): Promise<DeviceRequestRecord | null> =>
  Requests.findOne({ user_code: userCode, state: 'pending', expires_at: { $gt: at } })
    .lean()
    .exec()

/** Approves or denies a pending request. Returns false when it is already decided or has expired. */
export async function decideDeviceRequest(
  userCode: string,
  decision: { state: 'approved' | 'denied'; user_id: string; at: Date },
): Promise<boolean> {
  const { state, user_id, at } = decision
  const filter = { user_code: userCode, state: 'pending', expires_at: { $gt: at } } as const
  const { modifiedCount } = await Requests.updateOne(filter, { state, user_id, decided_at: at })
  return modifiedCount === 1
}

/** Records a poll and returns the request as it was before the poll. */
export const pollDeviceRequest = (hash: string, at: Date): Promise<DeviceRequestRecord | null> =>
  Requests.findOneAndUpdate({ _id: hash, expires_at: { $gt: at } }, { polled_at: at }, { returnDocument: 'before' })
    .lean()
    .exec()

export async function slowDeviceRequest(hash: string, bySeconds: number): Promise<void> {
  await Requests.updateOne({ _id: hash }, { $inc: { interval: bySeconds } })
}

/** Deletes a decided request and returns it. Only one of several concurrent callers gets it; the others get null. */
export const takeDeviceRequest = (hash: string): Promise<DeviceRequestRecord | null> =>
  Requests.findOneAndDelete({ _id: hash, state: { $ne: 'pending' } })
    .lean()
    .exec()
