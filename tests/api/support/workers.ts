import { afterEach, expect } from 'bun:test'
import type { Kinds } from '#api/jobs/kinds.ts'
import { startWorker, type Worker, type WorkerOptions } from '#api/jobs/worker.ts'
import type { JobContext } from '#api/services/jobs/jobContext.ts'
import type { Product } from '#api/services/product.ts'
import { claimJob } from '#api/store/jobs/jobClaims.ts'

/** Workers that end with the test, for job functions that do not use the product. */
export function useWorkers(defaults: WorkerOptions = {}) {
  const workers = new Set<Worker>()
  /** The jobs that wait until they are told to stop. Each function ends one that was not told. */
  const waiting = new Set<() => void>()

  /** Stops `stopped`. Fails if a job was not told to stop: such a job would never end. */
  async function stop(...stopped: Worker[]): Promise<void> {
    const ends = stopped.map((worker) => worker.stop())
    for (const worker of stopped) workers.delete(worker)
    await Promise.all(stopped.map(({ closed }) => closed))
    const untold = [...waiting]
    for (const giveUp of untold) giveUp()
    await Promise.all(ends)
    expect({ jobsThatWereNotToldToStop: untold.length }).toEqual({ jobsThatWereNotToldToStop: 0 })
  }
  afterEach(() => stop(...workers))

  return {
    stop,
    stopAll: () => stop(...workers),

    work(kinds: Kinds, options: WorkerOptions = {}): Worker {
      const worker = startWorker({} as Product, { retryMs: 1, pollMs: 20, ...defaults, ...options, kinds })
      workers.add(worker)
      return worker
    },

    /** Waits until the job is told to stop, and throws the reason. */
    untilAborted: ({ signal }: Pick<JobContext, 'signal'>) =>
      new Promise<never>((_, reject) => {
        const end = (reason: unknown) => {
          waiting.delete(giveUp)
          reject(reason)
        }
        const giveUp = () => end(new Error('The job was not told to stop.'))
        if (signal.aborted) return end(signal.reason)
        waiting.add(giveUp)
        signal.addEventListener('abort', () => end(signal.reason))
      }),
  }
}

/** Fails unless another worker can take a job over now. The claim has no lease, so that the next worker claims again. */
export async function expectTakeOver(): Promise<void> {
  expect(await claimJob('probe', 0)).toMatchObject({ state: 'running' })
}
