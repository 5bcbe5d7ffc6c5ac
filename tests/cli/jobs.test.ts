import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { Job } from '#api/contract/jobs.ts'
import { sampleJob } from '#tests/support/samples.ts'
import type { Kinds } from '#api/jobs/kinds.ts'
import { startWorker, type Worker } from '#api/jobs/worker.ts'
import { setClock } from '#api/platform/clock.ts'
import { AppError } from '#api/platform/errors.ts'
import { describeProgress } from '#cli/terminal/progress.ts'
import { startArxiv } from './arxiv.ts'
import { readScreen, useTerminal } from './terminal.ts'

const WEDNESDAY = '2026-11-18'
const CTRL_C = '\u0003'

const { simulator, sources } = startArxiv(WEDNESDAY)
const { run, type, as, asAdmin, product, address } = useTerminal({ sources })
const workers: Worker[] = []
const runWorker = (kinds?: Kinds) => void workers.push(startWorker(product, { pollMs: 20, retryMs: 1, kinds }))

beforeEach(() => {
  setClock(new Date(`${WEDNESDAY}T05:30:00Z`))
})
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
  setClock(null)
})
afterAll(() => simulator.stop())

const admin = async (args: string[], more: Parameters<typeof run>[1] = {}) =>
  run(['admin', ...args], { ...more, env: { ...(await asAdmin()), ...more.env } })
const adminTypes = async (args: string[]) => type(['admin', ...args], { env: await asAdmin() })
const stateOf = async (id: string) => (await as('admin').admin.jobs({ id }).get()).data?.state

describe('A command that starts a job', () => {
  test('follows it to its end, with the result on standard output and the progress on standard error', async () => {
    runWorker()
    const { exit, stdout, stderr } = await admin(['fetch-all', '--days-back', '2'])
    expect(exit).toBe(0)
    expect(stdout).toMatch(/^job +\S+\nkind +ingest\nstate +succeeded\n/)
    expect(stdout).toMatch(/^new +3$/m)
    expect(stderr).not.toBe('')
    expect(stdout + stderr).not.toContain('\u001B')
  })

  test('prints only the ended job as JSON with --json', async () => {
    runWorker()
    const { exit, stdout, stderr } = await admin(['fetch-arxiv', 'cat:cs.LG', '--max-results', '2', '--json'])
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' })
    expect(JSON.parse(stdout)).toMatchObject({ kind: 'fetch-arxiv', state: 'succeeded', counters: { new: 2 } })
  })

  test('redraws its progress in one line of a terminal and erases it at the end', async () => {
    runWorker()
    const screen = await adminTypes(['process'])
    expect(await screen.exited).toBe(0)
    expect(screen.text()).toContain('\r\u001B[2K')
    expect(readScreen(screen.text())).toMatch(/^job +\S+\nkind +process-papers\nstate +succeeded\n/)
  })

  test('prints the id of the job and exits with --detach', async () => {
    const { exit, stdout, stderr } = await admin(['fetch-all', '--detach'])
    expect(exit).toBe(0)
    const id = stdout.trim()
    expect(await stateOf(id)).toBe('queued')
    expect(stderr).toContain(`paperdawn admin jobs watch ${id}`)
    const again = await admin(['fetch-all', '--detach', '--json'])
    expect(again).toMatchObject({ exit: 5, stdout: '' })
    expect(JSON.parse(again.stderr)).toMatchObject({ error: { code: 'already-running', exit: 5, job_id: id } })
  })

  test('requests the cancellation of the job at the first Ctrl+C, waits, and exits with 130', async () => {
    simulator.fail('hang', { times: 50 })
    runWorker()
    const screen = await adminTypes(['fetch-all'])
    await screen.until(/\d+ steps/)
    const [{ id = '' } = {}] = (await as('admin').admin.jobs.get({ query: {} })).data?.items ?? []
    screen.type(CTRL_C)
    await screen.until(/Asking the server to stop the job/)
    expect(await screen.exited).toBe(130)
    expect(await stateOf(id)).toBe('cancelled')
    simulator.fail('hang', { times: 0 })
  })

  test('exits at the second Ctrl+C and reports that the job continues', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    // A job that cannot stop yet.
    runWorker({ 'process-papers': () => released })
    const screen = await adminTypes(['process'])
    await screen.until(/\d+ /)
    screen.type(CTRL_C)
    await screen.until(/Press Ctrl\+C again to leave it running/)
    screen.type(CTRL_C)
    const exit = await screen.exited
    release()
    expect(exit).toBe(130)
    await screen.until(/The job goes on\. Follow it: paperdawn admin jobs watch \S+/)
  })

  test('exits with 7 when the job succeeded in part, and with 1 when it failed', async () => {
    runWorker({
      'process-papers': () => Promise.resolve({ partial: 'Two of three readers have their papers.' }),
      'load-samples': () => Promise.reject(new AppError('invalid-input', 'There is no library to fill.')),
    })
    const partial = await admin(['process'])
    expect(partial.exit).toBe(7)
    expect(partial.stdout).toMatch(/^error +Two of three readers have their papers\.$/m)
    const failed = await admin(['load-samples'])
    expect(failed.exit).toBe(1)
    expect(failed.stdout).toMatch(/^error +There is no library to fill\.$/m)
  })

  test('is not cancelled by Ctrl+C in `jobs watch`', async () => {
    const id = await queueJob()
    const screen = await adminTypes(['jobs', 'watch', id])
    await screen.until(/waiting for a worker/)
    screen.type(CTRL_C)
    expect(await screen.exited).toBe(130)
    await screen.until(/The job goes on\./)
    expect(await stateOf(id)).toBe('queued')
  })

  test('shows the last error while it waits for a retry', () => {
    const waiting = { ...sampleJob, state: 'queued' as const }
    expect(describeProgress(waiting, false)).toBe('waiting for a worker')
    const failed = { ...waiting, error: 'The shelf is locked.' }
    expect(describeProgress(failed, false)).toBe('to be tried again: The shelf is locked.')
  })

  test('has a rate and a remaining time by the clock of the server, whatever the clock here shows', () => {
    const job = { ...sampleJob, elapsed_ms: 4_000, started_at: '2999-01-01T00:00:00.000Z' }
    expect(describeProgress(job, false)).toBe('8/20 feeds, 2.0/s, 6 s left: feed math')
    expect(describeProgress(job, false, 4_000)).toBe('8/20 feeds, 1.0/s, 12 s left: feed math')
  })

  test('exits with 124 after --timeout; the job continues', async () => {
    // The job is queued well within this time, also on a busy machine. Then nobody runs it.
    const { exit, stderr } = await admin(['process', '--timeout', '3'])
    expect(exit).toBe(124)
    expect(stderr).toContain('The job goes on. Follow it: paperdawn admin jobs watch')
  })
})

