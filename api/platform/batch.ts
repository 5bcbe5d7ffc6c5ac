import { setImmediate } from 'node:timers/promises'

/**
 * Returns a function that collects the items of calls made side by side and passes them to `run` together: those of the
 * same turn of the event loop, and those that arrive while an earlier batch runs. `run` returns one result for each item,
 * in order. When it throws, every call of the batch does.
 */
export function inBatches<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  let waiting: { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }[] = []
  let isRunning = false

  async function runAll(): Promise<void> {
    isRunning = true
    while (waiting.length > 0) {
      // The other calls of this turn of the event loop join: replies that arrived together on several connections.
      await setImmediate()
      const batch = waiting
      waiting = []
      try {
        const results = await run(batch.map(({ item }) => item))
        for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    isRunning = false
  }

  return (item) => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    waiting.push({ item, resolve, reject })
    if (!isRunning) void runAll()
    return promise
  }
}
