import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { closeDatabase, openDatabase } from '#api/store/database.ts'
import { mongoRateLimit } from '#api/store/sources/rateLimit.ts'
import { findSourceState, recordBreaker, recordFailure, recordSuccess } from '#api/store/sources/sources.ts'
import { testDatabase } from '#tests/support/mongod.ts'
import { emptyDatabase } from '#tests/support/database.ts'

const never = new AbortController().signal

/** Waits for the slot of `key` in a process of its own. Throws during a pause. */
async function take(key: string, gapMs: number, signal = never) {
  const slot = await mongoRateLimit().take(key, { gapMs, waitMaxMs: 60_000, signal })
  if ('pausedMs' in slot) throw new Error(`paused for ${slot.pausedMs} ms`)
  return slot
}

let uri = ''

beforeAll(async () => {
  uri = await testDatabase()
  await openDatabase(uri)
})
beforeEach(emptyDatabase)
afterAll(closeDatabase)

test('Requests of several processes to a source are sent one at a time, with the gap in between', async () => {
  const gapMs = 40
  let open = 0
  const requests: { from: number; to: number }[] = []
  const ask = async () => {
    const slot = await take('arxiv', gapMs)
    open += 1
    expect(open).toBe(1)
    const from = performance.now()
    await Bun.sleep(3)
    open -= 1
    requests.push({ from, to: performance.now() })
    await slot.release()
  }
  await Promise.all(Array.from({ length: 6 }, ask))
  for (const [index, { from }] of requests.entries()) {
    const before = requests[index - 1]
    // The database stores whole milliseconds.
    if (before) expect(from - before.to).toBeGreaterThanOrEqual(gapMs - 1)
  }
})

test('The slot of a killed process expires; sources do not wait for each other', async () => {
  const holder = Bun.spawn(
    [process.execPath, new URL(import.meta.resolve('#tests/api/support/rateLimitProcess.ts')).pathname, uri],
    { stdout: 'pipe' },
  )
  expect((await holder.stdout.getReader().read()).done).toBe(false)
  holder.kill('SIGKILL')
  await holder.exited
  await (await take('biorxiv', 1_000)).release()
  await (await take('arxiv', 0)).release()
})

test('Waiting for a slot ends when the job is stopped', async () => {
  const slot = await take('arxiv', 0)
  const stop = new AbortController()
  const waiting = take('arxiv', 0, stop.signal)
  stop.abort()
  expect(await waiting.catch((error: Error) => error.name)).toBe('AbortError')
  await slot.release()
})

test('`failing_since` is the time of the first failure in a row, `failure` the cause of the last', async () => {
  await recordFailure('arxiv', 'arXiv answers 503.')
  const { failing_since: since } = await findSourceState('arxiv')
  await recordFailure('arxiv', 'arXiv refused the connection.')
  expect(await findSourceState('arxiv')).toMatchObject({
    failing_since: since,
    failure: 'arXiv refused the connection.',
  })
  await recordSuccess('arxiv', { watermark: '2026-11-18' })
  await recordSuccess('arxiv', { watermark: '2026-11-11' })
  expect(await findSourceState('arxiv')).toMatchObject({ failing_since: null, failure: null, watermark: '2026-11-18' })
})

test('A breaker that a process recorded as open before it ended is closed by the next success', async () => {
  await recordBreaker('arxiv', 'open')
  expect(await findSourceState('arxiv')).toMatchObject({ breaker: 'open' })
  await recordSuccess('arxiv', {})
  expect(await findSourceState('arxiv')).toMatchObject({ breaker: 'closed' })
})
