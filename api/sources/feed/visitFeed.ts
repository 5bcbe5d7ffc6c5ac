import { now } from '../../platform/clock.ts'
import type { Source } from '../source.ts'
import type { FeedClient, FeedFailure } from './feedClient.ts'
import { nextVisitAt, retryVisitAt, type VisitHistory } from './nextVisit.ts'
import type { ParsedFeed } from './parseFeed.ts'
import type { FeedHints } from './rawFeed.ts'

/** What is known of a feed from earlier visits. Validators are byte for byte as received. */
export interface KnownFeed {
  etag: string | null
  modified: string | null
  hash: string | null
  hints: FeedHints | null
  /** When the whole feed was last received. */
  receivedAt: Date | null
  history: VisitHistory
}

/**
 * The result of a visit. `nextAt` is when the feed may be visited again, `movedTo` the address to which it has moved for
 * good, as its server says.
 */
export type FeedVisit = { nextAt: Date } & (
  | { outcome: 'unchanged'; movedTo: string | null }
  | {
      outcome: 'read'
      feed: ParsedFeed
      etag: string | null
      modified: string | null
      hash: string
      movedTo: string | null
    }
  | { outcome: 'failed'; failure: FeedFailure }
)

/** A source whose feeds are visited. */
export interface VisitingSource extends Source {
  /** Reads a feed that is followed. A feed that cannot be read is the result, not an error. */
  visit(address: string, options: { known: KnownFeed; signal: AbortSignal }): Promise<FeedVisit>
}

const NO_HINTS: FeedHints = { ttlMinutes: null, updateMinutes: null, skipHours: [], skipDays: [] }
/** A server can say "unchanged" of a feed that has changed: once a day it is not asked that way. */
const TRUSTED_MS = 20 * 3_600_000
const ONCE_A_DAY: ReadonlySet<FeedFailure> = new Set(['refused', 'blocked'])

/** Visits a feed once. Only what is new since `known` is received, if the server can say so. Throws only when it is stopped. */
export async function visitFeed(
  client: FeedClient,
  address: string,
  { known, signal }: { known: KnownFeed; signal: AbortSignal },
): Promise<FeedVisit> {
  const { history } = known
  const isTrusted = known.receivedAt !== null && now().getTime() - known.receivedAt.getTime() < TRUSTED_MS
  const { etag, modified } = isTrusted ? known : { etag: null, modified: null }
  const answer = await client.ask(address, { signal, etag, modified, hash: known.hash })
  const at = now()
  const failed = (failure: FeedFailure, retryAfterMs = 0): FeedVisit => ({
    outcome: 'failed',
    failure,
    nextAt: retryVisitAt(at, { address, history, retryAfterMs, isOnceADay: ONCE_A_DAY.has(failure) }),
  })
  if (answer.outcome === 'failed') return failed(answer.failure, answer.retryAfterMs)
  const { headers, address: found, isMovedForGood } = answer.response
  const movedTo = isMovedForGood ? found.href : null
  if (answer.outcome === 'unchanged')
    return {
      outcome: 'unchanged',
      movedTo,
      nextAt: nextVisitAt(at, { address, hints: known.hints ?? NO_HINTS, headers, history }),
    }
  if ('page' in answer.read) return failed('not-a-feed')
  const { feed } = answer.read
  const isWorthless = headers.get('expires')?.trim() === '0'
  return {
    outcome: 'read',
    feed,
    etag: isWorthless ? null : headers.get('etag'),
    modified: isWorthless ? null : headers.get('last-modified'),
    hash: answer.hash,
    movedTo,
    nextAt: nextVisitAt(at, { address, hints: feed.hints, headers, history }),
  }
}
