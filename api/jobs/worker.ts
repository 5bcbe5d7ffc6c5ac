import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { log as processLog, type Log } from '../platform/log.ts'
import type { Product } from '../services/product.ts'
import { removeHeartbeat, recordHeartbeat } from '../services/jobs/jobs.ts'
import { recordWorkerStop, recordWorkerLoop } from '../services/health/readiness.ts'
import { claimJob } from '../store/jobs/jobClaims.ts'
import { onJobChanged, type JobRecord } from '../store/jobs/jobs.ts'
import { runAttempt } from './attempt.ts'
import { kinds, type Kinds } from './kinds.ts'
import { prepareJobMetrics } from './report.ts'

export interface WorkerOptions {
  /** First part of this worker's id, without a colon: identifies the machine and data folder. */
  installation?: string
  /** Lease of a job in ms. Other workers take over the job when the lease was not renewed for this long. */
  leaseMs?: number
  /** How often to poll for jobs that other processes queued, in ms. */
  pollMs?: number
  /** Delay in ms after the first failure; doubles with each further failure. */
  retryMs?: number
  /** How many jobs run at the same time, without those that only wait for their parts. */
  slots?: number
  kinds?: Kinds
  log?: Log
}

export interface Worker {
  /** Resolves after `stop` was called, when this worker claims no more jobs and has told the running ones to stop. */
  closed: Promise<void>
  /** Claims no more jobs, requeues the running ones with their checkpoints, and waits until they ended. */
  stop(): Promise<void>
}

/**
 * Runs queued jobs until it is stopped. Any number of workers may run at the same time, in one process or in many.
 * A job queued by this process starts at once, one queued by another process after at most `pollMs`. Never throws.
 */
export function startWorker(
  product: Product,
  {
    installation = crypto.randomUUID(),
    leaseMs = 30_000,
    pollMs = 1_000,
    retryMs = 10_000,
    slots = 4,
    kinds: jobKinds = kinds,
    log = processLog,
  }: WorkerOptions = {},
): Worker {
  const owner = `${installation}:${hostname()}:${process.pid}:${crypto.randomUUID().slice(0, 8)}`
  prepareJobMetrics(Object.keys(jobKinds))
  const stopping = new AbortController()
  const closing = new AbortController()
  /** By the claimed record: a worker that lost the lease of a job may claim it again before the first attempt ended. */
  const running = new Map<JobRecord, ReturnType<typeof runAttempt>>()
  const pause = createPause()
  const unsubscribe = onJobChanged(async (jobId) => {
    pause.wake()
    await Promise.all([...running].map(([{ _id }, { checkNow }]) => _id === jobId && checkNow()))
  })
  const heartbeatTimer = setInterval(() => void sendHeartbeat(), leaseMs / 3)

  const sendHeartbeat = () =>
    recordHeartbeat(owner, running.size).catch((error: unknown) =>
      log.warn({ error, owner }, 'worker heartbeat could not be stored'),
    )

  function start(job: JobRecord): void {
    const attempt = runAttempt(product, job, { leaseMs, retryMs, stopping: stopping.signal, kinds: jobKinds, log })
    const ended = attempt.ended.finally(() => {
      running.delete(job)
      pause.wake()
    })
    running.set(job, { ...attempt, ended })
  }

  async function work(): Promise<void> {
    await sendHeartbeat()
    while (!closing.signal.aborted) {
      // Not ready after `leaseMs` without polling the queue, because other workers take over its jobs then.
      recordWorkerLoop(leaseMs)
      const job = countBusy() < slots ? await claim() : null
      if (job === null) await pause.wait(pollMs)
      else start(job)
    }
  }

  /** Jobs that wait for their parts take no slot: a part may need it. */
  const countBusy = () => [...running.values()].filter(({ isWaiting }) => !isWaiting()).length

  let claimFails = false
  const claim = async () => {
    try {
      const job = await claimJob(owner, leaseMs)
      if (claimFails) log.info({ owner }, 'jobs are claimed again')
      claimFails = false
      return job
    } catch (error) {
      // Recovered by the next poll after `pollMs`; a lasting database failure is reported by the readiness check.
      if (!claimFails) log.warn({ error, owner }, 'jobs could not be claimed')
      claimFails = true
      return null
    }
  }

  // Only then are jobs requeued: a claim in progress would take one of them again.
  const closed = work().then(() => stopping.abort())
  return {
    closed,
    async stop() {
      closing.abort()
      pause.wake()
      await closed
      await Promise.all([...running.values()].map(({ ended }) => ended))
      clearInterval(heartbeatTimer)
      recordWorkerStop()
      unsubscribe()
      await removeHeartbeat(owner).catch((error: unknown) =>
        log.warn({ error, owner }, 'worker heartbeat could not be removed'),
      )
    },
  }
}

/** A pause that `wake` cuts short. A `wake` outside a pause makes the next pause end at once. */
function createPause() {
  let woken = new AbortController()
  return {
    wake: () => woken.abort(),
    async wait(ms: number): Promise<void> {
      await sleep(ms, undefined, { signal: woken.signal }).catch(() => {
        woken = new AbortController()
      })
    },
  }
}
