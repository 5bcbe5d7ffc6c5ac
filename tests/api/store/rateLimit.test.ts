import { afterAll, afterEach, beforeAll, beforeEach, expect, spyOn, test } from 'bun:test'
import type { Paused } from '#api/sources/requestSlots.ts'
import { closeDatabase, openDatabase } from '#api/store/database.ts'
import { findRemainingWait, mongoRateLimit, releaseSlots } from '#api/store/sources/rateLimit.ts'
import { findSourceState, recordBreaker, recordFailure, recordSuccess } from '#api/store/sources/sources.ts'
import { testDatabase } from '#tests/support/mongod.ts'
import { emptyDatabase } from '#tests/support/database.ts'

/** Ends with the test: no caller of a failed test waits on. */
let ofTest = new AbortController()

/** Waits for the slot of `key` in a process of its own. Throws during a pause. The release throws if it frees nothing. */
async function take(key: string, gapMs: number, signal = ofTest.signal) {
  const slot = await mongoRateLimit().take(key, { gapMs, waitMaxMs: 60_000, signal })
  if ('pausedMs' in slot) throw new Error(`paused for ${slot.pausedMs} ms`)
  const holderOf = async () => (await findSourceState(key)).slot?.holder
  const holder = await holderOf()
  return {
    async release() {
      await slot.release()
      expect(await holderOf()).not.toBe(holder)
    },
  }
}

let uri = ''

beforeAll(async () => {
  uri = await testDatabase()
  await openDatabase(uri)
})
beforeEach(emptyDatabase)
afterEach(() => {
  ofTest.abort()
  ofTest = new AbortController()
})
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

/** Runs `task` of rateLimitProcess.ts in a process that is killed when the task is done. */
async function runAndKill(task: 'hold' | 'pause'): Promise<void> {
  const path = new URL(import.meta.resolve('#tests/api/support/rateLimitProcess.ts')).pathname
  const child = Bun.spawn([process.execPath, path, uri, task], { stdout: 'pipe' })
  expect((await child.stdout.getReader().read()).done).toBe(false)
  child.kill('SIGKILL')
  await child.exited
}

test('The slot of a killed process expires, and is followed by the gap; sources do not wait for each other', async () => {
  await runAndKill('hold')
  const { slot: killed } = await findSourceState('arxiv')
  await (await take('biorxiv', 1_000)).release()
  await (await take('arxiv', 0)).release()
  // The slot expires 300 ms after its last renewal, and the gap of 1,500 ms counts from there, too.
  expect(killed!.free_at!.getTime() - killed!.until!.getTime()).toBe(1_200)
  expect((await findSourceState('arxiv')).asked_at!.getTime()).toBeGreaterThanOrEqual(killed!.free_at!.getTime())
})

test('A pause outlives the process that stored it, and a shorter one does not end it', async () => {
  await runAndKill('pause')
  await mongoRateLimit().pause('arxiv', 1_000)
  const { pausedMs } = (await mongoRateLimit().take('arxiv', {
    gapMs: 0,
    waitMaxMs: 0,
    signal: ofTest.signal,
  })) as Paused
  expect(pausedMs).toBeWithin(1_000, 20_001)
  expect(await findRemainingWait('arxiv')).toBeWithin(0, pausedMs + 1)
  await (await take('biorxiv', 0)).release()
})

test('A short pause is waited for, even by a caller that asked for the slot before it', async () => {
  const slot = await take('arxiv', 0)
  const waiting = take('arxiv', 0)
  await mongoRateLimit().pause('arxiv', 700)
  const pausedAt = performance.now()
  await slot.release()
  await (await waiting).release()
  expect(performance.now() - pausedAt).toBeGreaterThan(690)
})

test('The remaining wait is that of the database server, whatever the clock of the process', async () => {
  expect(await findRemainingWait('arxiv')).toBe(0)
  await (await take('arxiv', 60_000)).release()
  using _ = spyOn(Date, 'now').mockReturnValue(0)
  expect(await findRemainingWait('arxiv')).toBeWithin(50_000, 60_001)
})

test('The slots of an installation that ended are free after their gap; those of others stay', async () => {
  const gapMs = 300
  const held = { heldMs: 600_000 }
  const options = { gapMs, waitMaxMs: 0, signal: ofTest.signal }
  await mongoRateLimit({ ...held, installation: 'ended' }).take('arxiv', options)
  await mongoRateLimit({ ...held, installation: 'running' }).take('biorxiv', options)
  const releasedAt = performance.now()
  await releaseSlots('ended', gapMs)
  const slot = await take('arxiv', 0)
  // The database stores whole milliseconds.
  expect(performance.now() - releasedAt).toBeGreaterThanOrEqual(gapMs - 1)
  await slot.release()
  expect((await findSourceState('biorxiv')).slot?.holder).toStartWith('running:')
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
