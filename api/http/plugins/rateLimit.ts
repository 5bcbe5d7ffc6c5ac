import { AppError } from '../../platform/errors.ts'
import type { Product } from '../../services/product.ts'

/** At most `limit` uses of a key in a window, counted in this process. */
export interface Limiter {
  /** Throws "rate-limited" with the seconds to wait. A null key, of a request that came over no network, is free. */
  use(key: string | null): void
  /** Throws as `use` does when the window is used up, and counts nothing. */
  check(key: string | null): void
}

const MINUTE_MS = 60_000
const KEYS_MAX = 100_000

const limiters = new WeakMap<Product, { requests: Limiter; failures: Limiter }>()

/** The limits of one product: all requests of a user or address, and failed attempts to prove who one is. */
export function limitsOf(product: Product): { requests: Limiter; failures: Limiter } {
  const known = limiters.get(product) ?? {
    requests: createLimiter({ limit: 600, windowMs: MINUTE_MS }),
    failures: createLimiter({ limit: 20, windowMs: MINUTE_MS }),
  }
  limiters.set(product, known)
  return known
}

/** Counts in fixed windows that begin with the first use of a key. */
function createLimiter({ limit, windowMs }: { limit: number; windowMs: number }): Limiter {
  // rate-limiter-flexible's memory store keeps any number of keys, each with a timer: ours is bounded.
  const windows = new Map<string, { endsAt: number; used: number }>()
  const spend = (key: string | null, uses: number) => {
    if (key === null) return
    const at = Date.now()
    let window = windows.get(key)
    if (window === undefined || window.endsAt <= at) {
      if (windows.size >= KEYS_MAX) forget(windows, at)
      window = { endsAt: at + windowMs, used: 0 }
      windows.set(key, window)
    }
    if (window.used >= limit) {
      const retryAfter = Math.max(1, Math.ceil((window.endsAt - at) / 1000))
      throw new AppError('rate-limited', `Too many requests. Please wait ${retryAfter} seconds.`, { retryAfter })
    }
    window.used += uses
  }
  return { use: (key) => spend(key, 1), check: (key) => spend(key, 0) }
}

/** Drops what is over; when that is not enough, everything: memory matters more than one window's counts. */
function forget(windows: Map<string, { endsAt: number }>, at: number): void {
  for (const [key, { endsAt }] of windows) if (endsAt <= at) windows.delete(key)
  if (windows.size >= KEYS_MAX) windows.clear()
}

/** Runs `attempt`, which proves who somebody is, and counts it against the address when it fails. */
export async function limitFailures<Answer>(
  product: Product,
  place: string | null,
  attempt: () => Promise<Answer>,
  failed: (answer: Answer) => boolean = () => false,
): Promise<Answer> {
  const { failures } = limitsOf(product)
  failures.check(place)
  try {
    const answer = await attempt()
    if (failed(answer)) failures.use(place)
    return answer
  } catch (error) {
    failures.use(place)
    throw error
  }
}
