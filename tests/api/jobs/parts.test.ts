import { expect, test } from 'bun:test'
import type { JobArguments, Kinds } from '#api/jobs/kinds.ts'
import { AppError } from '#api/platform/errors.ts'
import { deliverAll, type DeliverInput } from '#api/services/delivery/deliverAll.ts'
import { cancelJob, getJob, listJobs, startJob } from '#api/services/jobs/jobs.ts'
import type { JobContext } from '#api/services/jobs/jobContext.ts'
import { findParts } from '#api/store/jobs/jobParts.ts'
import { releaseLeases } from '#api/store/jobs/jobClaims.ts'
import { findJob, onJobChanged } from '#api/store/jobs/jobs.ts'
import { findDelivery } from '#api/store/readers/deliveries.ts'
import { makeReader } from '#tests/api/support/readers.ts'
import { announcePapers } from '#tests/api/support/records.ts'
import { expectTakeOver, useWorkers } from '#tests/api/support/workers.ts'
import { resetDatabase, useDatabase } from '#tests/support/database.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

const { work, stop, untilAborted } = useWorkers()
const DAY = '2026-11-16'
const queue = () => startJob({ kind: 'deliver', input: { day: DAY }, dedupe_key: 'deliver', requested_by: 'start' })
const endOf = async (id: string) => {
  await waitUntil(async () => (await findJob(id))?.open === false)
  return getJob(id)
}
type Part = { part?: number }
const PARTS = [{ part: 0 }, { part: 1 }, { part: 2 }]
const share = (run: JobContext) => run.share(PARTS, { total: 30, unit: 'readers', step: 'cards' })

useDatabase(resetDatabase)

test('A job has the progress and counters of its parts, which run even with a single slot and are not listed', async () => {
  work(
    {
      async deliver({ input: { part }, run }: JobArguments<Part>) {
        if (part === undefined) return share(run)
        run.count('delivered', 10 ** part)
        await run.progress({ done: 10, total: 10, unit: 'readers', step: 'cards' })
      },
    },
    { slots: 1 },
  )
  const { id } = await queue()
  expect(await endOf(id)).toMatchObject({
    state: 'succeeded',
    counters: { delivered: 111 },
    progress: { done: 30, total: 30, unit: 'readers' },
  })
  expect(await listJobs({})).toMatchObject({ total: 1, items: [{ id }] })
})

test('A job and its parts are taken over from a dead worker, and no part that has ended runs again', async () => {
  const begun = new Set<number>()
  const hanging: Kinds = {
    async deliver({ input: { part }, run }: JobArguments<Part>) {
      if (part === undefined) return share(run)
      begun.add(part)
      run.count('delivered', 1)
      return part === 0 ? undefined : untilAborted(run)
    },
  }
  // Both slots stay taken, so that this worker claims nothing again.
  work(hanging, { installation: 'dead', leaseMs: 600_000, slots: 2 })
  const { id } = await queue()
  await waitUntil(async () => begun.size === 3 && (await findJob(`${id}:0`))?.state === 'succeeded')
  await releaseLeases('dead')
  await expectTakeOver()
  const again: number[] = []
  work({
    async deliver({ input: { part }, run }: JobArguments<Part>) {
      if (part === undefined) return share(run)
      again.push(part)
      run.count('delivered', 1)
    },
  })
  expect(await endOf(id)).toMatchObject({ state: 'succeeded', counters: { delivered: 3 } })
  expect(again.toSorted()).toEqual([1, 2])
})

test('A cancelled job ends after its parts were cancelled', async () => {
  const begun = new Set<number>()
  work(
    {
      async deliver({ input: { part }, run }: JobArguments<Part>) {
        if (part === undefined) return share(run)
        begun.add(part)
        return untilAborted(run)
      },
    },
    { slots: 2, leaseMs: 600_000 },
  )
  const { id } = await queue()
  await waitUntil(() => begun.size === 2)
  const told = new Set<string>()
  const unsubscribe = onJobChanged((changed) => void told.add(changed))
  await cancelJob(id)
  expect(await endOf(id)).toMatchObject({ state: 'cancelled' })
  unsubscribe()
  // Before the job ends, each part is cancelled or asked to stop: the job does not wait for a part that was not asked.
  const parts = await findParts(id)
  expect(parts.filter(({ state, cancel_requested: asked }) => state !== 'cancelled' && !asked)).toEqual([])
  expect([...begun].filter((part) => !told.has(`${id}:${part}`))).toEqual([])
  await waitUntil(async () => (await findParts(id)).every(({ state }) => state === 'cancelled'))
  expect(begun.size).toBe(2)
})

test('A job fails with the reason of a part that failed, when all parts have ended', async () => {
  const ended: number[] = []
  work({
    async deliver({ input: { part }, run }: JobArguments<Part>) {
      if (part === undefined) return share(run)
      if (part === 0) throw new AppError('conflict', 'The lantern is broken.')
      ended.push(part)
    },
  })
  const { id } = await queue()
  expect(await endOf(id)).toMatchObject({ state: 'failed', error: 'The lantern is broken.', attempts: 1 })
  expect(ended.toSorted()).toEqual([1, 2])
})

test('Two workers share the readers of a day; each reader gets one delivery, also when a worker stops', async () => {
  const names = Array.from({ length: 8 }, (_, index) => `reader${index}`)
  const readers = await Promise.all(names.map((name) => makeReader(name, ['cs.LG'])))
  await announcePapers(DAY, [{ number: 1 }, { number: 2 }])
  const owners: string[] = []
  const shared = (owner: string): Kinds => ({
    async deliver({ input, run }: JobArguments<DeliverInput>) {
      // The first worker stops during its second part.
      if (input.range && owner === 'first' && owners.length > 0) return untilAborted(run)
      await deliverAll(input, run, { sharedFrom: 1 })
      if (input.range) owners.push(owner)
    },
  })
  const first = work(shared('first'), { slots: 1 })
  const { id } = await queue()
  await waitUntil(() => owners.length === 1)
  work(shared('second'), { slots: 2 })
  await waitUntil(() => owners.length > 4)
  await stop(first)
  const job = await endOf(id)
  expect(job).toMatchObject({ state: 'succeeded', progress: { done: 8, total: 8 } })
  expect(job.counters).toMatchObject({ readers: 8, delivered: 16 })
  expect(new Set(owners)).toEqual(new Set(['first', 'second']))
  for (const { _id } of readers) expect((await findDelivery(_id, DAY))?.cards).toHaveLength(2)
})
