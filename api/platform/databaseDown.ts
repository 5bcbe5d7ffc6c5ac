import { setTimeout as sleep } from 'node:timers/promises'

/**
 * How long a command waits for a server, in ms. A restart of the embedded database takes 2 to 3 s, so most commands just
 * wait for it; a request gets its response within five seconds in any case.
 */
export const SERVER_WAIT_MS = 3_500

const RETRY_MS = 500

/** Errors of the MongoDB driver that could not reach a server, or lost the connection to it. */
const UNREACHABLE =
  /^(?:Mongo(?:ose)?(?:ServerSelection|Network|NotConnected|TopologyClosed|ClientClosed|PoolC|OperationTimeout)|PoolCleared)/
/** What was read is no answer of MongoDB. An invalid connection string is a `MongoParseError`, too. */
const isUnreadable = ({ name, message }: Error) => name === 'MongoParseError' && message.startsWith('Message size')
/** Codes of a server that is shutting down, just started, or not (or no longer) the primary of its replica set. */
const IN_TRANSITION: ReadonlySet<unknown> = new Set([91, 189, 10107, 11600, 11602, 13435, 13436])

/**
 * Whether a database command failed because no server accepts commands at the moment. The same command succeeds later.
 * The driver wraps the cause of a failed bulk write in `errorResponse`.
 */
export function isDatabaseDown(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, errorResponse } = error as { code?: unknown; errorResponse?: unknown }
  const isLost = UNREACHABLE.test(error.name) || isUnreadable(error) || IN_TRANSITION.has(code)
  return isLost || isDatabaseDown(errorResponse)
}

/** Repeats `command` while the database is down, until `signal` aborts. */
export async function repeatWhileDown<Result>(command: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  for (;;)
    try {
      return await command()
    } catch (error) {
      if (!isDatabaseDown(error) || signal.aborted) throw error
      await sleep(RETRY_MS, undefined, { signal })
    }
}
