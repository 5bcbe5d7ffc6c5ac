import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { AppError, invalidField } from '../platform/errors.ts'
import { isPrivateAddress } from '../platform/hosts.ts'

declare const checked: unique symbol
/**
 * An IP address that `resolveMailHost` has checked. The connecting functions accept only this type, so that a host name
 * cannot be passed unchecked.
 */
export type MailServerIp = string & { readonly [checked]: true }

/** Ports that a production site may send mail to: SMTP, submission with implicit TLS, with STARTTLS, and 2525. */
const MAIL_PORTS: ReadonlySet<number> = new Set([25, 465, 587, 2525])

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
