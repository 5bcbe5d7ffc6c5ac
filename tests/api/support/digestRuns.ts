import { afterEach, beforeEach } from 'bun:test'
import type { Job } from '#api/contract/jobs.ts'
import { startWorker, type Worker } from '#api/jobs/worker.ts'
import { setClock } from '#api/platform/clock.ts'
import { startJob, watchJob } from '#api/services/jobs/jobs.ts'
import type { useApp } from '#tests/support/app.ts'
import { announceTitles } from './announce.ts'
import { setUpMail, subscribe } from './digests.ts'

/** Waits for the end of a job. Throws without a job of this id. */
export async function endOf(id = ''): Promise<Job> {
  for await (const job of watchJob(id, new AbortController().signal)) if (job?.finished_at) return job
  throw new Error(`the job ${id} did not end`)
}

/** Starts a run of the digests that are due. */
export const startDigests = () =>
  startJob({ kind: 'digest', input: {}, dedupe_key: 'digest', requested_by: 'schedule' })

/** Runs the digests that are due, and returns the ended job. */
export const runDigests = async (): Promise<Job> => endOf((await startDigests()).id)

/**
 * Before each test of the file: a worker, mail over `server`, and readers of these names whose digest is due. The worker
 * can be stopped and started again.
 */
export function useDueReaders(
  { as, product }: Pick<ReturnType<typeof useApp>, 'as' | 'product'>,
  server: { host: string; port: number },
  names: readonly string[],
) {
  let worker: Worker
  const start = () => {
    worker = startWorker(product, { pollMs: 20, retryMs: 1 })
  }
  beforeEach(async () => {
    await setUpMail(as, server)
    await announceTitles('2026-11-16', ['Lanterns'])
    setClock(new Date('2026-11-16T08:00:00Z'))
    for (const name of names) await subscribe(as, name)
    start()
  })
  afterEach(async () => {
    await worker.stop()
    setClock(null)
  })
  return { startWorker: start, stopWorker: () => worker.stop() }
}
