import { AppError } from '../../platform/errors.ts'
import type { Sources } from '../../sources/sources.ts'
import type { VersionedSource } from '../../sources/versions.ts'
import { findVersions, keepVersions, versionOf } from '../../store/papers/paperVersions.ts'
import { normalise } from '../ingestion/normalise.ts'
import { AskQueue } from './askQueue.ts'

/** A version of a paper that its source is asked for. */
export interface WantedVersion {
  paperId: string
  version: number
}

/** By the sources of a product. */
const queues = new WeakMap<Sources, AskQueue<void>>()

const createQueue = () =>
  new AskQueue<void>({
    waitingMax: 20,
    limitMs: 60_000,
    what: 'versions',
    advice: (source) => `Try again later, or read the version at ${source}.`,
    isStored: true,
  })

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
  const queue = queues.get(sources) ?? createQueue()
  queues.set(sources, queue)
  const key = `${wanted.paperId}v${wanted.version}`
  const work = (signal: AbortSignal) => fetchVersion(source, wanted, signal)
  return (await queue.ask({ source, key, waitMs, countRequest, work })) !== null
}

async function fetchVersion(
  source: VersionedSource,
  { paperId, version }: WantedVersion,
  signal: AbortSignal,
): Promise<void> {
  const sourceId = paperId.slice(source.lookUp.prefix.length)
  const record = await source.lookUp.readVersion(sourceId, version, { signal, tries: 1 })
  const content = record === null ? null : versionOf(normalise(record))
  if (content === null) throw new AppError('not-found', `${source.name} has no version ${version} of this paper.`)
  // It may have been removed meanwhile.
  if ((await findVersions([paperId])).has(paperId)) await keepVersions([{ paperId, content }])
}
