import { log } from './log.ts'
import { within } from './within.ts'

/** A part of the process that was started, and how to stop it. */
export interface StartedPart {
  name: string
  stop: () => unknown
}

/** More than any part needs: a database that is shut down in the middle of its start takes 20 s. */
const PART_LIMIT_MS = 30_000

/**
 * Stops the parts one after the other, last started first. Logs a part that fails to stop, or that has not stopped after
 * `limitMs`, and goes on with the next one: none may keep the process from ending.
 */
export async function stopParts(parts: readonly StartedPart[], limitMs = PART_LIMIT_MS): Promise<void> {
  for (const { name, stop } of parts.toReversed()) {
    try {
      await within(limitMs, Promise.resolve(stop()))
    } catch (error) {
      log.error({ error, part: name }, 'a part could not be stopped')
    }
  }
}
