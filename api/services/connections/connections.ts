import { TARGET_NAMES, type TargetKind } from '../../contract/limits.ts'
import type { Connection, ConnectionInput, ConnectionTest, SavedConnection } from '../../contract/connections.ts'
import { targets } from '../../outgoing/targets.ts'
import type { TargetValues, Verdict } from '../../outgoing/target.ts'
import { DAY_MS, now } from '../../platform/clock.ts'
import { isAdmin } from '../../platform/identity/adminRule.ts'
import { AppError, invalidField } from '../../platform/errors.ts'
import { removeMessagesOf } from '../../store/mail/targetMessages.ts'
import {
  changeSends,
  findTarget,
  findTargets,
  recordTargetEvent,
  removeTarget,
  saveTarget,
  type TargetRecord,
} from '../../store/mail/targets.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import type { Product } from '../product.ts'
import { requestMessagesOfSaved } from './dayMessages.ts'
import { resolveTargetHost, sendToTarget } from './sendToTarget.ts'
import { describeValues, makeSecret, openValues, readValues, sealValues } from './targetValues.ts'

const SENDS = { day: true, hits: true, updates: true, review: false, alarms: false }

/** The reader's targets, without their secrets. */
export async function listConnections(
  { config }: Pick<Product, 'config'>,
  user: UserRecord,
): Promise<{ items: Connection[]; total: number }> {
  const items = (await findTargets(user._id)).map((target) => toConnection(target, isAdmin(user, config)))
  return { items, total: items.length }
}

/**
 * Saves a target, in place of the one of this kind, and switches it on. Without `address` the saved values are kept; a new
 * address replaces all of them; with `sends` alone, nothing else changes. The day is posted at once if it is due and was not posted to this kind before. A new own webhook gets a secret, which only this result has.
 * Throws "invalid-input" for values that cannot be used (`readValues`), for a host on a private network, and without
 * `address` if nothing is saved; "forbidden" for alarms of who is no admin.
 */
export async function saveConnection(
  product: Pick<Product, 'config' | 'secrets'>,
  user: UserRecord,
  kind: TargetKind,
  input: ConnectionInput,
): Promise<SavedConnection> {
  const mayHaveAlarms = isAdmin(user, product.config)
  if (input.sends?.alarms && !mayHaveAlarms) throw new AppError('forbidden', 'Alarms are for admins of this site only.')
  const before = await findTarget(user._id, kind)
  const sends = { ...SENDS, ...before?.sends, ...input.sends }
  if (before !== null && Object.keys(input).every((name) => name === 'sends')) {
    const changed = input.sends && (await changeSends(user._id, kind, sends))
    if (changed) return announceChange(changed, mayHaveAlarms)
  }
  const { values, secret, renewed_until } =
    input.address === undefined ? keepValues(product, before, input) : await takeValues(product, kind, input)
  const saved = await saveTarget({
    user_id: user._id,
    kind,
    ...describeValues(kind, values),
    sealed: sealValues(product, { user_id: user._id, kind }, values),
    sends,
    on: true,
    last: null,
    failing_since: null,
    renewed_until,
    updated_at: now(),
  })
  return { ...(await announceChange(saved, mayHaveAlarms)), ...(secret !== undefined && { secret }) }
}

async function announceChange(saved: TargetRecord, mayHaveAlarms: boolean): Promise<Connection> {
  // A day that is due already is posted now, not at the next half hour.
  await requestMessagesOfSaved()
  return toConnection(saved, mayHaveAlarms)
}

interface NewValues {
  values: TargetValues
  secret?: string
  renewed_until: Date | null
}

async function takeValues(
  product: Pick<Product, 'config'>,
  kind: TargetKind,
  input: ConnectionInput,
): Promise<NewValues> {
  const values = readValues(product, kind, input)
  await requireAllowed(values, product)
  if (kind !== 'webhook') return { values, renewed_until: null }
  const secret = makeSecret()
  return { values: { ...values, secrets: [secret] }, secret, renewed_until: null }
}

