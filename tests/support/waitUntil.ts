type Falsy = false | null | undefined

/** After this time a wait says what it waits for. It goes on: the time is no limit. */
const SAY_AFTER_MS = 20_000

/**
 * Polls `condition` every `pollMs` and returns its first result that is not false, null or undefined. Has no time limit
 * of its own: the limit of the test ends it, so that a busy machine fails no test. A long wait prints its condition once,
 * so that a test that ends at its limit names what never came.
 */
export async function waitUntil<Result>(
  condition: () => Promise<Result> | Result,
  pollMs = 10,
): Promise<Exclude<Result, Falsy>> {
  const { stack } = new Error('still waiting')
  const timer = setTimeout(() => console.error(describeWait(condition, stack)), SAY_AFTER_MS)
  try {
    return await poll(condition, pollMs)
  } finally {
    clearTimeout(timer)
  }
}

async function poll<Result>(
  condition: () => Promise<Result> | Result,
  pollMs: number,
): Promise<Exclude<Result, Falsy>> {
  for (;;) {
    const result = await condition()
    if (result !== false && result !== null && result !== undefined) return result as Exclude<Result, Falsy>
    await Bun.sleep(pollMs)
  }
}

function describeWait(condition: () => unknown, stack = ''): string {
  const caller = stack.split('\n').find((line) => /\.tsx?:/.test(line) && !line.includes('waitUntil.ts')) ?? ''
  return `still waiting, for ${SAY_AFTER_MS / 1000} s,${caller.replace(/^\s*at/, ' at')}: ${condition}`
}
