import type { Endpoint } from './arxivFaults.ts'
import { documentFaults } from './documentFaults.ts'
import { RAW_ANSWERS } from './rawServer.ts'
import type { UpstreamFault } from './upstreamFault.ts'

const all: readonly Endpoint[] = ['rss', 'oai', 'api']

const ADDRESSES: UpstreamFault[] = [
  { name: 'a refused connection', doors: all, origin: () => 'http://127.0.0.1:1' },
  { name: 'a name that DNS does not know', doors: all, origin: () => 'http://arxiv.invalid', times: 2 },
  { name: 'no TLS', doors: all, origin: (own) => own.replace('http:', 'https:') },
]

const SLOW = new Set(['no first byte', 'one byte at a time', 'headers without an end'])
const RAW: UpstreamFault[] = Object.keys(RAW_ANSWERS).map((name) => ({
  name,
  doors: all,
  raw: name,
  ...(SLOW.has(name) && { times: 2 }),
}))

const status = (code: number, headers: Record<string, string> = {}, body = 'no') => ({
  name: `status ${code}${Object.entries(headers).map(([name, value]) => `, ${name} ${value}`)}`,
  doors: all,
  respond: () => new Response(body, { status: code, headers }),
})

const STATUSES: UpstreamFault[] = [
  ...[400, 401, 403, 404, 408, 410, 418, 429, 500, 502, 503, 504].map((code) => status(code)),
  ...['0', '1', '-5', 'soon', '99999999999', 'Thu, 17 Sep 2026 05:00:00 GMT', 'Thu, 01 Jan 1970 00:00:00 GMT'].map(
    (after) => status(429, { 'retry-after': after }, 'Rate exceeded.'),
  ),
  status(503, { 'retry-after': '7200' }),
  status(301, { location: 'http://169.254.169.254/latest/meta-data' }),
  status(302, { location: 'file:///etc/passwd' }),
  status(302),
  {
    name: 'a redirect to itself',
    doors: all,
    respond: ({ url }) => new Response(null, { status: 301, headers: { location: url } }),
  },
]

const gzip = { 'content-encoding': 'gzip' }
const BODIES: UpstreamFault[] = [
  { name: 'an empty body', doors: all, respond: () => new Response('') },
  {
    name: 'a page of HTML',
    doors: all,
    respond: () => new Response('<html><body>Maintenance</body></html>', { headers: { 'content-type': 'text/html' } }),
  },
  { name: 'a body of zeros', doors: all, respond: () => new Response(new Uint8Array(5_000)) },
  { name: 'a body that is too large', doors: all, respond: () => new Response('x'.repeat(3 * 1024 * 1024)), times: 4 },
  {
    name: 'a gzip bomb',
    doors: all,
    respond: () => new Response(Bun.gzipSync(new Uint8Array(12 * 1024 * 1024)), { headers: gzip }),
    times: 4,
  },
  {
    name: 'a cut gzip',
    doors: all,
    respond: () => new Response(Bun.gzipSync(Buffer.from('<rss/>')).subarray(0, 12), { headers: gzip }),
  },
  {
    name: 'an unknown encoding',
    doors: all,
    respond: () => new Response('x', { headers: { 'content-encoding': 'zap' } }),
  },
]

/** Faults of outside services: of the connection, the status, the body and the document. */
export const UPSTREAM_FAULTS: readonly UpstreamFault[] = [
  ...ADDRESSES,
  ...RAW,
  ...STATUSES,
  ...BODIES,
  ...documentFaults,
]
