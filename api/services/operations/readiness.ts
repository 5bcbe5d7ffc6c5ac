import type { Readiness } from '../../contract/health.ts'
import { pingDatabase } from '../../store/database.ts'
import type { Product } from '../product.ts'

let stopping = false

/** From now on this process is not ready: it finishes what it has. */
export function announceStop(): void {
  stopping = true
}

/** Whether requests should be sent to this process. */
export async function checkReadiness({ index }: Product): Promise<Readiness> {
  const database = await pingDatabase().then(
    () => 'ok' as const,
    // The answer says it; the log of the database says why.
    () => 'down' as const,
  )
  return {
    status: database === 'ok' && !stopping ? 'ready' : 'not-ready',
    database,
    index: index.indexedThrough === null ? 'filling' : 'ok',
    stopping,
  }
}
