import type { Readiness } from '../../contract/health.ts'
import { within } from '../../platform/within.ts'
import { pingDatabase } from '../../store/database.ts'
import type { Product } from '../product.ts'

export { isMajorityConfirming } from '../../store/database.ts'

/** A probe is answered within two seconds, whatever the database does. */
const PROBE_LIMIT_MS = 1_500

const stop = new AbortController()
/** Aborted when this process begins to stop. */
export const stopSignal: AbortSignal = stop.signal
/** Time (`performance.now()`, in ms) by which the worker loop must run again; null while no worker runs. */
let loopDueAt: number | null = null

/** Marks this process as stopping: from now on it is not ready. */
export function markStopping(): void {
  stop.abort()
}

/** Records that the worker loop ran. It is late if it does not run again within `periodMs`. */
export function recordWorkerLoop(periodMs: number): void {
  loopDueAt = performance.now() + periodMs
}

/** Records that the worker was stopped. */
export function recordWorkerStop(): void {
  loopDueAt = null
}

/**
 * Returns whether this process is ready for requests. A process that only runs jobs is ready while its worker loop is
 * not late. Both need the database.
 */
export async function checkReadiness({ config, index }: Pick<Product, 'config' | 'index'>): Promise<Readiness> {
  const problem = await pingDatabase(PROBE_LIMIT_MS).then(
    () => null,
    // The response reports it.
    (error: Error) => error.message,
  )
  // A search index that does not answer is restarted by itself; searches fail meanwhile, the process stays ready.
  const { indexedThrough, replaces } = await within(PROBE_LIMIT_MS, index.state()).catch(() => ({
    indexedThrough: null,
    replaces: false,
  }))
  const database = problem === null ? 'ok' : 'down'
  const worker = !config.roles.has('worker') ? 'none' : isLoopLate() ? 'late' : 'ok'
  const serves = config.roles.has('web') || worker === 'ok'
  return {
    status: database === 'ok' && serves && !stopSignal.aborted ? 'ready' : 'not-ready',
    database,
    ...(problem !== null && { message: problem }),
    index: indexedThrough === null && !replaces ? 'filling' : 'ok',
    worker,
    stopping: stopSignal.aborted,
  }
}

/** Whether the database answers within `limitMs`. */
export const isDatabaseAnswering = (limitMs: number): Promise<boolean> =>
  pingDatabase(limitMs).then(
    () => true,
    // Why it does not is in the response and the log of each command that fails.
    () => false,
  )

const isLoopLate = () => loopDueAt === null || loopDueAt < performance.now()
