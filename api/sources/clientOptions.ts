import type { FetcherOptions } from './fetcher.ts'
import type { RefusedKeys } from './refusedKeys.ts'
import type { RateLimit } from './requestSlots.ts'

/** How a source is asked: the pause between two requests, and the address of each interface. */
export interface SourceDefaults {
  gapMs: number
  /** With a key, if it then allows more requests. */
  gapWithKeyMs?: number
  /** By interface: "rss", "oai", "api". */
  addresses: Readonly<Record<string, string>>
  /** Requests a day (UTC); absent for any number. */
  requestsPerDay?: number
  /** What a key has in it, if it is not one word: "e-mail:password". */
  keyForm?: string
}

/** What an admin has set for a source in place of its defaults. */
interface SetValues {
  gap_ms: number | null
  /** By interface. */
  addresses: Readonly<Record<string, string>>
  /** The key of the installation, in plain text; absent without one. */
  key?: string
}

/** The options that the clients of all sources have. */
export interface ClientOptions extends Pick<
  FetcherOptions,
  'retries' | 'limits' | 'resolve' | 'takeFromBudget' | 'onBreaker' | 'onRequestFailed' | 'onRequestSucceeded'
> {
  gapMs: number
  rateLimit: RateLimit
  /** The values that replace `gapMs` and the addresses. Read before each request, so that a change needs no restart. */
  readSettings?: () => Promise<SetValues>
  /** Keeps which keys the service refuses. Default: for this process alone. */
  refusedKeys?: RefusedKeys
}

/** For a source without settings of an admin. */
export const noSettings = async (): Promise<SetValues> => ({ gap_ms: null, addresses: {} })

/** Returns `gapMs` for addresses of which one has a host that `host` matches; other servers decide about their own load. */
export const gapOfHost = (addresses: Iterable<string>, host: RegExp, gapMs: number): number =>
  [...addresses].some((address) => host.test(new URL(address).hostname)) ? gapMs : 0
