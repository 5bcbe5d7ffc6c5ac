import { AppError } from '../platform/errors.ts'
import { raiseCounter, readCounter } from './papers/counters.ts'

/**
 * Version of the stored data. Raise it with every change after which an older program would misread or refuse documents:
 * another type of a field, a new value of an enum, a field that older code must respect. A new field or collection that
 * older programs ignore needs no new version. Then make a dump of the new one: `bun run dump`.
 */
export const DATA_VERSION = 6
const COUNTER = 'data-version'

/** Throws "invalid-input" when a newer program has written the data, which this one could misread or damage. */
export async function requireKnownData(): Promise<void> {
  const stored = await readCounter(COUNTER)
  if (stored <= DATA_VERSION) return
  throw new AppError(
    'invalid-input',
    `A newer version of Paperdawn has written this database: its data have version ${stored}, and this program knows ` +
      `versions up to ${DATA_VERSION}. Nothing was changed. Start the newer version, or restore a backup from before it.`,
  )
}

/** Marks the data as written by this program. The mark only rises. */
export const markDataVersion = (): Promise<void> => raiseCounter(COUNTER, DATA_VERSION)
