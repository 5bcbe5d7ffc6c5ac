import { gzipSync } from 'node:zlib'

export type FeedFault = keyof typeof ANSWERS | 'hang'

const rss = { 'content-type': 'application/rss+xml' }
const html = { 'content-type': 'text/html' }
/** Unpacks to 100 MB. */
const BOMB = gzipSync(Buffer.alloc(100 * 1024 * 1024, '<a>'))

function endless(): Response {
  const chunk = new TextEncoder().encode(`<!-- ${'lantern '.repeat(8_192)} -->`)
  const body = new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(chunk) })
  return new Response(body, { headers: rss })
}

/** The answers in place of a feed. */
const ANSWERS = {
  busy: () => new Response('Service Unavailable', { status: 503, headers: { 'retry-after': '7200' } }),
  refused: () => new Response('Forbidden', { status: 403 }),
  gone: () => new Response('Gone', { status: 410 }),
  missing: () => new Response('Not Found', { status: 404 }),
  /** As the services in front of publishers answer programs. */
  wall: () =>
    new Response('<html><title>Just a moment...</title><script src="/cdn-cgi/challenge-platform/x"></script></html>', {
      status: 403,
      headers: { ...html, 'cf-mitigated': 'challenge' },
    }),
  login: () => new Response('<!doctype html><title>Sign in</title>', { headers: html }),
  'no-channel': () => new Response('<rss version="2.0"></rss>', { headers: rss }),
  truncated: () =>
    new Response('<rss version="2.0"><channel><title>Lantern notes</title><item><title>Co', { headers: rss }),
  empty: () =>
    new Response('<rss version="2.0"><channel><title>Lantern notes</title></channel></rss>', { headers: rss }),
  bomb: () => new Response(BOMB, { headers: { ...rss, 'content-encoding': 'gzip' } }),
  endless,
  loop: (url: URL) => Response.redirect(url.href, 302),
  'to-private': () => Response.redirect('http://10.0.0.1/feed', 302),
}

export const FEED_FAULTS: Readonly<Record<FeedFault, (url: URL) => Response>> = {
  ...ANSWERS,
  // The answer comes after a minute.
  hang: () => new Response('late', { headers: rss }),
}
