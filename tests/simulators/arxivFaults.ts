export type Endpoint = 'rss' | 'oai' | 'api' | 'html'

/** Faults of a response: each replaces the correct response or alters it. */
export type Fault =
  | 'rate-limited'
  | 'unavailable'
  | 'server-error'
  | 'blocked'
  | 'html'
  | 'empty-body'
  | 'garbage'
  | 'truncated'
  | 'doctype'
  | 'wrong-length'
  | 'hang'
  | 'huge'
  | 'bomb'
  | 'redirect-away'
  | 'redirect-loop'
  | 'empty-page'
  | 'short-page'
  | 'drifting-total'
  | 'duplicates'
  | 'expired-token'
  | 'looping-token'

export interface PlannedFault {
  fault: Fault
  times: number
  door?: Endpoint
  retryAfter?: string
}

/** The response of a fault that replaces the correct response; null for a fault that alters it. */
export function replaceResponse({ fault, retryAfter }: PlannedFault, url: URL): Response | null {
  const headers = retryAfter === undefined ? undefined : { 'retry-after': retryAfter }
  const html = { 'content-type': 'text/html' }
  switch (fault) {
    case 'rate-limited':
      return new Response('Rate exceeded.', { status: 429, headers })
    case 'unavailable':
      return new Response('Service Unavailable', { status: 503, headers })
    case 'server-error':
      return new Response('Internal Server Error', { status: 500 })
    case 'blocked':
      return new Response('<html><body>Forbidden</body></html>', { status: 403, headers: html })
    case 'html':
      return new Response('<html><body><h1>Down for maintenance</h1></body></html>', { headers: html })
    case 'empty-body':
      return new Response('')
    case 'garbage':
      return new Response(new Uint8Array(2_000).fill(0x80))
    case 'huge':
      return new Response('x'.repeat(64 * 1024).repeat(400))
    case 'bomb':
      return new Response(Bun.gzipSync(new Uint8Array(15 * 1024 * 1024)), { headers: { 'content-encoding': 'gzip' } })
    case 'wrong-length':
      return new Response(Bun.gzipSync(Buffer.from('<feed></feed>')).subarray(0, 12), {
        headers: { 'content-encoding': 'gzip' },
      })
    case 'redirect-away':
      return Response.redirect('http://169.254.169.254/latest/meta-data', 302)
    case 'redirect-loop':
      return Response.redirect(url.href, 302)
    default:
      return null
  }
}
