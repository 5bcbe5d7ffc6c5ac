import { afterEach, expect, test } from 'bun:test'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { startChild } from '#api/platform/embedded/child.ts'
import { findMongod } from '#api/platform/embedded/findMongod.ts'
import { keepRunning, type KeptRunning } from '#api/platform/embedded/keepRunning.ts'
import { runMongod } from '#api/platform/embedded/mongod.ts'
import { isPortFree } from '#api/platform/embedded/port.ts'
import { AppError } from '#api/platform/errors.ts'
import { findOutage } from '#api/platform/outages.ts'
import { makeFolder, isAlive, processesOf } from '#tests/support/process.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

const kept: KeptRunning[] = []
const lines: string[] = []
const report = (line: string) => void lines.push(line)
afterEach(async () => {
  await Promise.all(kept.splice(0).map((one) => one.stop()))
  lines.length = 0
})

/** Keeps a real process running; `failing` says which starts (counted from 1) fail. */
function keepSleeping(failing: (start: number) => boolean, delaysMs: readonly number[], firstStartIsFinal = true) {
  const pids: number[] = []
  let starts = 0
  const one = keepRunning({
    part: 'database',
    folder: '.',
    name: 'The database',
    report,
    firstStartIsFinal,
    delaysMs,
    async start() {
      starts += 1
      if (failing(starts)) throw new AppError('unavailable', 'No space left on device')
      const child = await startChild(['sleep', '600'], openSync('/dev/null', 'w'))
      pids.push(child.pid)
      return child
    },
  })
  kept.push(one)
  return { one, pids, starts: () => starts }
}
const killLast = (pids: readonly number[]) => process.kill(pids.at(-1) ?? 0, 'SIGKILL')

test('A part that ends is started again at once, and everything says so until it runs again', async () => {
  const { one, pids } = keepSleeping(() => false, [0])
  await one.started
  expect(findOutage('database')).toBeNull()
  killLast(pids)
  await waitUntil(() => pids.length === 2)
  await waitUntil(() => findOutage('database') === null)
  expect(lines).toEqual([
    'The database ended unexpectedly (code 137). Starting it again at once.',
    'The database runs again.',
  ])
})

test('Failed starts are repeated with pauses; the reason is shown meanwhile, the console stops at the longest pause', async () => {
  const { one, pids, starts } = keepSleeping((start) => start > 1 && start < 8, [0, 1, 2, 3])
  await one.started
  killLast(pids)
  await waitUntil(() => starts() >= 3)
  await waitUntil(() => pids.length === 2)
  expect(starts()).toBe(8)
  expect(lines).toEqual([
    'The database ended unexpectedly (code 137). Starting it again at once.',
    ...Array.from({ length: 3 }, () => 'No space left on device. Starting it again at once.'),
    'The database runs again.',
  ])
})

test('While a part waits for its next start, requests learn the reason and when to try again', async () => {
  const { one, pids, starts } = keepSleeping((start) => start > 1, [0, 600_000])
  await one.started
  killLast(pids)
  await waitUntil(() => lines.length === 2)
  expect(findOutage('database')?.message).toStartWith('No space left on device. It is started again by itself')
  expect(findOutage('database')?.retryAfter).toBeGreaterThan(600)
  await one.stop()
  expect(starts()).toBe(2)
  expect(findOutage('database')).toBeNull()
})

test('A first start that fails is final where nothing works without the part, else it is repeated', async () => {
  const final = keepSleeping(() => true, [0])
  await expect(final.one.started).rejects.toMatchObject({ message: 'No space left on device' })
  expect(final.starts()).toBe(1)
  const repeated = keepSleeping((start) => start === 1, [0], false)
  await repeated.one.started
  expect(repeated.starts()).toBe(2)
})

test('The embedded database is started again on the same port; a stop in any phase leaves no process', async () => {
  await using folder = await makeFolder()
  const binary = await findMongod({ configured: process.env['MONGOD_BINARY'], report: () => undefined })
  const one = runMongod({ binary, folder: folder.path, report })
  kept.push(one)
  const { pid, port } = await one.started
  process.kill(pid, 'SIGKILL')
  await waitUntil(() => lines.includes('The database runs again.'))
  expect(Number(await Bun.file(join(folder.path, 'port')).text())).toBe(port)

  await one.stop()

  const phases: Record<string, (old: number) => boolean | Promise<boolean>> = {
    'its end is known': () => findOutage('database') !== null,
    'the next process runs': async (old) => (await processesOf(folder.path, binary)).some((id) => id !== old),
    'the next server listens': () => !isPortFree(port),
  }
  for (const isReached of Object.values(phases)) {
    const again = runMongod({ binary, folder: folder.path, report })
    const { pid: old } = await again.started
    process.kill(old, 'SIGKILL')
    await waitUntil(() => !isAlive(old))
    await waitUntil(() => isReached(old))
    await again.stop()
    expect(findOutage('database')).toBeNull()
    expect(await processesOf(folder.path)).toEqual([])
  }
})
