import { createHash, randomBytes, randomInt } from 'node:crypto'
import type { DeviceCode, DeviceRequest, DeviceToken, Terminal } from '../../contract/auth.ts'
import { DEVICE_CODE_SECONDS, DEVICE_POLL_SECONDS } from '../../contract/limits.ts'
import type { List } from '../../contract/lists.ts'
import { AppError, invalidField } from '../../platform/errors.ts'
import { isDuplicate } from '../../store/duplicateKeys.ts'
import {
  decideDeviceRequest,
  findDeviceRequest,
  findSessions,
  insertDeviceRequest,
  insertSession,
  pollDeviceRequest,
  revokeSession,
  slowDeviceRequest,
  takeDeviceRequest,
  type DeviceRequestRecord,
} from '../../store/readers/sessions.ts'
import { findUser, type UserRecord } from '../../store/readers/users.ts'
import type { Product } from '../product.ts'
import { mayUse } from './accounts.ts'

/** RFC 8628 section 6.1: no vowels, so that a code spells no word, and no look-alikes, so that it can be read aloud. */
const CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'
const CODE_LENGTH = 8
const CODE_TRIES = 5
/** RFC 8628 section 3.5: added to the polling interval of a terminal that polls too fast. */
const SLOW_DOWN_SECONDS = 5
const SESSION_SECONDS = 30 * 24 * 3600

/** Sessions and codes expire by the system clock, as tokens do. */
const secondsFromNow = (seconds: number) => new Date(Date.now() + seconds * 1000)

/** Starts the sign-in of a terminal (RFC 8628 section 3.1). `ipAddress` is the client address of its request. */
export async function startDeviceLogin(
  { config }: Pick<Product, 'config'>,
  device: string,
  ipAddress: string,
): Promise<DeviceCode> {
  const deviceCode = randomBytes(32).toString('base64url')
  const userCode = await insertWithUnusedCode({
    _id: hashOf(deviceCode),
    device,
    ip_address: ipAddress,
    state: 'pending',
    user_id: null,
    decided_at: null,
    interval: DEVICE_POLL_SECONDS,
    polled_at: null,
    expires_at: secondsFromNow(DEVICE_CODE_SECONDS),
  })
  const page = `${config.publicUrl}/device`
  return {
    device_code: deviceCode,
    user_code: userCode,
    verification_uri: page,
    verification_uri_complete: `${page}?code=${userCode}`,
    expires_in: DEVICE_CODE_SECONDS,
    interval: DEVICE_POLL_SECONDS,
  }
}

async function insertWithUnusedCode(request: Omit<Parameters<typeof insertDeviceRequest>[0], 'user_code'>) {
  for (let attempt = 1; ; attempt += 1) {
    const userCode = makeUserCode()
    try {
      await insertDeviceRequest({ ...request, user_code: userCode })
      return userCode
    } catch (error) {
      // Another pending request has this code: try a new one.
      if (!isDuplicate(error) || attempt === CODE_TRIES) throw error
    }
  }
}

/** Returns the request for the approval page. Throws "not-found" for a code that is unknown, used or expired. */
export async function findDeviceLogin(userCode: string): Promise<DeviceRequest> {
  const request = await findDeviceRequest(normaliseUserCode(userCode), new Date())
  if (request === null) throw unknownCode()
  return {
    user_code: request.user_code,
    device: request.device,
    ip_address: request.ip_address,
    expires_at: request.expires_at.toISOString(),
  }
}

/** Approves or denies the sign-in of a terminal as `user`. Only the first decision counts. Throws "not-found". */
export async function decideDeviceLogin(user: UserRecord, userCode: string, approve: boolean): Promise<void> {
  const decided = await decideDeviceRequest(normaliseUserCode(userCode), {
    state: approve ? 'approved' : 'denied',
    user_id: user._id,
    at: new Date(),
  })
  if (!decided) throw unknownCode()
}

