/** Where a run goes on after a stop: written after each page, when the page is stored. */
export interface IngestCheckpoint {
  /** Sources that are done with. */
  finished: string[]
  step: 'current' | 'changes' | 'fill'
  /** Behind the last page that was stored. */
  cursor?: string
  /** Records read by day, from the current announcement. */
  seen: Record<string, number>
  /** The newest day that each feed showed: some still show an older batch when others have the new one. */
  feeds: string[]
  /** The window of `changes`, fixed when that step begins. */
  window?: { from: string; until: string }
  changed: number
  /** Records read and papers stored, over all steps. */
  read: number
  stored: number
  /** Why a step failed, in a sentence. */
  failed: Partial<Record<'current' | 'changes' | 'fill', string>>
}

/** The checkpoint before a source is read; `finished` are those that were. */
export const freshStart = (finished: string[]): IngestCheckpoint => ({
  finished,
  step: 'current',
  seen: {},
  feeds: [],
  changed: 0,
  read: 0,
  stored: 0,
  failed: {},
})
