/** Where a run resumes after a stop. Saved after each page, once the page is stored. */
export interface IngestCheckpoint {
  /** Ids of the sources that were read completely. */
  finished: string[]
  step: 'current' | 'changes' | 'fill'
  /** Cursor of the last stored page. */
  cursor?: string
  /** Number of records read from the current announcement, by day. */
  seen: Record<string, number>
  /** The newest day in each feed: some feeds may still contain the previous batch. */
  feeds: string[]
  /** The days read in the step `changes`; set when that step begins. */
  window?: { from: string; until: string }
  /** Records read in the step `changes`. */
  changed: number
  /** Records read and papers stored, over all steps. */
  read: number
  stored: number
  /** Why a step failed, in one sentence. */
  failed: Partial<Record<'current' | 'changes' | 'fill', string>>
}

/** The checkpoint before the next source is read, after the `finished` ones. */
export const newCheckpoint = (finished: string[]): IngestCheckpoint => ({
  finished,
  step: 'current',
  seen: {},
  feeds: [],
  changed: 0,
  read: 0,
  stored: 0,
  failed: {},
})
