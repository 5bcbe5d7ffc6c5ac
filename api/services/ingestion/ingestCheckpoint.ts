import type { FeedFacts } from '../../sources/source.ts'

/** What a fetch reads. */
export interface IngestInput {
  /** Id of the source. Default: all enabled sources that announce papers. */
  source?: string
  /** Categories to read in addition to those that users follow. */
  categories?: string[]
  /** Read the changes of this many days, even when no day is missing. */
  days_back?: number
  /** Recover the announcements of the days from `from` to `until`, whether they are missing or not. */
  from?: string
  until?: string
  /** Read every feed, also those that have not changed. */
  fresh?: boolean
}

/** The steps of a run, in their order. */
export const STEPS = ['current', 'changes', 'days', 'fill'] as const
export type Step = (typeof STEPS)[number]

/** Why a step failed. */
export interface StepFailure {
  /** A sentence. */
  message: string
  /** Seconds for which the source must not be asked. */
  retryAfter?: number
  /** No request was sent. */
  refused?: boolean
}

/** Where a run resumes after a stop. Saved after each page, once the page is stored. */
export interface IngestCheckpoint {
  /** Ids of the sources that were read completely. */
  finished: string[]
  step: Step
  /** Cursor of the last stored page. */
  cursor?: string
  /** By archive: what its feed showed. */
  feeds: Record<string, ReadFeed>
  /** The days read in the step `changes`; set when that step begins. */
  window?: Window
  /** The first and last day read in the step `days`; set when that step begins. */
  dated?: { from: string; until: string }
  /** By day: hashes of the records that could not be read in the step `days`. A list may be read more than once. */
  rejectedOn?: Record<string, string[]>
  /** Records read in the step `changes`. */
  changed: number
  /** Ids of records that could not be read in the step `changes`. */
  unread: string[]
  /** Records read and papers stored, over all steps. */
  read: number
  stored: number
  failed: Partial<Record<Step, StepFailure>>
  /** By source that was read in part: what a retry of the failed part alone need not read again. */
  partly?: Record<string, PartlyRead>
  /** The changes were read by the run that this one goes on with. */
  areChangesRead?: boolean
}

/** What was read of the feed of an archive. */
interface ReadFeed extends FeedFacts {
  /** Records that could not be read, and the ids of those of them that have one. */
  rejected: number
  unread?: string[]
  /** Records of today that no earlier announcement had, and those that one had. */
  fresh?: number
  repeated?: number
}

interface PartlyRead extends Pick<IngestCheckpoint, 'feeds' | 'areChangesRead'> {
  /** The announcement day at that time: later, everything is read again. */
  expected: string
}

/** Days whose changes are read, and the first of them whose announcement is recovered. */
export interface Window {
  from: string
  until: string
  recoverFrom: string
  recoverUntil: string
}

/** The checkpoint before the next source is read, after the `finished` ones. */
export const newCheckpoint = (finished: string[], partly?: IngestCheckpoint['partly']): IngestCheckpoint => ({
  finished,
  ...(partly && { partly }),
  step: 'current',
  feeds: {},
  changed: 0,
  unread: [],
  read: 0,
  stored: 0,
  failed: {},
})

/** Makes a run read the source from its beginning. */
export function restart(checkpoint: IngestCheckpoint): void {
  const { finished, partly } = checkpoint
  for (const field of Object.keys(checkpoint)) delete checkpoint[field as keyof IngestCheckpoint]
  Object.assign(checkpoint, newCheckpoint(finished, partly))
}

/** The checkpoint after `source` was read: its failed part is left for a retry. */
export function afterSource(checkpoint: IngestCheckpoint, source: string, expected: string, hasFailed: boolean) {
  const { finished, partly, feeds, window, failed } = checkpoint
  if (!hasFailed) return newCheckpoint([...finished, source], partly)
  const read = Object.entries(feeds).filter(([, { failure, isWhole }]) => isWhole && failure === undefined)
  const areChangesRead = checkpoint.areChangesRead ?? (window !== undefined && !failed.changes)
  const own: PartlyRead = { feeds: Object.fromEntries(read), areChangesRead, expected }
  return newCheckpoint(finished, { ...partly, [source]: own })
}

/** The checkpoint from which a retry reads the source that failed at `left`, after other sources were read. */
export function toRetry(left: IngestCheckpoint, { finished, partly }: IngestCheckpoint): IngestCheckpoint {
  const { cursor, ...rest } = left
  // The feeds come first again. Those that were read are known, and are not read again.
  const from = left.failed.current ? { step: 'current' as const } : { ...(cursor !== undefined && { cursor }) }
  return { ...rest, ...from, failed: {}, finished, partly: { ...left.partly, ...partly } }
}

/** Goes on with a source that an earlier run read in part, unless another day has been announced meanwhile. */
export function resumeSource(checkpoint: IngestCheckpoint, source: string, expected: string): void {
  const { [source]: own, ...others } = checkpoint.partly ?? {}
  if (own === undefined) return
  checkpoint.partly = others
  if (own.expected !== expected) return
  checkpoint.feeds = own.feeds
  if (own.areChangesRead) checkpoint.areChangesRead = true
}
