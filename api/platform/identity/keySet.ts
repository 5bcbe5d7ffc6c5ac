import { createRemoteJWKSet, customFetch, type CryptoKey, type JWK, type JWTHeaderParameters } from 'jose'
import { invalidToken } from './claims.ts'
import { AppError } from '../errors.ts'
import { log } from '../log.ts'
import type { KeyState } from './verifiedIdentity.ts'

const FETCH_MS = 5_000
/** Minimum time between two requests, also after failures and for unknown key ids in tokens. */
const REFETCH_PAUSE_MS = 30_000
/** Maximum age of keys that are used while the endpoint is down. */
const STALE_MAX_MS = 6 * 3_600_000
const DEFAULT_AGE_MS = 3_600_000
/** The keys are refreshed in the background at this fraction of their max-age, so that no request waits. */
const REFRESH_FRACTION = 0.8

export interface KeySet {
  /** Throws "unauthenticated" for an unknown key id, "unavailable" if the keys cannot be fetched. */
  find(header: JWTHeaderParameters): Promise<CryptoKey>
  state(): KeyState
}

/** Fetches the RSA keys at `url` (JWK set, RFC 7517) and caches them as its Cache-Control header says. */
export function createKeySet(url: string): KeySet {
  let triedAt = Number.NEGATIVE_INFINITY
  let fetchedAt: number | null = null
  let refreshAfter = 0
  let failingSince: Date | null = null
  const mayFetch = () => Date.now() - triedAt >= REFETCH_PAUSE_MS

  // jose ignores Cache-Control, does not pause after a failure, and accepts an empty key set.
  const fetchKeys = async (address: string, request: RequestInit): Promise<Response> => {
    if (!mayFetch()) throw new Error('the key endpoint was requested less than 30 seconds ago')
    triedAt = Date.now()
    try {
      const response = await fetch(address, request)
      if (!response.ok) throw new Error(`the key endpoint returned ${response.status}`)
      const { keys: listed } = (await response.json()) as { keys?: JWK[] }
      if (!listed?.some(({ kty }) => kty === 'RSA')) throw new Error('the key endpoint lists no RSA key')
      fetchedAt = Date.now()
      refreshAfter = fetchedAt + maxAgeOf(response) * REFRESH_FRACTION
      failingSince = null
      return Response.json({ keys: listed })
    } catch (error) {
      failingSince ??= new Date()
      log.error({ error }, 'the keys of ID tokens cannot be fetched')
      throw error
    }
  }

  const keys = createRemoteJWKSet(new URL(url), {
    cacheMaxAge: STALE_MAX_MS,
    cooldownDuration: REFETCH_PAUSE_MS,
    timeoutDuration: FETCH_MS,
    [customFetch]: fetchKeys,
  })

  return {
    state: () => ({ fetched_at: fetchedAt === null ? null : new Date(fetchedAt), failing_since: failingSince }),
    async find(header) {
      // `fetchKeys` logs a failure and reports it in `state`; the current keys stay in use.
      if (keys.fresh && Date.now() > refreshAfter && mayFetch()) keys.reload().catch(() => {})
      try {
        return await keys(header)
      } catch (cause) {
        if (keys.fresh) throw invalidToken(cause)
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
