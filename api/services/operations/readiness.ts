import type { Readiness } from '../../contract/health.ts'
import { pingDatabase } from '../../store/database.ts'
import type { Product } from '../product.ts'

let stopping = false
/** Real time, in milliseconds, before which the worker loop has to run again; null while no worker runs. */
let loopDueAt: number | null = null

/** From now on this process is not ready: it finishes what it has. */
export function announceStop(): void {
  stopping = true
}

/** Notes that the loop which takes jobs ran, and is late unless it runs again within `periodMs`. */
export function noteWorkerLoop(periodMs: number): void {
  loopDueAt = performance.now() + periodMs
}

/** Notes that the worker was stopped. */
export function endWorkerLoop(): void {
  loopDueAt = null
}

/**
 * Whether requests should be sent to this process; for one that only runs jobs, whether it does so: the database answers
 * and the worker loop has run in time.
 */
export async function checkReadiness({ config, index }: Product): Promise<Readiness> {
  const database = await pingDatabase().then(
    () => 'ok' as const,
    // The answer says it; the log of the database says why.
    () => 'down' as const,
  )
  const worker = !config.roles.has('worker') ? 'none' : isLoopLate() ? 'late' : 'ok'
  const serves = config.roles.has('web') || worker === 'ok'
  return {
    status: database === 'ok' && serves && !stopping ? 'ready' : 'not-ready',
    database,
    index: index.indexedThrough === null ? 'filling' : 'ok',
    worker,
    stopping,
  }
}

const isLoopLate = () => loopDueAt === null || loopDueAt < performance.now()