/** Handles a poll of a waiting terminal (RFC 8628 section 3.5). Returns the token only once. */
export async function pollDeviceLogin(product: Pick<Product, 'tokens'>, deviceCode: string): Promise<DeviceToken> {
  const hash = hashOf(deviceCode)
  const at = new Date()
  const before = await pollDeviceRequest(hash, at)
  if (before === null) return { status: 'expired_token' }
  if (before.state === 'pending') {
    const waitedMs = before.polled_at ? at.getTime() - before.polled_at.getTime() : Infinity
    if (waitedMs >= before.interval * 1000) return { status: 'authorization_pending', interval: before.interval }
    await slowDeviceRequest(hash, SLOW_DOWN_SECONDS)
    return { status: 'slow_down', interval: before.interval + SLOW_DOWN_SECONDS }
  }
  const taken = await takeDeviceRequest(hash)
  if (!taken?.user_id) return { status: 'expired_token' }
  const user = await findUser(taken.user_id)
  // The user may have been disabled, or have signed out everywhere, since the approval.
  if (taken.state === 'denied' || user === null || !mayUse(user, approvedAt(taken))) return { status: 'access_denied' }
  return openSession(product, user._id, taken)
}

/** A request that an earlier version approved has no time of the decision: its expiry follows from its start. */
const approvedAt = ({ decided_at, expires_at }: DeviceRequestRecord): Date =>
  decided_at ?? new Date(expires_at.getTime() - DEVICE_CODE_SECONDS * 1000)

/** The session begins with the approval, so that a sign-out since then ends it, also one at this moment. */
async function openSession(
  { tokens }: Pick<Product, 'tokens'>,
  userId: string,
  request: DeviceRequestRecord,
): Promise<DeviceToken> {
  const { device, ip_address } = request
  const session = crypto.randomUUID()
  const expiresAt = secondsFromNow(SESSION_SECONDS)
  await insertSession({
    _id: session,
    user_id: userId,
    device,
    ip_address,
    created_at: approvedAt(request),
    expires_at: expiresAt,
  })
  const token = await tokens.sign('terminal', userId, { seconds: SESSION_SECONDS, session })
  return { status: 'approved', token, expires_at: expiresAt.toISOString() }
}

/** Revokes the terminal session of the request. Throws "invalid-input" for a browser, which has none. */
export async function endSession(user: UserRecord, session: string | undefined): Promise<void> {
  if (session === undefined)
    throw invalidField('authorization', 'Only a terminal has a session to end. A browser signs out without a request.')
  await revokeSession(user._id, session, new Date())
}

/** Signs one terminal of the user out. Throws "not-found" when the user has no such terminal. */
export async function endTerminal(user: UserRecord, id: string): Promise<void> {
  if (!(await revokeSession(user._id, id, new Date())))
    throw new AppError('not-found', 'There is no such terminal, or it was signed out before.')
}

/** Lists the terminals that are signed in to the account. `current` is the session of the request, if it has one. */
export async function listTerminals(
  user: UserRecord,
  { skip = 0, limit = 50, current }: { skip?: number; limit?: number; current?: string | undefined },
): Promise<List<Terminal>> {
  const { items, total } = await findSessions(user._id, {
    at: new Date(),
    after: user.tokens_valid_after ?? new Date(0),
    skip,
    limit,
  })
  return {
    items: items.map(({ _id, device, ip_address, created_at, last_used_at, expires_at }) => ({
      id: _id,
      device,
      ip_address,
      created_at: created_at.toISOString(),
      last_used_at: last_used_at?.toISOString() ?? null,
      expires_at: expires_at.toISOString(),
      current: _id === current,
    })),
    total,
    skip,
    limit,
  }
}

function makeUserCode(): string {
  const letters = Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('')
  return `${letters.slice(0, 4)}-${letters.slice(4)}`
}

/** Accepts codes in lower case, and with or without the hyphen. */
function normaliseUserCode(text: string): string {
  const letters = text.toUpperCase().replace(/[^A-Z]/g, '')
  return `${letters.slice(0, 4)}-${letters.slice(4)}`
}

const hashOf = (code: string) => createHash('sha256').update(code).digest('hex')

const unknownCode = () => new AppError('not-found', 'This code is not known, or it was used or has expired.')
