import { createLog } from '#api/platform/log.ts'
import type { JobContext } from '#api/services/jobs/jobContext.ts'

/** The context of a job that is run by itself: it is not stored, and is never stopped. */
export const createJobContext = (): JobContext => ({
  id: 'alone',
  log: createLog('silent'),
  signal: new AbortController().signal,
  checkpoint: null,
  progress: async () => undefined,
  save: async () => undefined,
  count: () => undefined,
  problem: () => undefined,
  share: async () => undefined,
})
