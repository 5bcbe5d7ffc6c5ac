import type { FeedFacts } from '../../sources/source.ts'

/** The steps of a run, in their order. */
export const STEPS = ['current', 'changes', 'fill'] as const
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

/** The checkpoint after `source` was read: its failed part is left for a retry. */
export function afterSource(checkpoint: IngestCheckpoint, source: string, expected: string, hasFailed: boolean) {
  const { finished, partly, feeds, window, failed } = checkpoint
  if (!hasFailed) return newCheckpoint([...finished, source], partly)
  const read = Object.entries(feeds).filter(([, { failure, isWhole }]) => isWhole && failure === undefined)
  const areChangesRead = checkpoint.areChangesRead ?? (window !== undefined && !failed.changes)
  const own: PartlyRead = { feeds: Object.fromEntries(read), areChangesRead, expected }
  return newCheckpoint(finished, { ...partly, [source]: own })
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
