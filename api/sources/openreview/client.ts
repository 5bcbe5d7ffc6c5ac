import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { now } from '../../platform/clock.ts'
import type { FetchedResponse } from '../boundedFetch.ts'
import { gapOfHost, noSettings, type ClientOptions } from '../clientOptions.ts'
import { mayBeAskedAt, unavailable } from '../failures.ts'
import { createFetcher, type FetcherOptions } from '../fetcher.ts'
import { parseJson } from '../jsonRecords.ts'
import { isLeftOut, nextTry, rememberRefusedKeys, type RefusedKey, type StoredKeys } from '../refusedKeys.ts'

export interface OpenreviewOptions extends Omit<ClientOptions, 'gapMs'> {
  /** Host of API 2, which has the venues since 2023. */
  apiUrl: string
  /** Host of API 1, which has those before. */
  oldUrl: string
  contactEmail: string
  /** Default: what the hosts of OpenReview want. */
  gapMs?: number
}

/** The two hosts, by the names of their interfaces. */
export const HOSTS = ['api', 'old'] as const
export type Host = (typeof HOSTS)[number]

interface Asking<Result> {
  signal: AbortSignal
  parameters: Readonly<Record<string, string>>
  /** Attempts of one request at most. */
  tries?: number
  /** Accepts a response with another status than 200 by what it says. */
  acceptIf?: (answer: FetchedResponse) => boolean
  read: (answer: FetchedResponse) => Result | Promise<Result>
}

export interface OpenreviewClient {
  /**
   * Asks a host with the account of the installation, which is signed in when that is needed. Throws "source-unavailable",
   * also when the account is not accepted: then the host is not asked again before the next day (UTC).
   */
  ask<Result>(host: Host, path: string, asking: Asking<Result>): Promise<Result>
  /** The refusal of the key by one of the hosts; null if none refuses it. */
  findRefusedKey(stored: StoredKeys): RefusedKey | null
}

export const ID = 'openreview'
export const NAME = 'OpenReview'
/** One request at a time to each host, with this pause. */
export const GAP_MIN_MS = 2_000
const RETRIES = { tries: 3, basePauseMs: 30_000, pauseMaxMs: 120_000 }
/** 1,000 notes with long abstracts and lists of authors. */
const LIMITS = { bodyMaxBytes: 50 * 1024 * 1024 }
const LOGIN = '/login'
const REFUSED = 'does not accept the account'

const Login = Type.Object({ token: Type.String({ minLength: 1, maxLength: 8_192, pattern: '^[!-~]+$' }) })
const Challenge = Type.Object({ name: Type.Literal('ChallengeRequiredError') })
const CHALLENGE_MAX = 20_000
const CHALLENGED = Symbol('challenged')

export const shortestGap = (addresses: Iterable<string>): number =>
  gapOfHost(addresses, /(^|\.)openreview\.net$/, GAP_MIN_MS)

/**
 * Creates the client of both hosts. Each has its own token, kept in memory: that of one is not good for the other. An
 * answer without a good token is a challenge for a browser (403), never an empty list.
 */