function keepValues(
  product: Pick<Product, 'secrets'>,
  before: TargetRecord | null,
  { room, topic, token, renew_secret = false }: ConnectionInput,
): NewValues {
  if (before === null) throw invalidField('address', 'An address is needed.')
  if (room !== undefined || topic !== undefined || token !== undefined)
    throw invalidField('address', 'Enter the address, too: saved values are not mixed with new ones.')
  const values = openValues(product, before)
  if (!renew_secret || before.kind !== 'webhook') return { values, renewed_until: before.renewed_until }
  const secret = makeSecret()
  const secrets = [secret, ...(values.secrets?.slice(0, 1) ?? [])]
  return { values: { ...values, secrets }, secret, renewed_until: new Date(now().getTime() + DAY_MS) }
}

/** Throws "invalid-input" for a host on a private network. One that cannot be resolved now is tried when it is used. */
async function requireAllowed({ address }: TargetValues, { config }: Pick<Product, 'config'>): Promise<void> {
  try {
    await resolveTargetHost(new URL(address), config.production)
  } catch (cause) {
    if (!(cause instanceof AppError) || cause.code === 'forbidden')
      throw invalidField('address', (cause as Error).message, cause)
  }
}

/** Removes a target with all that is kept about it. Throws "not-found" if there is none. */
export async function removeConnection(user: UserRecord, kind: TargetKind): Promise<void> {
  const isRemoved = await removeTarget(user._id, kind)
  // After the target: a sender finds its row gone.
  await removeMessagesOf(user._id, kind)
  if (!isRemoved) throw new AppError('not-found', 'There is no such connection.')
}

/**
 * Posts a test message with the values of the request, which are not saved, or with the saved ones. The result of saved
 * values is kept as what happened last. Messages to an own webhook that is not saved yet have no signature.
 * Throws "invalid-input" as `saveConnection`.
 */
export async function testConnection(
  product: Pick<Product, 'config' | 'secrets'>,
  user: UserRecord,
  kind: TargetKind,
  input: ConnectionInput = {},
): Promise<ConnectionTest> {
  const saved = input.address === undefined ? await findTarget(user._id, kind) : null
  const values = saved === null ? readValues(product, kind, input) : openValues(product, saved)
  const key = { id: crypto.randomUUID(), seconds: Math.floor(now().getTime() / 1_000) }
  const body = targets[kind].writeTest(product.config.publicUrl)
  const verdict = await sendToTarget(product, { kind, values, body, key })
  const message = describeTest(kind, verdict)
  const outcome = verdict.outcome === 'later' ? 'deferred' : verdict.outcome
  if (saved !== null) await recordTargetEvent(saved, { at: now(), outcome, sentence: `Test: ${message}` })
  return { ok: verdict.outcome === 'sent', message }
}

function describeTest(kind: TargetKind, verdict: Verdict): string {
  const name = kind === 'webhook' ? 'Your program' : TARGET_NAMES[kind]
  switch (verdict.outcome) {
    case 'sent':
      return `${name} accepted the message.`
    case 'later':
      return `${name} could not be reached or does not accept messages now: ${verdict.reason}.`
    case 'gone':
      return `${name} does not know this address, or refuses the token: ${verdict.reason}.`
    case 'refused':
      return `${name} refused the message: ${verdict.reason}.`
    case 'uncertain':
      return `The message was sent, and ${name} did not confirm it: ${verdict.reason}.`
  }
}

const toConnection = (target: TargetRecord, mayHaveAlarms: boolean): Connection => {
  const { kind, host, last_four, on, sends, last, failing_since } = target
  return {
    kind,
    host,
    last_four,
    on,
    sends: { ...sends, alarms: sends.alarms && mayHaveAlarms },
    last: last && { ...last, at: last.at.toISOString() },
    failing_since: failing_since?.toISOString() ?? null,
  }
}
