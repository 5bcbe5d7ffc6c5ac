import { createRemoteJWKSet, customFetch, type CryptoKey, type JWK, type JWTHeaderParameters } from 'jose'
import { refused } from './claims.ts'
import { AppError } from '../errors.ts'
import { log } from '../log.ts'
import type { KeyState } from './verifiedIdentity.ts'

const FETCH_MS = 5_000
/** At most one request in this time, whatever key ids callers invent and however often it fails. */
const REFETCH_PAUSE_MS = 30_000
/** Old keys are used for this long while the endpoint is down. */
const STALE_MAX_MS = 6 * 3_600_000
const DEFAULT_AGE_MS = 3_600_000
/** Refreshed in the background at this share of their age, so that no request waits for it. */
const REFRESH_SHARE = 0.8

export interface KeySet {
  /** Throws "unauthenticated" for an unknown key id, "unavailable" when the keys cannot be read. */
  find(header: JWTHeaderParameters): Promise<CryptoKey>
  state(): KeyState
}

/** The RSA keys published at `url` as a JWK set (RFC 7517), refreshed as its Cache-Control says. */
export function createKeySet(url: string): KeySet {
  let triedAt = Number.NEGATIVE_INFINITY
  let fetchedAt: number | null = null
  let refreshAfter = 0
  let failingSince: Date | null = null
  const mayAsk = () => Date.now() - triedAt >= REFETCH_PAUSE_MS

  // jose knows neither Cache-Control nor a pause after a failure, and takes a set without keys.
  const read = async (address: string, request: RequestInit): Promise<Response> => {
    if (!mayAsk()) throw new Error('the key endpoint was asked a moment ago')
    triedAt = Date.now()
    try {
      const response = await fetch(address, request)
      if (!response.ok) throw new Error(`the key endpoint answered ${response.status}`)
      const { keys: listed } = (await response.json()) as { keys?: JWK[] }
      if (!listed?.some(({ kty }) => kty === 'RSA')) throw new Error('the key endpoint lists no RSA key')
      fetchedAt = Date.now()
      refreshAfter = fetchedAt + maxAgeOf(response) * REFRESH_SHARE
      failingSince = null
      return Response.json({ keys: listed })
    } catch (error) {
      failingSince ??= new Date()
      log.error({ error }, 'the keys of ID tokens cannot be read')
      throw error
    }
  }

  const keys = createRemoteJWKSet(new URL(url), {
    cacheMaxAge: STALE_MAX_MS,
    cooldownDuration: REFETCH_PAUSE_MS,
    timeoutDuration: FETCH_MS,
    [customFetch]: read,
  })

  return {
    state: () => ({ fetched_at: fetchedAt === null ? null : new Date(fetchedAt), failing_since: failingSince }),
    async find(header) {
      // A failure is logged and shown by `state`; the keys at hand stay in use.
      if (keys.fresh && Date.now() > refreshAfter && mayAsk()) keys.reload().catch(() => {})
      try {
        return await keys(header)
      } catch (cause) {
        if (keys.fresh) throw refused(cause)
        const sentence = 'Signing in is not possible right now. Please try again in a few minutes.'
        throw new AppError('unavailable', sentence, { cause })
      }
    },
  }
}

function maxAgeOf({ headers }: Response): number {
  const age = /max-age=(\d+)/.exec(headers.get('cache-control') ?? '')?.[1]
  return age === undefined ? DEFAULT_AGE_MS : Math.min(Number(age) * 1000, STALE_MAX_MS)
}
