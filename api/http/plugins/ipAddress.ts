import type { Config } from '../../platform/config.ts'

interface Peers {
  requestIP(request: Request): { address: string } | null
}

/**
 * Returns the client's IP address; null if the request did not come over the network. `X-Forwarded-For` is used only if
 * the peer is a trusted proxy, and then only its last entry that is not one, because clients can forge earlier entries.
 */
export function ipAddressOf(request: Request, server: Peers | null, { trustedProxies }: Config): string | null {
  const peer = server?.requestIP(request)?.address ?? null
  if (peer === null || !isTrusted(peer, trustedProxies)) return peer
  const forwarded = request.headers.get('x-forwarded-for')?.split(',') ?? []
  return forwarded.map((address) => address.trim()).findLast((address) => !isTrusted(address, trustedProxies)) ?? peer
}

/** A dual-stack socket reports the IPv4 peer 10.0.0.5 as ::ffff:10.0.0.5. */
const isTrusted = (address: string, proxies: readonly string[]) => proxies.includes(address.replace(/^::ffff:/, ''))