export function createClient({
  apiUrl,
  oldUrl,
  contactEmail,
  gapMs = GAP_MIN_MS,
  readSettings = noSettings,
  refusedKeys = rememberRefusedKeys(),
  ...options
}: OpenreviewOptions): OpenreviewClient {
  /** By origin: the token, and the key that it was given for. */
  const sessions = new Map<string, { key: string; token: string }>()
  /** The last refusal is stored with it. */
  let recorded: Promise<void> = Promise.resolve()
  /** By origin: the last sign-in, which the next one waits for. */
  const waiting = new Map<string, Promise<unknown>>()
  /** Hosts whose last answer was that to a sign-in, or a challenge: it does not show that the source can be read. */
  const unproven = new Set<string>()
  const sending: FetcherOptions = {
    ...options,
    retries: { ...RETRIES, ...options.retries },
    limits: { ...LIMITS, ...options.limits },
    name: NAME,
    slotKey: ID,
    slotOf: ({ host }) => `${ID} ${host}`,
    userAgent: `Paperdawn/0.1 (mailto:${contactEmail})`,
    gapMs: async ({ href }) => Math.max((await readSettings()).gap_ms ?? gapMs, shortestGap([href])),
    async headers({ origin, pathname }): Promise<Readonly<Record<string, string>>> {
      const token = sessions.get(origin)?.token
      return token === undefined || pathname.endsWith(LOGIN) ? {} : { authorization: `Bearer ${token}` }
    },
    onRequestSucceeded(host) {
      if (!unproven.delete(host)) options.onRequestSucceeded?.(host)
    },
    async describeRefusal(answer) {
      await recorded
      return describeRefusal(answer)
    },
    origins: [],
  }
  const fetcher = createFetcher(sending)

  /** The address of a host, and the key that may be sent to it. */
  const readHost = async (host: Host) => findHost(host, await readSettings())

  function findHost(host: Host, { addresses, key }: Pick<StoredKeys, 'addresses' | 'key'>) {
    const base = (addresses[host] ?? (host === 'api' ? apiUrl : oldUrl)).replace(/\/+$/, '')
    const { origin } = new URL(base)
    // The key was saved for the host of API 2. The other one gets it while both are those of the settings of the process.
    const isItsHost = origin === new URL(addresses['api'] ?? apiUrl).origin
    const isOwn = addresses['api'] === undefined && addresses[host] === undefined
    return { base, origin, key: isItsHost || isOwn ? key : undefined }
  }

  async function signIn(host: Host, signal: AbortSignal): Promise<void> {
    const { base, origin, key } = await readHost(host)
    const before = waiting.get(origin)
    const signedIn = (async () => {
      await before
      signal.throwIfAborted()
      if (key === undefined)
        throw unavailable(NAME, `answers only with an account (${new URL(base).host})`, { waitMs: 0 })
      if (sessions.get(origin)?.key === key) return
      const refusal = await refusedKeys.find(key, origin)
      if (refusal !== null && isLeftOut(refusal)) {
        const waitMs = refusal.until.getTime() - now().getTime()
        throw unavailable(NAME, `${REFUSED}; ${mayBeAskedAt(waitMs)}`, { waitMs })
      }
      sessions.delete(origin)
      const token = await login(base, key, signal)
      sessions.set(origin, { key, token })
    })()
    // Recovered: each caller gets its own failure.
    waiting.set(
      origin,
      signedIn.catch(() => undefined),
    )
    await signedIn
  }

  async function login(base: string, key: string, signal: AbortSignal): Promise<string> {
    const [, id, password] = /^([^:\s]+@[^:\s]+):(.+)$/.exec(key) ?? []
    if (id === undefined) throw unavailable(NAME, 'has a key that is not in the form e-mail:password', { waitMs: 0 })
    const address = new URL(base + LOGIN)
    return fetcher.get(address, {
      signal,
      json: { id, password },
      // A wrong password must not be tried again and again.
      tries: 1,
      acceptIf: (answer) => isRefusedLogin(answer) && refuse(address.origin, key),
      read({ body }) {
        unproven.add(address.host)
        const answer = parseJson(body)
        if (!Value.Check(Login, answer)) throw new SyntaxError('it has no token')
        return answer.token
      },
    })
  }

  /** The host gets the key again on the next day. Returns false, so that the answer counts as a failure. */
  function refuse(origin: string, key: string | undefined): false {
    sessions.delete(origin)
    if (key !== undefined) recorded = refusedKeys.record(key, origin, nextTry())
    return false
  }

  return {
    async ask<Result>(host: Host, path: string, { signal, parameters, tries, acceptIf, read }: Asking<Result>) {
      for (let isRepeated = false; ; isRepeated = true) {
        await signIn(host, signal)
        const { base, origin, key } = await readHost(host)
        const address = new URL(base + path)
        for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
        const result = await fetcher.get<Result | typeof CHALLENGED>(address, {
          signal,
          ...(tries !== undefined && { tries }),
          // A token expires without a word: the host is signed in to once more.
          acceptIf: (answer) =>
            isChallenge(answer) ? !isRepeated || refuse(origin, key) : (acceptIf?.(answer) ?? false),
          read(answer) {
            if (!isChallenge(answer)) return read(answer)
            unproven.add(address.host)
            return CHALLENGED
          },
        })
        if (result === CHALLENGED) {
          sessions.delete(origin)
          continue
        }
        if (key !== undefined) await refusedKeys.clear(key, origin)
        return result
      }
    },
    findRefusedKey(stored) {
      for (const host of HOSTS) {
        const { origin, key } = findHost(host, stored)
        const refusal = key === undefined ? null : stored.findRefusal(key, origin)
        const effect = 'requests to it fail, and the account is tried once a day'
        if (refusal !== null) return { ...refusal, effect, failure: REFUSED }
      }
      return null
    },
  }
}

/** Whether a host wants a browser to be seen: there is no token, it is old, or it is that of the other host. */
function isChallenge({ status, body }: FetchedResponse): boolean {
  if (status !== 403 || body.length > CHALLENGE_MAX) return false
  try {
    return Value.Check(Challenge, JSON.parse(body))
  } catch {
    // Recovered: it is the answer of another server, such as a proxy.
    return false
  }
}

const isRefusedLogin = ({ status }: FetchedResponse): boolean => [400, 401, 403].includes(status)

/** Nothing of an answer to the sign-in is repeated: it may have the password in it. */
function describeRefusal(answer: FetchedResponse & { address: URL }): string | null {
  const { status, address } = answer
  if (isChallenge(answer)) return `${REFUSED} (403)`
  if (!address.pathname.endsWith(LOGIN)) return null
  if (isRefusedLogin(answer)) return `${REFUSED} (${status})`
  return status === 429 ? 'asks us to slow down (429)' : `answers ${status} to the sign-in`
}
