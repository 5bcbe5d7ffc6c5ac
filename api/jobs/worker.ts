import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { log as processLog, type Log } from '../platform/log.ts'
import type { Product } from '../services/product.ts'
import { removeHeartbeat, recordHeartbeat } from '../services/jobs/jobs.ts'
import { endWorkerLoop, noteWorkerLoop } from '../services/operations/readiness.ts'
import { claimJob, onJobChanged, type JobRecord } from '../store/jobs/jobs.ts'
import { runAttempt } from './attempt.ts'
import { kinds, type Kinds } from './kinds.ts'
import { prepareJobMetrics } from './report.ts'

export interface WorkerOptions {
  /** A worker that is not heard of for so long loses its jobs. */
  leaseMs?: number
  /** How often jobs of other processes are looked for. */
  pollMs?: number
  /** The pause after a first failure; it doubles with each further one. */
  retryMs?: number
  /** Jobs side by side. */
  slots?: number
  kinds?: Kinds
  log?: Log
}

export interface Worker {
  /** Stops taking jobs, puts those it runs back with their checkpoints, and waits for them. */
  stop(): Promise<void>
}

/**
 * Runs jobs of the queue until it is stopped; any number of workers may run side by side, in one process or in many.
 * A job queued by this process starts at once, one of another process after `pollMs` at most. Never throws.
 */
export function startWorker(
  product: Product,
  {
    leaseMs = 30_000,
    pollMs = 1_000,
    retryMs = 10_000,
    slots = 4,
    kinds: known = kinds,
    log = processLog,
  }: WorkerOptions = {},
): Worker {
  const owner = `${hostname()}:${process.pid}:${crypto.randomUUID().slice(0, 8)}`
  prepareJobMetrics(Object.keys(known))
  const stopping = new AbortController()
  const running = new Map<string, { ended: Promise<void>; look: () => void }>()
  const bell = createBell()
  const unsubscribe = onJobChanged((jobId) => {
    running.get(jobId)?.look()
    bell.ring()
  })
  const beating = setInterval(() => void beat(), leaseMs / 3)

  const beat = () =>
    recordHeartbeat(owner, running.size).catch((error: unknown) =>
      log.warn({ error, owner }, 'worker could not be noted'),
    )

  function start(job: JobRecord): void {
    const attempt = runAttempt(product, job, { leaseMs, retryMs, stopping: stopping.signal, kinds: known, log })
    const ended = attempt.ended.finally(() => {
      running.delete(job._id)
      bell.ring()
    })
    running.set(job._id, { ended, look: attempt.look })
  }

  async function work(): Promise<void> {
    await beat()
    while (!stopping.signal.aborted) {
      // After a lease without a look at the queue, other workers take over its jobs.
      noteWorkerLoop(leaseMs)
      const job = running.size < slots ? await claim() : null
      if (job === null) await bell.wait(pollMs)
      else start(job)
    }
  }

  const claim = () =>
    claimJob(owner, leaseMs).catch((error: unknown) => {
      // The database heals by itself or its own check tells; the next look comes after `pollMs`.
      log.warn({ error, owner }, 'jobs could not be looked for')
      return null
    })

  const working = work()
  return {
    async stop() {
      stopping.abort()
      bell.ring()
      await working
      await Promise.all([...running.values()].map(({ ended }) => ended))
      clearInterval(beating)
      endWorkerLoop()
      unsubscribe()
      await removeHeartbeat(owner).catch((error: unknown) => log.warn({ error, owner }, 'worker could not be removed'))
    },
  }
}

/** A pause that `ring` cuts short. A ring that nobody waits for is kept for the next wait. */
function createBell() {
  let rung = new AbortController()
  return {
    ring: () => rung.abort(),
    async wait(ms: number): Promise<void> {
      await sleep(ms, undefined, { signal: rung.signal }).catch(() => {
        rung = new AbortController()
      })
    },
  }
}
