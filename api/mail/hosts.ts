import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { BlockList, isIPv6 } from 'node:net'
import { AppError, invalidField } from '../platform/errors.ts'

declare const checked: unique symbol
/**
 * An IP address that `resolveMailHost` has checked. The connecting functions accept only this type, so that a host name
 * cannot be passed unchecked.
 */
export type MailServerIp = string & { readonly [checked]: true }

/** Ports that a production site may send mail to: SMTP, submission with implicit TLS, with STARTTLS, and 2525. */
const MAIL_PORTS: ReadonlySet<number> = new Set([25, 465, 587, 2525])

/** Loopback, private, shared, link-local (cloud metadata), documentation, multicast and reserved (IANA registries). */
const privateRanges = new BlockList()
for (const range of [
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24',
  '192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4',
  // IPv6: with IPv4-compatible, IPv4-translated, Teredo, 6to4 and site-local addresses.
  '::/96 ::ffff:0:0:0/96 2001::/32 fec0::/10 64:ff9b::/96 64:ff9b:1::/48 100::/64 2001:db8::/32 2002::/16 fc00::/7 fe80::/10 ff00::/8',
].flatMap((line) => line.split(' '))) {
  const [address = '', bits] = range.split('/')
  privateRanges.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4')
}

/** Whether `address` is in one of `privateRanges`. An IPv4-mapped IPv6 address counts as its IPv4 address. */
export const isPrivateAddress = (address: string): boolean =>
  privateRanges.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

/** Throws "invalid-input" for a port that is not one of the mail ports, unless private networks are allowed. */
export function checkMailPort(port: number, allowPrivate: boolean): void {
  if (!allowPrivate && !MAIL_PORTS.has(port))
    throw invalidField('port', 'Mail can be sent to the ports 25, 465, 587 and 2525.')
}

/**
 * Resolves `host` to the IP address to connect to. Connect to this address and not to the name: a second look-up could
 * return another address (DNS rebinding). Throws "unavailable" if the name cannot be resolved within `limitMs`, and
 * "forbidden" for a private address unless `allowPrivate` is set.
 */
export async function resolveMailHost(
  host: string,
  options: { allowPrivate: boolean; limitMs: number },
): Promise<MailServerIp> {
  const addresses = await lookUpAddresses(host, options.limitMs)
  if (!options.allowPrivate && addresses.some(({ address }) => isPrivateAddress(address)))
    throw new AppError('forbidden', `${host} is on a private network, and mail may not be sent there.`)
  // IPv4 first: many networks resolve IPv6 addresses but cannot route to them.
  const first = addresses.find(({ family }) => family === 4) ?? addresses[0]
  if (first === undefined) throw new AppError('unavailable', `The host name ${host} has no IP address.`)
  return first.address as MailServerIp
}

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
