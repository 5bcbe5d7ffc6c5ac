import { isIP } from 'node:net'
import type { Config } from '../../platform/config.ts'
import { isInNetworks } from '../../platform/hosts.ts'

interface Peers {
  requestIP(request: Request): { address: string } | null
}

/**
 * Returns the client's IP address; null if the request did not come over the network. `X-Forwarded-For` is used only if
 * the peer is a trusted proxy, and then only its last entry that is not one, because clients can forge earlier entries.
 */
export function ipAddressOf(request: Request, server: Peers | null, { trustedProxies }: Config): string | null {
  const peer = server?.requestIP(request)?.address ?? null
  if (peer === null || !isInNetworks(peer, trustedProxies)) return peer
  const forwarded = request.headers.get('x-forwarded-for')?.split(',') ?? []
  return (
    forwarded.map((address) => address.trim()).findLast((address) => !isInNetworks(address, trustedProxies)) ?? peer
  )
}

/**
 * Returns what a limit counts for the client address: an IPv4 address itself, of an IPv6 address the network of 64 bits,
 * because one customer has all its addresses. Any other text is returned as it is.
 */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (isIP(plain) !== 6) return plain
  const [head = '', tail] = plain.replace(/%.*$/, '').split('::')
  const [first, last] = [groupsOf(head), groupsOf(tail ?? '')]
  // An IPv4 address at the end takes two groups.
  const length = first.length + last.length + (plain.includes('.') ? 1 : 0)
  const groups = tail === undefined ? first : [...first, ...Array<string>(8 - length).fill('0'), ...last]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

/** The network of a client address, for what is kept: 24 bits of an IPv4 address, 64 bits of an IPv6 address. */
export function withoutLastPart(address: string): string {
  const network = networkOf(address)
  return isIP(network) === 4 ? network.replace(/\d+$/, '0/24') : network
}

const groupsOf = (part: string) => (part === '' ? [] : part.split(':'))
