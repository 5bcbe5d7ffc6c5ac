import { afterAll, afterEach, beforeAll } from 'bun:test'
import { Cron } from 'croner'
import mongoose from 'mongoose'
import { kinds, type Kinds } from '#api/jobs/kinds.ts'
import { rules, type Rule } from '#api/jobs/scheduler.ts'
import { startWorker, type Worker } from '#api/jobs/worker.ts'
import { now, setClock } from '#api/platform/clock.ts'
import { openSqliteIndex } from '#api/search/sqliteIndex.ts'
import { startJob } from '#api/services/jobs/jobs.ts'
import type { Product } from '#api/services/product.ts'
import { openDatabase } from '#api/store/database.ts'
import type { JobRequest } from '#api/store/jobs/jobs.ts'
import { dropDatabase, resetDatabase } from '#tests/support/database.ts'
import { testDatabase } from '#tests/support/mongod.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'
import { simulateArxiv } from './pipeline.ts'

/** Delayed jobs that start later than this are not waited for. */
const SOON_MS = 1_500
/** How often the worker and the tests look at the jobs: rarely, because each look costs as much as a step of a job. */
const POLL_MS = 50
/** Rules without influence on which papers a reader gets: they would be most of the steps. */
const NOT_LIVED = new Set([
  'digests',
  'messages',
  'messages again',
  'ranking',
  'libraries at Zotero',
  'backup',
  'erasures',
])

/**
 * The product lives through days of a simulated arXiv: `liveUntil` sets its clock from one due time of the scheduler to
 * the next, queues what is due, and waits until the jobs have ended. It can be off meanwhile.
 */
export function useLifetime({ simulate = simulateArxiv }: { simulate?: typeof simulateArxiv } = {}) {
  const { simulator, sources } = simulate()
  const index = openSqliteIndex({ folder: ':memory:' })
  const product = { sources, index } as unknown as Product
  // Uncovered archives are looked for at every step instead of every minute.
  const timed = rules.filter(({ name }) => !NOT_LIVED.has(name) && name !== 'new categories')
  const eachStep = rules.filter(({ name }) => name === 'new categories')
  const crons = timed.flatMap((rule) =>
    rule.when.map((when) => ({ rule, cron: new Cron(when, { timezone: rule.zone, paused: true }) })),
  )
  /** Jobs of these kinds are wrapped, to stop the product or to plant faults. */
  const hooks: { kinds: Kinds; onReaderDelivered: (() => void) | null } = { kinds, onReaderDelivered: null }
  let worker: Worker | null = null
  let stopping: Promise<void> | null = null

  beforeAll(async () => openDatabase(await testDatabase()))
  afterEach(async () => {
    simulator.onRequest = null
    hooks.onReaderDelivered = null
    hooks.kinds = kinds
    await turnOff()
    setClock(null)
  })
  afterAll(async () => {
    await simulator.stop()
    await index.close()
    await dropDatabase()
  })

  /** Empties the database and sets the clock to `start`. The product is off. */
  async function begin(start: Date): Promise<void> {
    await turnOff()
    await resetDatabase()
    await index.reset()
    simulator.requests.length = 0
    setClock(start)
  }

  async function turnOn(): Promise<void> {
    worker = startWorker(product, { pollMs: POLL_MS, retryMs: 1, kinds: { ...hooks.kinds, deliver: deliverWithHook } })
    await request([...timed.filter(({ atStart }) => atStart), ...eachStep])
  }

  /** Stops the worker in the middle of its work, which it leaves to the next one. Returns at once. */
  function turnOffNow(): void {
    if (worker === null) return
    stopping = worker.stop()
    worker = null
  }

  async function turnOff(): Promise<void> {
    turnOffNow()
    await stopping
  }

  const deliverWithHook: NonNullable<Kinds['deliver']> = ({ input, run }) =>
    (hooks.kinds.deliver ?? kinds.deliver)({
      product,
      input,
      run: {
        ...run,
        count(name, by) {
          run.count(name, by)
          if (name === 'readers') hooks.onReaderDelivered?.()
        },
      },
    })

  async function request(due: readonly Rule[]): Promise<void> {
    for (const rule of due) await rule.request(product)
    await settle()
  }

  /** Waits until no job can run at this time of the clock. */
  async function settle(): Promise<void> {
    await waitUntil(async () => {
      if (worker === null) return true
      const soon = { $lt: ['$run_at', { $add: ['$$NOW', SOON_MS] }] }
      const isWaiting = { open: true, $or: [{ state: 'running' }, { $expr: soon }] }
      return (await jobs().countDocuments(isWaiting)) === 0
    }, POLL_MS)
  }

  /** Lives until `end`. While the product is off, only the clock moves. */
  async function liveUntil(end: Date): Promise<void> {
    for (;;) {
      const at = now()
      const next = crons.map(({ rule, cron }) => ({ rule, at: cron.nextRun(at) ?? end }))
      const soonest = Math.min(...next.map(({ at: due }) => due.getTime()))
      if (worker === null || soonest > end.getTime()) break
      await moveTo(new Date(soonest + 1_000))
      await request([...next.filter(({ at: due }) => due.getTime() === soonest).map(({ rule }) => rule), ...eachStep])
    }
    await stopping
    await moveTo(end)
  }

  /** Runs a job that an admin requests, and what follows from it. */
  async function run(kind: JobRequest['kind'], input: Record<string, unknown>): Promise<void> {
    await startJob({ kind, input, dedupe_key: kind, requested_by: 'start' })
    await settle()
  }

  return { simulator, sources, product, hooks, begin, turnOn, turnOff, turnOffNow, liveUntil, run }
}

const jobs = () => mongoose.connection.collection('jobs')

/** Sets the clock. What waits by the server's clock, jobs and a source's pause, waits less by the same time. */
async function moveTo(at: Date): Promise<void> {
  const passedMs = Math.max(0, at.getTime() - now().getTime())
  setClock(at)
  const earlier = (field: string) => [{ $set: { [field]: { $subtract: [`$${field}`, passedMs] } } }]
  await jobs().updateMany({ open: true, state: 'queued' }, earlier('run_at'))
  const sources = mongoose.connection.collection('sources')
  await sources.updateMany({ 'slot.paused_until': { $type: 'date' } }, earlier('slot.paused_until'))
}
