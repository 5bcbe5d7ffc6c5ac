import { setTimeout as sleep } from 'node:timers/promises'
import type { Elysia } from 'elysia'
import { stopSignal } from '../services/health/readiness.ts'
import { waitForAudit } from './plugins/adminAudit.ts'

/** The server closes its port when no request has arrived for this time, in ms. */
const QUIET_MS = 250
/** It does so after this time in any case, in ms. */
const HOLD_MAX_MS = 1_000
/** How long it then waits for the requests that are not answered yet, in ms. */
const IN_FLIGHT_MS = 10_000

type Handler = (request: Request, ...rest: unknown[]) => Response | Promise<Response>

/** Number of requests so far. */
let requests = 0
/** Resolves when the port is closed; null until the server is about to close it. */
let closed: Promise<void> | null = null

/**
 * Returns a request handler for a server that `stopServer` stops. While the process stops, each response asks its client
 * to close the connection. While the server is about to close its port, responses are held: Bun closes the connections
 * without a request together with the port, and a client that waits for a response sends no request on them.
 */
export const withOrderlyStop: Parameters<Elysia['wrap']>[0] = (wrapped) => {
  // Elysia's type of the handler says that it returns a function.
  const handle = wrapped as unknown as Handler
  return async (request: Request, ...rest: unknown[]) => {
    requests += 1
    const response = await handle(request, ...rest)
    if (!stopSignal.aborted) return response
    await closed
    response.headers.set('connection', 'close')
    return response
  }
}

/**
 * Closes the port and waits for the requests that have arrived, and for their records in the audit log. A request that
 * takes more than ten seconds is cut off.
 */
export async function stopServer(server: Bun.Server<unknown> | null): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  closed = promise
  const heldAt = performance.now()
  for (let seen = -1; seen !== requests && performance.now() - heldAt < HOLD_MAX_MS;) {
    seen = requests
    await sleep(QUIET_MS)
  }
  const ended = server?.stop()
  resolve()
  await Promise.race([ended, sleep(IN_FLIGHT_MS)])
  await server?.stop(true)
  await waitForAudit()
}
