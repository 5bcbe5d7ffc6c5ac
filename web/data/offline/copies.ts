import { signedInHere } from '../../auth/sessionStore.ts'

/** Caches with copies of one reader's data, named by their address. They exist only where there is a service worker. */
const PREFIX = 'paperdawn-reader '
/** Copies of one reader: today's cards, and the newest pages and papers of the reading list. */
const COPIES_MAX = 60

const addressOf = (key: unknown) => `/kept?key=${encodeURIComponent(JSON.stringify(key))}`
/** The name alone: a browser that forbids storage may refuse even to give the object. */
const hasCaches = () => 'caches' in globalThis

/**
 * Returns the copy of the data under this key of the reader with this address; undefined if there is none, or the browser
 * does not give it.
 */
export async function readCopy(email: string, key: unknown): Promise<unknown> {
  if (!hasCaches()) return undefined
  const read = async () =>
    (await caches.has(PREFIX + email)) && (await caches.open(PREFIX + email)).match(addressOf(key))
  const copy = await read().catch(() => undefined)
  return copy ? copy.json() : undefined
}

/**
 * Keeps a copy of the data. Only the last `COPIES_MAX` keys that were written are kept. Keeps nothing after the reader
 * has signed out, in any tab: an answer can arrive later than that.
 */
export async function writeCopy(email: string, key: unknown, data: unknown): Promise<void> {
  if (!hasCaches() || signedInHere() !== email) return
  const cache = await caches.open(PREFIX + email)
  await cache.put(addressOf(key), Response.json(data))
  const addresses = await cache.keys()
  await Promise.all(addresses.slice(0, -COPIES_MAX).map((address) => cache.delete(address)))
  if (signedInHere() !== email) await caches.delete(PREFIX + email)
}

/** Deletes the copies of all readers but the one with this address. */
export async function deleteCopies(except?: string): Promise<void> {
  if (!hasCaches()) return
  const remove = async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== `${PREFIX}${except}`)
    await Promise.all(names.map((name) => caches.delete(name)))
  }
  // A browser that refuses has kept nothing.
  await remove().catch(() => undefined)
}
