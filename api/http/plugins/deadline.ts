import type { Elysia } from 'elysia'
import { SERVER_WAIT_MS } from '../../platform/databaseDown.ts'
import { isDatabaseAnswering, isMajorityConfirming } from '../../services/health/readiness.ts'
import { toUnavailableResponse } from './errors.ts'

/**
 * When a request that is not answered yet asks whether the database answers, and how often it asks again, in ms. After
 * `SERVER_WAIT_MS`: before that the driver may still write, and a write that follows the response "unavailable"
 * could replace a newer one that was acknowledged.
 */
const CHECK_MS = SERVER_WAIT_MS + 100
/** How long the database may take for that, in ms. Together they leave time to five seconds. */
const PING_MS = 1_000

type Handler = (request: Request, ...rest: unknown[]) => Response | Promise<Response>

/**
 * Returns a request handler that gives up with "unavailable" when `handle` has not answered and the database does not
 * answer either, for example because its process or its disk hangs: the driver waits for the answer to a command that
 * was sent as long as the connection is open. Neither does a request wait that writes while no majority of the database
 * confirms writes. A request that only takes long is not ended.
 */
export const withDeadline: Parameters<Elysia['wrap']>[0] = (wrapped) => {
  // Elysia's type of the handler says that it returns a function.
  const handle = wrapped as unknown as Handler
  return (request: Request, ...rest: unknown[]) => {
    const answer = handle(request, ...rest)
    return answer instanceof Promise ? giveUpWithDatabase(answer, request) : answer
  }
}

async function giveUpWithDatabase(answer: Promise<Response>, request: Request): Promise<Response> {
  const { promise: failure, resolve } = Promise.withResolvers<Response>()
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const isWorking = isRead ? isDatabaseAnswering : isMajorityConfirming
  const check = async () => {
    if (!(await isWorking(PING_MS))) resolve(toUnavailableResponse(request))
  }
  const timer = setInterval(() => void check(), CHECK_MS)
  try {
    return await Promise.race([answer, failure])
  } finally {
    clearInterval(timer)
  }
}
