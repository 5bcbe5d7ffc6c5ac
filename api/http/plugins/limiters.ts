import { AppError } from '../../platform/errors.ts'
import type { Product } from '../../services/product.ts'
import { networkOf } from './ipAddress.ts'

/** Rate limiter: at most `limit` uses of a key per time window, counted in this process. */
export interface Limiter {
  /** Counts one use. Throws "rate-limited" with the seconds to wait. A null key (no IP address) is not limited. */
  use(key: string | null): void
  /** Throws as `use` does if the limit is reached, but counts nothing. */
  check(key: string | null): void
}

const MINUTE_MS = 60_000
const KEYS_MAX = 100_000

/** The limiters of one product. IPv6 addresses count by network, see `networkOf`. */
interface Limiters {
  /** All requests, per user or IP address. */
  requests: Limiter
  /** Requests with a token that is not accepted, per IP address. They do not count as its other requests. */
  refused: Limiter
  /** Failed sign-ins per IP address, and wrong device codes per user. */
  failures: Limiter
  /** Sign-ins of terminals begun, per IP address. */
  deviceCodes: Limiter
  /** Sign-ins of terminals approved or denied, per user. */
  approvals: Limiter
  /** Requests to a source for a paper that the library lacks, per user. */
  lookUps: Limiter
  /** Comparisons of texts, each of which is two large requests to a source, per user. */
  texts: Limiter
  /** Searches for what can be followed, which sources are asked for, per user. */
  followables: Limiter
  /** Searches for feeds at an address, each of which is several requests, per user. */
  feedSearches: Limiter
  /** New feeds, per user. */
  feeds: Limiter
  /** Searches at other services, which have a number of requests a day for the whole library, per user. */
  elsewhere: Limiter
  /** Imports of files, per user. */
  imports: Limiter
  /** New personal tokens, per user: each has its own limit of requests. */
  tokens: Limiter
  /** Saved connections and tests of them, each of which asks another service, per user. */
  connections: Limiter
  /** Tests of e-readers, each of which is a mail, per user and per address. */
  ereaderTests: Limiter
}

const limiters = new WeakMap<Product, Limiters>()

export function limitsOf(product: Product): Limiters {
  const known = limiters.get(product) ?? {
    requests: createLimiter({ limit: 600, windowMs: MINUTE_MS }),
    refused: createLimiter({ limit: 600, windowMs: MINUTE_MS }),
    failures: createLimiter({ limit: 20, windowMs: MINUTE_MS }),
    deviceCodes: createLimiter({ limit: 60, windowMs: 15 * MINUTE_MS }),
    approvals: createLimiter({ limit: 20, windowMs: 15 * MINUTE_MS }),
    lookUps: createLimiter({ limit: 30, windowMs: 15 * MINUTE_MS }),
    texts: createLimiter({ limit: 10, windowMs: 15 * MINUTE_MS }),
    // One search for each pause in typing.
    followables: createLimiter({ limit: 120, windowMs: 15 * MINUTE_MS }),
    feedSearches: createLimiter({ limit: 30, windowMs: 60 * MINUTE_MS }),
    feeds: createLimiter({ limit: 5, windowMs: 60 * MINUTE_MS }),
    // One reader takes at most half of the day of a service that may be sent 1,000 requests.
    elsewhere: createLimiter({ limit: 20, windowMs: 60 * MINUTE_MS }),
    // A reading list of 10,000 papers is imported in about 25 parts.
    imports: createLimiter({ limit: 60, windowMs: 15 * MINUTE_MS }),
    tokens: createLimiter({ limit: 30, windowMs: 60 * MINUTE_MS }),
    connections: createLimiter({ limit: 30, windowMs: 15 * MINUTE_MS }),
    ereaderTests: createLimiter({ limit: 5, windowMs: 60 * MINUTE_MS }),
  }
  limiters.set(product, known)
  return known
}

/** Counts in fixed windows. A window starts with the first use of a key. */
function createLimiter({ limit, windowMs }: { limit: number; windowMs: number }): Limiter {
  // Not rate-limiter-flexible: its memory store has no maximum number of keys and sets a timer for each.
  const windows = new Map<string, { endsAt: number; used: number }>()
  const count = (client: string | null, uses: number) => {
    if (client === null) return
    const key = networkOf(client)
    const at = Date.now()
    let window = windows.get(key)
    if (window === undefined || window.endsAt <= at) {
      if (windows.size >= KEYS_MAX) evict(windows, at)
      window = { endsAt: at + windowMs, used: 0 }
      windows.set(key, window)
    }
    if (window.used >= limit) {
      const retryAfter = Math.max(1, Math.ceil((window.endsAt - at) / 1000))
      throw new AppError('rate-limited', `Too many requests. Please wait ${retryAfter} seconds.`, { retryAfter })
    }
    window.used += uses
  }
  return { use: (key) => count(key, 1), check: (key) => count(key, 0) }
}

/** Deletes the expired windows, or all if too many remain: bounded memory is more important than exact counts. */
function evict(windows: Map<string, { endsAt: number }>, at: number): void {
  for (const [key, { endsAt }] of windows) if (endsAt <= at) windows.delete(key)
  if (windows.size >= KEYS_MAX) windows.clear()
}

/**
 * Runs `attempt`, which checks a token or code, and counts it per IP address if it throws or `failed` returns true. Above
 * the limit only failed attempts are "rate-limited": others behind the same address can still sign in.
 */
export async function limitFailures<Result>(
  product: Product,
  ipAddress: string | null,
  attempt: () => Promise<Result>,
  failed: (result: Result) => boolean = () => false,
): Promise<Result> {
  const { failures } = limitsOf(product)
  const result = await attempt().catch((error: unknown) => {
    failures.use(ipAddress)
    throw error
  })
  if (failed(result)) failures.use(ipAddress)
  return result
}

/**
 * Runs `attempt`, which looks a short code up, unless `userId` has tried too many wrong ones: then it throws
 * "rate-limited", because codes could be guessed. Counts the attempt if it throws.
 */
export async function limitGuesses<Result>(
  product: Product,
  userId: string,
  attempt: () => Promise<Result>,
): Promise<Result> {
  limitsOf(product).failures.check(userId)
  return limitFailures(product, userId, attempt)
}
