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
    /** SHA-256 of the device code: who reads the database cannot finish a sign-in. */
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
/** A terminal that waits for somebody's approval. */
export type DeviceRequestRecord = InferSchemaType<typeof requestSchema>
const Sessions = model('Session', sessionSchema)
const Requests = model('DeviceRequest', requestSchema)

export async function insertSession(session: Omit<SessionRecord, 'revoked_at'>): Promise<void> {
  await Sessions.create(session)
}

/** The session, when it is neither revoked nor expired at `at`. */
export const findSession = (id: string, at: Date): Promise<SessionRecord | null> =>
  Sessions.findOne({ _id: id, revoked_at: null, expires_at: { $gt: at } })
    .lean()
    .exec()

/** Ends one session of the user. A repeat changes nothing. */
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

/** The request that waits under `userCode` and has not expired at `at`. */
export const findDeviceRequest = (userCode: string, at: Date): Promise<DeviceRequestRecord | null> =>
  Requests.findOne({ user_code: userCode, state: 'pending', expires_at: { $gt: at } })
    .lean()
    .exec()

/** True for the one decision that counts. */
export async function decideDeviceRequest(
  userCode: string,
  decision: { state: 'approved' | 'denied'; user_id: string; at: Date },
): Promise<boolean> {
  const { state, user_id, at } = decision
  const filter = { user_code: userCode, state: 'pending', expires_at: { $gt: at } } as const
  const { modifiedCount } = await Requests.updateOne(filter, { state, user_id })
  return modifiedCount === 1
}

/** Notes a poll and gives the request as it was before it. */
export const pollDeviceRequest = (hash: string, at: Date): Promise<DeviceRequestRecord | null> =>
  Requests.findOneAndUpdate({ _id: hash, expires_at: { $gt: at } }, { polled_at: at }, { returnDocument: 'before' })
    .lean()
    .exec()

export async function slowDeviceRequest(hash: string, bySeconds: number): Promise<void> {
  await Requests.updateOne({ _id: hash }, { $inc: { interval: bySeconds } })
}

/** Takes the request away; for the one caller who gets it, its word counts. */
export const takeDeviceRequest = (hash: string): Promise<DeviceRequestRecord | null> =>
  Requests.findOneAndDelete({ _id: hash, state: { $ne: 'pending' } })
    .lean()
    .exec()
