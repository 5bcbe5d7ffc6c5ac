import type { PublicConfig } from '#api/contract/auth.ts'
import { readStoredIdentity, SIGN_OUT_KEY, type StoredIdentity } from '../auth/storedIdentity.ts'
import type { FirstAnswer } from '../data/firstCache.ts'
import { deviceStorage } from '../shared/deviceStorage.ts'
import { answeredAt, readServerClock } from '../shared/serverClock.ts'
import { firstReadsOf } from './firstReads.ts'

// Sends the requests of the first page while the browser still loads the scripts that use the answers. This module is a
// chunk of its own and runs before them.

/** By address; sent with the token of `identity`. */
const responses = new Map<string, Promise<Response>>()
/** The answers that came before the page was rendered, by address; null once they are taken. */
let answers: Map<string, FirstAnswer> | null = new Map()
let identity: StoredIdentity | null = null

const loadConfig = async () => (await (await fetch('/api/config')).json()) as PublicConfig

async function begin(): Promise<StoredIdentity | null> {
  const { pathname, origin } = location
  // The landing page does not ask who is signed in; the sign-in page needs no answers.
  if (pathname === '/' || deviceStorage.get(SIGN_OUT_KEY) !== null) return null
  identity = await readStoredIdentity(loadConfig)
  if (identity === null || pathname === '/login') return identity
  const headers = { authorization: `Bearer ${identity.token}` }
  for (const { key, address } of firstReadsOf(location)) {
    const response = fetch(address, { headers })
    // Who takes the response deals with its failure.
    keepAnswer(key, origin + address, response).catch(() => undefined)
    responses.set(origin + address, response)
  }
  return identity
}

async function keepAnswer(key: FirstAnswer['key'], address: string, sent: Promise<Response>): Promise<void> {
  const response = await sent
  readServerClock(response)
  // Too late for the first render: the hook that needs it takes the response.
  if (!response.ok || answers === null) return
  answers.set(address, { key, data: await response.clone().json(), at: answeredAt(response) })
}

/**
 * The answers that have come already for the user with this address: a page is rendered with them at once. The others
 * are taken from `fetchOnce`. Empty at the second call.
 */
export function takeFirstAnswers(email: string | undefined): readonly FirstAnswer[] {
  const taken = identity !== null && identity.email === email && answers ? answers : new Map<string, FirstAnswer>()
  for (const address of taken.keys()) responses.delete(address)
  answers = null
  return [...taken.values()]
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
