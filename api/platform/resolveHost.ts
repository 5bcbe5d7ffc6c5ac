import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { AppError } from './errors.ts'
import { isPrivateAddress } from './hosts.ts'

/** Longer than a resolver of an operating system needs for its second try. */
const SOURCE_LIMIT_MS = 10_000

/**
 * Resolves `host` to the IP address to connect to. Connect to this address and not to the name: a second look-up could
 * return another address (DNS rebinding). Throws "unavailable" if the name cannot be resolved within `limitMs`, and
 * "forbidden" if one of its addresses is private, unless `allowPrivate` is set.
 */
export async function resolveHost(
  host: string,
  { allowPrivate, limitMs }: { allowPrivate: boolean; limitMs: number },
): Promise<string> {
  const addresses = await lookUpAddresses(host, limitMs)
  if (!allowPrivate && addresses.some(({ address }) => isPrivateAddress(address)))
    throw new AppError('forbidden', `${host} is on a private network, to which this site may not connect.`)
  // IPv4 first: many networks resolve IPv6 addresses but cannot route to them.
  const first = addresses.find(({ family }) => family === 4) ?? addresses[0]
  if (first === undefined) throw new AppError('unavailable', `The host name ${host} has no IP address.`)
  return first.address
}

/** The address of a host that is on no private network, for a request to a source. Throws as `resolveHost`. */
export const resolvePublicHost = (host: string): Promise<string> =>
  resolveHost(host, { allowPrivate: false, limitMs: SOURCE_LIMIT_MS })

/**
 * As `resolvePublicHost`, for a host that a reader named: of several addresses those on private networks are left out.
 * `look` is how a name is looked up.
 */
export async function resolveReadersHost(host: string, look: LookUp = lookUpAddresses): Promise<string> {
  const addresses = await look(host, SOURCE_LIMIT_MS)
  const allowed = addresses.filter(({ address }) => !isPrivateAddress(address))
  // IPv4 first, as above.
  const first = allowed.find(({ family }) => family === 4) ?? allowed[0]
  if (first === undefined)
    throw new AppError('forbidden', `${host} is on a private network, to which this site may not connect.`)
  return first.address
}

type LookUp = (host: string, limitMs: number) => Promise<readonly { address: string; family: number }[]>

/** Stops waiting after `limitMs`; the look-up itself goes on, because `dns.lookup` cannot be aborted. */
function lookUpAddresses(host: string, limitMs: number) {
  const resolved = lookup(host, { all: true }).catch((cause: unknown) => {
    throw new AppError('unavailable', `The host name ${host} could not be resolved.`, { cause })
  })
  const timedOut = once(AbortSignal.timeout(limitMs), 'abort').then(() => {
    throw new AppError('unavailable', `The host name ${host} could not be resolved in time.`)
  })
  return Promise.race([resolved, timedOut])
}
