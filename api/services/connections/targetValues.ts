import { randomBytes } from 'node:crypto'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { ConnectionInput } from '../../contract/connections.ts'
import type { TargetKind } from '../../contract/limits.ts'
import { targets } from '../../outgoing/targets.ts'
import type { TargetValues } from '../../outgoing/target.ts'
import { now } from '../../platform/clock.ts'
import { AppError, invalidField } from '../../platform/errors.ts'
import type { TargetRecord } from '../../store/mail/targets.ts'
import type { Product } from '../product.ts'

type Owner = Pick<TargetRecord, 'user_id' | 'kind'>

const Values = Type.Object({
  address: Type.String(),
  room: Type.Optional(Type.String()),
  topic: Type.Optional(Type.String()),
  token: Type.Optional(Type.String()),
  secrets: Type.Optional(Type.Array(Type.String())),
})

/** Fields that a kind has besides its address. */
const FIELDS: Readonly<Record<TargetKind, readonly ('room' | 'topic' | 'token')[]>> = {
  slack: [],
  discord: [],
  matrix: ['room', 'token'],
  mattermost: [],
  ntfy: ['topic', 'token'],
  webhook: [],
}

/** A sealed text can be opened for its reader and kind alone. */
const purposeOf = ({ user_id, kind }: Owner) => `target:${user_id}:${kind}`

export const sealValues = ({ secrets }: Pick<Product, 'secrets'>, owner: Owner, values: TargetValues): string =>
  secrets.seal(JSON.stringify(values), purposeOf(owner))

/** Returns the saved values. Throws "conflict" if they cannot be read with the current secret of the site. */
export function openValues({ secrets }: Pick<Product, 'secrets'>, target: TargetRecord): TargetValues {
  let values: unknown
  try {
    values = JSON.parse(secrets.open(target.sealed, purposeOf(target)))
  } catch (cause) {
    throw new AppError('conflict', 'The saved address cannot be read any more. Enter it again.', { cause })
  }
  if (!Value.Check(Values, values))
    throw new AppError('conflict', 'The saved address cannot be read any more. Enter it again.')
  const isRenewing = target.renewed_until !== null && target.renewed_until > now()
  return { ...values, ...(values.secrets && { secrets: values.secrets.slice(0, isRenewing ? 2 : 1) }) }
}

/** A new secret of an own webhook. */
export const makeSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

/**
 * Returns the values of a request. Throws "invalid-input" for an address that is none, that is not https in production, or
 * that has not the form of its service, and for a missing value or one that the kind does not have.
 */
export function readValues(
  { config }: Pick<Product, 'config'>,
  kind: TargetKind,
  { address, room, topic, token }: ConnectionInput,
): TargetValues {
  if (address === undefined) throw invalidField('address', 'An address is needed.')
  const given = {
    ...(room !== undefined && { room }),
    ...(topic !== undefined && { topic }),
    ...(token !== undefined && { token }),
  }
  for (const name of Object.keys(given) as (keyof typeof given)[])
    if (!FIELDS[kind].includes(name)) throw invalidField(name, 'This connection has no such value.')
  const values = { address: readAddress(address, config.production), ...given }
  const refused = targets[kind].refuse(values, config.production)
  if (refused !== null) throw invalidField(refused.field, refused.reason)
  return values
}

/** Throws "invalid-input", without repeating the address. */
function readAddress(text: string, isProduction: boolean): string {
  const trimmed = text.trim()
  if (!URL.canParse(trimmed)) throw invalidField('address', 'This is no web address. It begins with https://.')
  const url = new URL(trimmed)
  const isAllowed = url.protocol === 'https:' || (url.protocol === 'http:' && !isProduction)
  if (!isAllowed) throw invalidField('address', 'The address must begin with https://.')
  if (url.username !== '' || url.password !== '')
    throw invalidField('address', 'The address may not contain a user or a password.')
  url.hash = ''
  return url.href
}

/** What of the values is shown: the host, and the last four characters of what only the reader knows. */
export function describeValues(kind: TargetKind, values: TargetValues): Pick<TargetRecord, 'host' | 'last_four'> {
  const shown = targets[kind].shown(values).replace(/\/+$/, '').split('/').at(-1) ?? ''
  // Of a short text four characters would be most of it.
  return { host: new URL(values.address).host, last_four: shown.length >= 8 ? shown.slice(-4) : '' }
}
