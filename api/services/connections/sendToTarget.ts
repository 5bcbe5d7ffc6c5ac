import { post } from '../../outgoing/post.ts'
import { targets } from '../../outgoing/targets.ts'
import type { MessageKey, TargetRequest, TargetValues, Verdict } from '../../outgoing/target.ts'
import type { TargetKind } from '../../contract/limits.ts'
import { AppError } from '../../platform/errors.ts'
import { resolveHost, resolveReadersHost } from '../../platform/resolveHost.ts'
import type { Product } from '../product.ts'

const RESOLVE_MS = 10_000

export interface Delivery {
  kind: TargetKind
  values: TargetValues
  /** A body that the target's `write` has made. */
  body: unknown
  key: MessageKey
  /** Of each request; by default that of `post`. */
  limitMs?: number
}

/**
 * Posts one message to a target and reads the answer. The host is resolved and checked for this request, and connected to
 * at the address that was checked. Never throws: an address on a private network is refused, a host that cannot be
 * resolved or reached is tried again later.
 */
export async function sendToTarget(product: Pick<Product, 'config'>, delivery: Delivery): Promise<Verdict> {
  const { kind, values, body, key } = delivery
  const target = targets[kind]
  if (target.precheck) {
    const checked = await ask(product, target.precheck.request(values), delivery)
    // Nothing was sent yet, so that it can be tried again whatever happened.
    if (checked.outcome !== 'answered')
      return checked.outcome === 'forbidden'
        ? { outcome: 'refused', reason: checked.reason }
        : unanswered(checked.reason, true)
    const reason = target.precheck.refuse(checked.answer)
    if (reason !== null) return { outcome: 'gone', reason }
  }
  const result = await ask(product, target.request(values, body, key), delivery)
  if (result.outcome === 'forbidden') return { outcome: 'refused', reason: result.reason }
  if (result.outcome === 'unsent') return unanswered(result.reason, true)
  if (result.outcome === 'answered') return target.read(result.answer)
  return unanswered(result.reason, target.isRepeatable)
}

/** The verdict without an answer: tried again if nothing was sent, or if the target drops what it has already. */
const unanswered = (reason: string, mayRepeat: boolean): Verdict =>
  mayRepeat
    ? { outcome: 'later', reason, waitMs: null, isUnanswered: true }
    : { outcome: 'uncertain', reason, isUnanswered: true }

async function ask(
  { config }: Pick<Product, 'config'>,
  request: TargetRequest,
  { limitMs }: Pick<Delivery, 'limitMs'>,
) {
  let ip: string
  try {
    ip = await resolveTargetHost(request.url, config.production)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // Recovered: it is the result.
    return { outcome: error.code === 'forbidden' ? ('forbidden' as const) : ('unsent' as const), reason: error.message }
  }
  return post(request, { ip, ...(limitMs !== undefined && { limitMs }) })
}

/** The address to connect to. Throws "forbidden" in production if it is private, and "unavailable" if there is none. */
export function resolveTargetHost({ hostname }: URL, isProduction: boolean): Promise<string> {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  return isProduction ? resolveReadersHost(host) : resolveHost(host, { allowPrivate: true, limitMs: RESOLVE_MS })
}
