import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { BlockList, isIPv6 } from 'node:net'
import { AppError, invalidField } from '../platform/errors.ts'

declare const checked: unique symbol
/** An IP address that `resolveMailHost` allows to connect to. A host name is none, so it cannot be connected to. */
export type MailAddress = string & { readonly [checked]: true }

/** Where mail is sent from a production site: SMTP, submission with and without STARTTLS, and the usual alternative. */
const PORTS: ReadonlySet<number> = new Set([25, 465, 587, 2525])

/** Loopback, private, shared, link-local (with cloud metadata), documentation, multicast and reserved (IANA registries). */
const inside = new BlockList()
for (const range of [
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24',
  '192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4',
  '::/128 ::1/128 64:ff9b::/96 64:ff9b:1::/48 100::/64 2001:db8::/32 2002::/16 fc00::/7 fe80::/10 ff00::/8',
].flatMap((line) => line.split(' '))) {
  const [address = '', bits] = range.split('/')
  inside.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4')
}

/** Whether `address` is of this machine, of a private network or of no network at all. IPv4 in IPv6 counts as IPv4. */
export const isInside = (address: string): boolean => inside.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

/** Throws "invalid-input" for a port at which no mail server is to be expected. */
export function checkMailPort(port: number, allowPrivate: boolean): void {
  if (!allowPrivate && !PORTS.has(port))
    throw invalidField('port', 'Mail can be sent to the ports 25, 465, 587 and 2525.')
}

/**
 * The address to connect to for `host`: a second look-up of the name could return another one (DNS rebinding).
 * Throws "unavailable" for an unknown name, and "forbidden" for a private address unless these are allowed.
 */
export async function resolveMailHost(
  host: string,
  options: { allowPrivate: boolean; limitMs: number },
): Promise<MailAddress> {
  const addresses = await lookUp(host, options.limitMs)
  if (!options.allowPrivate && addresses.some(({ address }) => isInside(address)))
    throw new AppError('forbidden', `${host} is on a private network, and mail may not be sent there.`)
  // Many networks have IPv6 names and no way out by IPv6.
  const first = addresses.find(({ family }) => family === 4) ?? addresses[0]
  if (first === undefined) throw new AppError('unavailable', `The name ${host} has no address.`)
  return first.address as MailAddress
}

/** A look-up by the system cannot be aborted, only no longer waited for. */
function lookUp(host: string, limitMs: number) {
  const found = lookup(host, { all: true }).catch((cause: unknown) => {
    throw new AppError('unavailable', `The name ${host} is not known.`, { cause })
  })
  const late = once(AbortSignal.timeout(limitMs), 'abort').then(() => {
    throw new AppError('unavailable', `The name ${host} could not be looked up in time.`)
  })
  return Promise.race([found, late])
}
