import { model, Schema, type InferSchemaType } from 'mongoose'

const text = { type: String, required: true } as const
const when = { type: Date, required: true } as const
const options = { versionKey: false, strict: 'throw', autoIndex: false } as const

const sessionSchema = new Schema(
  {
    _id: text,
    user_id: text,
    device: text,
    ip_address: text,
    created_at: when,
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

export async function insertSession(session: Omit<SessionRecord, 'revoked_at'>): Promise<void> {
  await Sessions.create(session)
}

/** Returns the session, or null when it is revoked or has expired at `at`. */
export const findSession = (id: string, at: Date): Promise<SessionRecord | null> =>
  Sessions.findOne({ _id: id, revoked_at: null, expires_at: { $gt: at } })
    .lean()
    .exec()

/** Revokes one session of the user. Safe to repeat. */
export async function revokeSession(userId: string, id: string, at: Date): Promise<void> {
  await Sessions.updateOne({ _id: id, user_id: userId, revoked_at: null }, { revoked_at: at })
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
  const { modifiedCount } = await Requests.updateOne(filter, { state, user_id })
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
