import type { Config } from '../../platform/config.ts'

interface Peers {
  requestIP(request: Request): { address: string } | null
}

/**
 * The network address a request came from; null for one that came over no network. `X-Forwarded-For` counts only from
 * a trusted proxy, and then its last entry that is not one: what stands before it, anybody can write.
 */
export function ipAddressOf(request: Request, server: Peers | null, { trustedProxies }: Config): string | null {
  const peer = server?.requestIP(request)?.address ?? null
  if (peer === null || !isTrusted(peer, trustedProxies)) return peer
  const forwarded = request.headers.get('x-forwarded-for')?.split(',') ?? []
  return forwarded.map((address) => address.trim()).findLast((address) => !isTrusted(address, trustedProxies)) ?? peer
}

/** A socket for both protocols shows an IPv4 peer as ::ffff:10.0.0.5. */
const isTrusted = (address: string, proxies: readonly string[]) => proxies.includes(address.replace(/^::ffff:/, ''))
