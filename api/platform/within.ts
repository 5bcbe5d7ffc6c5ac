/** A limit is counted in so many parts, see `within`. */
const PARTS = 10

/**
 * Rejects when `answer` takes longer than `limitMs`. What it waits for goes on. Time in which this process was busy does not
 * count, but for a tenth of the limit: an answer that came meanwhile is read only after that.
 */
export async function within<Answer>(limitMs: number, answer: Promise<Answer>): Promise<Answer> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  let passed = 0
  // A busy process misses ticks, which are not made up for.
  const timer = setInterval(() => {
    passed += 1
    if (passed === PARTS) reject(new Error(`no answer within ${limitMs} ms`))
  }, limitMs / PARTS)
  try {
    return await Promise.race([answer, late])
  } finally {
    clearInterval(timer)
  }
}
