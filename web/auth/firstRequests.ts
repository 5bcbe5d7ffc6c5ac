import type { PublicConfig } from '#api/contract/auth.ts'
import { DAY_PAGE_SIZE } from '#api/contract/limits.ts'
import { deviceStorage } from '../shared/deviceStorage.ts'
import { answeredAt, readServerClock } from '../shared/serverClock.ts'
import { readStoredIdentity, SIGN_OUT_KEY, type StoredIdentity } from './storedIdentity.ts'

// Sends the requests of the first page while the browser still loads the scripts that use the answers. This module is a
// chunk of its own and runs before them.

/** By address; sent with the token of `identity`. */
const responses = new Map<string, Promise<Response>>()
/** The answers that came before the page was rendered, by address. */
const answers = new Map<string, FirstAnswer>()
let identity: StoredIdentity | null = null

export interface FirstAnswer {
  data: unknown
  /** Time of the answer, by the server's clock. */
  at: string
}

const loadConfig = async () => (await (await fetch('/api/config')).json()) as PublicConfig

/** The answers that the page at `path` needs first, besides those that only a rendered page can ask for. */
function addressesOf(path: string): string[] {
  const addresses = ['/api/auth/me']
  if (path === '/dashboard') addresses.push(`/api/users/me/dashboard?first=${DAY_PAGE_SIZE}`)
  return addresses
}

async function begin(): Promise<StoredIdentity | null> {
  const { pathname, search, origin } = location
  // The landing page does not ask who is signed in; the sign-in page needs no answers.
  if (pathname === '/' || deviceStorage.get(SIGN_OUT_KEY) !== null) return null
  identity = await readStoredIdentity(loadConfig)
  if (identity === null || pathname === '/login') return identity
  const headers = { authorization: `Bearer ${identity.token}` }
  for (const address of addressesOf(pathname + search)) {
    const response = fetch(address, { headers })
    // Who takes the response deals with its failure.
    keepAnswer(address, response).catch(() => undefined)
    responses.set(origin + address, response)
  }
  return identity
}

async function keepAnswer(address: string, sent: Promise<Response>): Promise<void> {
  const response = await sent
  readServerClock(response)
  if (response.ok) answers.set(address, { data: await response.clone().json(), at: answeredAt(response) })
}

/**
 * The answers that have come already for the user with this address, by path without the query. A page is rendered with
 * them at once, while its hooks take the same responses from `fetchOnce`. Empty at the second call.
 */
export function takeFirstAnswers(email: string | undefined): ReadonlyMap<string, FirstAnswer> {
  const taken = new Map(
    identity !== null && identity.email === email
      ? Array.from(answers, ([address, answer]) => [address.replace(/\?.*/, ''), answer] as const)
      : [],
  )
  answers.clear()
  return taken
}

/** Who is signed in on this device; null on the landing page, or if only the identity provider can say. */
export const firstIdentity = begin()

/** Like `fetch`, with the answer to a request that was sent already, once. */
export const fetchOnce: typeof fetch = Object.assign(
  (input: RequestInfo | URL, init?: RequestInit) => {
    const sent = responses.get(String(input))
    const isSame = new Headers(init?.headers).get('authorization') === `Bearer ${identity?.token}`
    if (sent === undefined || !isSame || (init?.method ?? 'GET') !== 'GET') return fetch(input, init)
    responses.delete(String(input))
    return sent
  },
  { preconnect: () => {} },
)