const queueJob = async () => (await admin(['process', '--detach', '--quiet'])).stdout.trim()

describe('The job commands', () => {
  test('list, show, follow, cancel and retry jobs', async () => {
    const id = await queueJob()
    const list = await admin(['jobs', 'list', '--state', 'queued'])
    expect(list.stdout).toMatch(/^ID +KIND +STATE +BY +QUEUED +FINISHED +PROGRESS +ERROR\n/)
    expect(list.stdout).toContain(`${id}  process-papers  queued`)
    expect(JSON.parse((await admin(['jobs', 'show', id, '--json'])).stdout)).toMatchObject({ id, state: 'queued' })

    const cancelled = await admin(['jobs', 'cancel', id])
    expect(cancelled.stdout).toMatch(/^state +cancelled$/m)
    expect((await admin(['jobs', 'watch', id])).exit).toBe(1)
    expect((await admin(['jobs', 'cancel', id])).stderr).toBe('')

    runWorker()
    const retried = await admin(['jobs', 'retry', id, '--json'])
    const job = JSON.parse(retried.stdout) as Job
    expect(retried.exit).toBe(0)
    expect(job.state).toBe('succeeded')
    expect(job.id).not.toBe(id)
  })

  test('print the log of a job with its problems, and retry its failed part alone', async () => {
    let resumedFrom: unknown
    runWorker({
      async ingest({ run: job }) {
        resumedFrom = job.checkpoint
        await job.progress({ done: 3, total: 5, unit: 'feeds', step: 'feed math' })
        job.problem('It has no title.', '2611.90001')
        await job.save({ page: 3 })
        return { partial: 'The feed of math could not be read.' }
      },
    })
    const started = JSON.parse((await admin(['fetch-all', '--json'])).stdout) as Job
    const { exit, stdout } = await admin(['jobs', 'log', started.id])
    expect(exit).toBe(0)
    expect(stdout).toMatch(
      /^\S.*  running  3\/5 feeds  feed math\n\S.*  partial  3\/5 feeds  feed math  The feed of math could not be read\.\n\nProblems:\n1 × It has no title\. \(2611\.90001\)\n$/,
    )
    expect(JSON.parse((await admin(['jobs', 'log', started.id, '--json'])).stdout)).toMatchObject({
      kept: true,
      total: 2,
    })
    expect(resumedFrom).toBeNull()
    expect((await admin(['jobs', 'retry', started.id, '--failed-only'])).exit).toBe(7)
    expect(resumedFrom).toEqual({ page: 3 })
    const queued = await queueJob()
    expect((await admin(['jobs', 'log', queued])).exit).toBe(0)
    expect((await admin(['jobs', 'log', 'none'])).exit).toBe(3)
  })

  test('follow a job as one line of JSON per change', async () => {
    const id = await queueJob()
    const watching = admin(['jobs', 'watch', id, '--jsonl'])
    runWorker()
    const { exit, stdout, stderr } = await watching
    const states = stdout
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as Job).state)
    expect(states.at(-1)).toBe('succeeded')
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' })
  })

  test('report an empty list and an unknown job, also when the id contains a path', async () => {
    expect((await admin(['jobs', 'list'])).stderr).toBe('There are no jobs.\n')
    const wrong = await admin(['jobs', 'show', '../users?limit=1'])
    expect(wrong).toMatchObject({ exit: 3, stdout: '' })
    expect(wrong.stderr).toMatch(/why: not-found: There is no such job\. \(request \S+\)/)
  })
})

describe('Following a job', () => {
  test('continues after the connection is lost', async () => {
    // A proxy that closes the first event stream after its first chunk.
    let cuts = 0
    using proxy = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      idleTimeout: 30,
      async fetch(request) {
        const url = new URL(request.url)
        const answer = await fetch(`${address()}${url.pathname}${url.search}`, {
          method: request.method,
          headers: request.headers,
        })
        if (!url.pathname.endsWith('/events') || cuts > 0) return answer
        cuts += 1
        const first = await answer.body?.getReader().read()
        return new Response(first?.value, { headers: answer.headers })
      },
    })
    const id = await queueJob()
    const env = { ...(await asAdmin()), PAPERDAWN_SERVER: proxy.url.origin }
    const watching = run(['admin', 'jobs', 'watch', id], { env })
    runWorker()
    const { exit, stdout } = await watching
    expect(cuts).toBe(1)
    expect(exit).toBe(0)
    expect(stdout).toMatch(/^state +succeeded$/m)
  })
})
