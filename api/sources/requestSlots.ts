/** One request at a time, with a gap, over all processes. Injected, since its slots are stored in the database. */
export interface RateLimit {
  /**
   * Waits for the slot of `key`, through the gap after the last request and through a pause of at most `waitMaxMs`.
   * Returns at once, without the slot, when more than that remains of a pause.
   */
  take(key: string, options: TakeOptions): Promise<Slot | Paused>
  /** Keeps the slot of `key` from all callers for `ms` from now, over restarts. Never shortens an earlier pause. */
  pause(key: string, ms: number): Promise<void>
}

export interface TakeOptions {
  /** Minimum time from the end of a request to the start of the next. */
  gapMs: number
  waitMaxMs: number
  signal: AbortSignal
}

export interface Slot {
  /** Lets the next caller have the slot after the gap. */
  release(): Promise<void>
}

export interface Paused {
  /** What remains of the pause. */
  pausedMs: number
}
