import { createLog } from '#api/platform/log.ts'
import type { JobContext } from '#api/services/jobs/jobContext.ts'

const none = () => Promise.resolve()

/** A job's context that stores nothing. */
export const benchRun: JobContext = {
  id: 'bench',
  // Lines are written as in production, to nowhere.
  log: createLog('info', { write: () => undefined }),
  signal: new AbortController().signal,
  checkpoint: null,
  progress: none,
  save: none,
  count: () => undefined,
  problem: () => undefined,
  share: none,
}
