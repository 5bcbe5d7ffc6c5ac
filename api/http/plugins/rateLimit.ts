import { AppError } from '../../platform/errors.ts'
import type { Product } from '../../services/product.ts'

/** Rate limiter: at most `limit` uses of a key per time window, counted in this process. */
export interface Limiter {
  /** Counts one use. Throws "rate-limited" with the seconds to wait. A null key (no IP address) is not limited. */
  use(key: string | null): void
  /** Throws as `use` does if the limit is reached, but counts nothing. */
  check(key: string | null): void
}

const MINUTE_MS = 60_000
const KEYS_MAX = 100_000

const limiters = new WeakMap<Product, { requests: Limiter; failures: Limiter }>()

/** Rate limiters of one product: all requests per user or IP address, and failed sign-in attempts per IP address. */
export function limitsOf(product: Product): { requests: Limiter; failures: Limiter } {
  const known = limiters.get(product) ?? {
    requests: createLimiter({ limit: 600, windowMs: MINUTE_MS }),
    failures: createLimiter({ limit: 20, windowMs: MINUTE_MS }),
  }
  limiters.set(product, known)
  return known
}

/** Counts in fixed windows. A window starts with the first use of a key. */
function createLimiter({ limit, windowMs }: { limit: number; windowMs: number }): Limiter {
  // Not rate-limiter-flexible: its memory store has no maximum number of keys and sets a timer for each.
  const windows = new Map<string, { endsAt: number; used: number }>()
  const count = (key: string | null, uses: number) => {
    if (key === null) return
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

/** Runs `attempt`, which checks a token or code, and counts it per IP address if it throws or `failed` returns true. */
export async function limitFailures<Result>(
  product: Product,
  ipAddress: string | null,
  attempt: () => Promise<Result>,
  failed: (result: Result) => boolean = () => false,
): Promise<Result> {
  const { failures } = limitsOf(product)
  failures.check(ipAddress)
  try {
    const result = await attempt()
    if (failed(result)) failures.use(ipAddress)
    return result
  } catch (error) {
    failures.use(ipAddress)
    throw error
  }
}
