import { importJWK, type CryptoKey, type JWK } from 'jose'
import { refused } from './claims.ts'
import { AppError } from '../errors.ts'
import { log } from '../log.ts'
import type { KeyState } from './verifiedIdentity.ts'

const FETCH_MS = 5_000
const BODY_MAX_BYTES = 256 * 1024
/** At most one request in this time, whatever key ids callers invent. */
const REFETCH_PAUSE_MS = 30_000
/** Old keys are used for so long while the endpoint is down. */
const STALE_MAX_MS = 6 * 3_600_000
const DEFAULT_AGE_MS = 3_600_000
/** Refreshed ahead of their time, so that no reader waits for it. */
const REFRESH_SHARE = 0.8

export interface KeySet {
  /** Throws "unauthenticated" for an unknown id, "unavailable" when the keys cannot be had. */
  find(kid: string): Promise<CryptoKey>
  state(): KeyState
}

/** The RSA keys published at `url` as a JWK set (RFC 7517), kept as long as its Cache-Control says. */
export function createKeySet(url: string): KeySet {
  let keys = new Map<string, CryptoKey>()
  let fetchedAt = 0
  let refreshAfter = 0
  let triedAt = 0
  let failingSince: Date | null = null
  let running: Promise<void> | undefined

  /** One request for all who ask at the same time. Never throws: who needs a key looks at what is there. */
  const refresh = (): Promise<void> => {
    running ??= read().finally(() => {
      running = undefined
    })
    return running
  }

  const read = async () => {
    triedAt = Date.now()
    try {
      const answer = await fetchKeys(url)
      keys = answer.keys
      fetchedAt = Date.now()
      refreshAfter = fetchedAt + answer.ageMs * REFRESH_SHARE
      failingSince = null
    } catch (error) {
      failingSince ??= new Date()
      log.error({ error }, 'the keys of ID tokens cannot be read')
    }
  }

  const mayAsk = () => Date.now() - triedAt >= REFETCH_PAUSE_MS

  return {
    state: () => ({ fetched_at: fetchedAt === 0 ? null : new Date(fetchedAt), failing_since: failingSince }),
    async find(kid) {
      const known = keys.get(kid)
      const stale = Date.now() - fetchedAt > STALE_MAX_MS
      if (known !== undefined && !stale) {
        if (Date.now() > refreshAfter && mayAsk()) void refresh()
        return known
      }
      if (running !== undefined || mayAsk()) await refresh()
      const key = keys.get(kid)
      if (Date.now() - fetchedAt > STALE_MAX_MS)
        throw new AppError('unavailable', 'Signing in is not possible right now. Please try again in a few minutes.')
      if (key === undefined) throw refused(new Error('unknown key'))
      return key
    },
  }
}

async function fetchKeys(url: string): Promise<{ keys: Map<string, CryptoKey>; ageMs: number }> {
  const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_MS), redirect: 'error' })
  const body = await response.text()
  if (!response.ok || body.length > BODY_MAX_BYTES) throw new Error(`the key endpoint answered ${response.status}`)
  const { keys: listed } = JSON.parse(body) as { keys: JWK[] }
  const usable = listed.filter(({ kty, kid, alg, use }) => {
    return kty === 'RSA' && kid !== undefined && (alg ?? 'RS256') === 'RS256' && (use ?? 'sig') === 'sig'
  })
  const keys = new Map<string, CryptoKey>()
  for (const key of usable) keys.set(key.kid ?? '', (await importJWK(key, 'RS256')) as CryptoKey)
  if (keys.size === 0) throw new Error('the key endpoint lists no RSA key')
  const age = /max-age=(\d+)/.exec(response.headers.get('cache-control') ?? '')?.[1]
  return { keys, ageMs: age === undefined ? DEFAULT_AGE_MS : Math.min(Number(age) * 1000, STALE_MAX_MS) }
}
