/** How a host has been answering. */
export interface HostHealth {
  host: string
  /** Attempts in a row that failed. */
  failures: number
  /** Nothing is asked before this instant; null while the host is asked as usual. */
  open_until: Date | null
  reason: string | null
}

export interface Breaker {
  /** Why `host` is not asked now, or null. After the pause one attempt is let through. */
  refusal(host: string): HostHealth | null
  succeed(host: string): void
  fail(host: string, reason: string): void
}

interface Options {
  failuresMax: number
  openMs: number
  onChange?: (health: HostHealth) => void
}

/** Leaves a host alone for `openMs` after `failuresMax` failures in a row. Goes by the machine's clock, as leases do. */
export function createBreaker({ failuresMax, openMs, onChange }: Options): Breaker {
  const hosts = new Map<string, HostHealth>()
  const change = (health: HostHealth) => {
    hosts.set(health.host, health)
    onChange?.(health)
  }
  return {
    refusal(host) {
      const health = hosts.get(host)
      return health?.open_until && health.open_until.getTime() > Date.now() ? health : null
    },
    succeed(host) {
      if (hosts.delete(host)) onChange?.({ host, failures: 0, open_until: null, reason: null })
    },
    fail(host, reason) {
      const failures = (hosts.get(host)?.failures ?? 0) + 1
      const open = failures >= failuresMax
      change({ host, failures, open_until: open ? new Date(Date.now() + openMs) : null, reason })
    },
  }
}
