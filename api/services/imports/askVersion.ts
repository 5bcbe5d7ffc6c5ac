import { AppError } from '../../platform/errors.ts'
import { log } from '../../platform/log.ts'
import type { Sources } from '../../sources/sources.ts'
import type { VersionedSource } from '../../sources/versions.ts'
import { findVersions, keepVersions, versionOf } from '../../store/papers/paperVersions.ts'
import { findRemainingWait } from '../../store/sources/rateLimit.ts'
import { findSourceState } from '../../store/sources/sources.ts'
import { normalise } from '../ingestion/normalise.ts'

/** A version of a paper that its source is asked for. */
export interface WantedVersion {
  paperId: string
  version: number
}

/** A request of this process. */
interface Asking {
  /** Never rejects. */
  ended: Promise<void>
  hasEnded: boolean
  failure?: AppError
}

/** Requests that wait in this process for each other. */
const WAITING_MAX = 20
/** A pause of the source up to this length is waited for. */
const PAUSE_MAX_MS = 10_000
/** For a request with its place in the queue of requests to the source. */
const LIMIT_MS = 60_000

/** By the sources of a product: the requests, and the end of the last one. */
const queues = new WeakMap<Sources, { asked: Map<string, Asking>; last: Promise<void> }>()

/**
 * Asks the source for a version and keeps it. One version is asked for at a time, and each only once, however many
 * readers want it. Waits `waitMs` at most. Returns whether it is kept now; false while the request goes on: then call it
 * again. `countRequest` is called before a new request, and may throw. Throws "not-found" when the source has no such
 * version and "source-unavailable" when it did not answer; the next call asks again.
 */
export async function askVersion(
  sources: Sources,
  source: VersionedSource,
  wanted: WantedVersion,
  { waitMs, countRequest }: { waitMs: number; countRequest: () => void },
): Promise<boolean> {
  const queue = queues.get(sources) ?? { asked: new Map<string, Asking>(), last: Promise.resolve() }
  queues.set(sources, queue)
  const key = `${wanted.paperId}v${wanted.version}`
  let asking = queue.asked.get(key)
  if (asking === undefined) {
    countRequest()
    removeEnded(queue.asked)
    if (queue.asked.size >= WAITING_MAX)
      throw new AppError('source-unavailable', `Many versions are being asked for at ${source.name}.`, {
        retryAfter: LIMIT_MS / 1_000,
      })
    const started: Asking = { hasEnded: false, ended: queue.last.then(() => ask(source, wanted, started)) }
    queue.asked.set(key, started)
    queue.last = started.ended
    asking = started
  }
  await Promise.race([asking.ended, Bun.sleep(waitMs)])
  if (!asking.hasEnded) return false
  queue.asked.delete(key)
  if (asking.failure !== undefined) throw asking.failure
  return true
}

/** Those whose readers did not come back. */
function removeEnded(asked: Map<string, Asking>): void {
  for (const [key, { hasEnded }] of asked) if (hasEnded) asked.delete(key)
}

async function ask(source: VersionedSource, wanted: WantedVersion, asking: Asking): Promise<void> {
  try {
    await fetchVersion(source, wanted)
  } catch (error) {
    // Recovered: the next call for this version throws it.
    asking.failure = toFailure(source, error)
    log.warn({ error, paper: wanted.paperId, version: wanted.version }, 'a version could not be fetched')
  }
  asking.hasEnded = true
}

async function fetchVersion(source: VersionedSource, { paperId, version }: WantedVersion): Promise<void> {
  if (!(await findSourceState(source.id)).enabled)
    throw new AppError('conflict', `${source.name} is switched off in this library.`)
  const pauseMs = await findRemainingWait(source.slotKey ?? source.id)
  if (pauseMs > PAUSE_MAX_MS)
    throw new AppError('source-unavailable', `${source.name} asked for a pause.`, {
      retryAfter: Math.ceil(pauseMs / 1_000),
    })
  const sourceId = paperId.slice(source.lookUp.prefix.length)
  const signal = AbortSignal.timeout(LIMIT_MS)
  const record = await source.lookUp.readVersion(sourceId, version, { signal, tries: 1 })
  const content = record === null ? null : versionOf(normalise(record))
  if (content === null) throw new AppError('not-found', `${source.name} has no version ${version} of this paper.`)
  // It may have been removed meanwhile.
  if ((await findVersions([paperId])).has(paperId)) await keepVersions([{ paperId, content }])
}

function toFailure({ name }: VersionedSource, error: unknown): AppError {
  if (error instanceof AppError && error.code !== 'source-unavailable') return error
  const isTimeout = error instanceof Error && error.name === 'TimeoutError'
  if (!(error instanceof AppError) && !isTimeout)
    return new AppError('internal', 'Something went wrong on our side.', { cause: error })
  const reason = error instanceof AppError ? error.message : `${name} did not answer in ${LIMIT_MS / 1_000} seconds.`
  const { retryAfter } = error instanceof AppError ? error.details : {}
  return new AppError('source-unavailable', `${reason} Try again later, or read the version at ${name}.`, {
    cause: error,
    ...(retryAfter !== undefined && { retryAfter }),
  })
}
