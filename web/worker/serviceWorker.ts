/**
 * The service worker: keeps the built files of the site, so that its pages open without a connection. It keeps no answer
 * of the API. `offlineWorker.ts` adds the list of the files when the site is built.
 */

interface WaitingEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface FetchEvent extends WaitingEvent {
  readonly request: Request
  respondWith(response: Promise<Response>): void
}
interface WorkerScope {
  readonly built: { version: string; files: readonly string[] }
  readonly location: Location
  readonly clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: WaitingEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
}

const worker = self as unknown as WorkerScope
const PREFIX = 'paperdawn-site '
const cacheName = PREFIX + worker.built.version
const files = new Set(worker.built.files)
/** Time after which a page that the server does not send is shown as it is kept. */
const PAGE_WAIT_MS = 3_000
const HASHED = /^\/assets\//

worker.addEventListener('install', (event) => event.waitUntil(keepFiles().then(() => worker.skipWaiting())))
worker.addEventListener('activate', (event) => event.waitUntil(dropOldFiles().then(() => worker.clients.claim())))
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== worker.location.origin) return
  if (/^\/(api|__)(\/|$)/.test(pathname)) return
  if (request.mode === 'navigate') event.respondWith(sendPage(request, pathname))
  else if (files.has(pathname) || HASHED.test(pathname)) event.respondWith(sendFile(request, pathname))
})

/** One file after the other: the pages that are open need the connection, too. */
async function keepFiles(): Promise<void> {
  const cache = await caches.open(cacheName)
  for (const path of worker.built.files) {
    const known = HASHED.test(path) ? await findFile(path) : undefined
    if (known) await cache.put(path, known)
    else await cache.add(new Request(path, { cache: HASHED.test(path) ? 'default' : 'reload' }))
  }
}

const keptCaches = async () => (await caches.keys()).filter((name) => name.startsWith(PREFIX))

/** Keeps the files of the version before: tabs that were opened with it still load its code. */
async function dropOldFiles(): Promise<void> {
  const others = (await keptCaches()).filter((name) => name !== cacheName)
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)))
}

async function findFile(path: string): Promise<Response | undefined> {
  for (const name of [cacheName, ...(await keptCaches())]) {
    const found = await (await caches.open(name)).match(path)
    if (found) return found
  }
  return undefined
}

/** The newest page if the server sends it in time, else the kept one. A new page needs files that the server has. */
async function sendPage(request: Request, pathname: string): Promise<Response> {
  const fresh = fetch(request)
  const inTime = new Promise<undefined>((resolve) => setTimeout(resolve, PAGE_WAIT_MS))
  const response = await Promise.race([fresh, inTime]).catch(() => undefined)
  if (response && response.status < 500) return response
  const cache = await caches.open(cacheName)
  return (await cache.match(pathname === '/' ? '/' : '/dashboard')) ?? fresh
}

async function sendFile(request: Request, pathname: string): Promise<Response> {
  const known = await findFile(pathname)
  if (known) return known
  const response = await fetch(request)
  if (response.ok && HASHED.test(pathname)) await keepFile(pathname, response.clone()).catch(() => undefined)
  return response
}

/** Rejects if the storage is full: the file is missed only offline. */
async function keepFile(path: string, response: Response): Promise<void> {
  await (await caches.open(cacheName)).put(path, response)
}
