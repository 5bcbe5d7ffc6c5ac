type Falsy = false | null | undefined

/**
 * Polls `condition` every `pollMs` and returns its first result that is not false, null or undefined. Has no time limit
 * of its own: the limit of the test ends it, so that a busy machine fails no test.
 */
export async function waitUntil<Result>(
  condition: () => Promise<Result> | Result,
  pollMs = 10,
): Promise<Exclude<Result, Falsy>> {
  for (;;) {
    const result = await condition()
    if (result !== false && result !== null && result !== undefined) return result as Exclude<Result, Falsy>
    await Bun.sleep(pollMs)
  }
}
