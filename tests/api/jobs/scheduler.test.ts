import { describe, expect, spyOn, test } from 'bun:test'
import { startScheduler } from '#api/jobs/scheduler.ts'
import { setClock } from '#api/platform/clock.ts'
import { createTopic } from '#api/services/ingestion/topics.ts'
import { deliverDay } from '#api/services/delivery/delivery.ts'
import { findAnnouncement } from '#api/store/papers/announcements.ts'
import { findJobs } from '#api/store/jobs/jobLists.ts'
import { findPaper } from '#api/store/papers/papers.ts'
import { changeUser } from '#api/store/readers/users.ts'
import { batch, usePipeline } from '#tests/api/support/pipeline.ts'
import { makeReader } from '#tests/api/support/readers.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

const { simulator, product, run, work } = usePipeline()
const WEDNESDAY = '2026-11-18'
/** An interval that passes in no test: the tests make its calls. */
const NEVER_MS = 2_000_000_000

/** Starts a scheduler, and returns a function that makes one tick and waits for what it requests. */
function startByHand() {
  using intervals = spyOn(globalThis, 'setInterval')
  const scheduler = startScheduler(product, { tickMs: NEVER_MS })
  const [tick] = intervals.mock.calls.find(([, ms]) => ms === NEVER_MS) ?? []
  if (typeof tick !== 'function') throw new Error('the scheduler has no timer')
  return async () => {
    tick()
    await scheduler.stop()
  }
}

const countIngests = async () => (await findJobs({ skip: 0, limit: 100, kind: 'ingest' })).total

describe('The scheduler', () => {
  test('fetches an announcement that was made while the product was off, once, with several schedulers', async () => {
    setClock(new Date(`${WEDNESDAY}T12:00:00Z`))
    simulator.papers.push(...batch(4, WEDNESDAY, 10_001))
    const schedulers = Array.from({ length: 3 }, () => startScheduler(product))
    await waitUntil(async () => (await countIngests()) > 0)
    await Promise.all(schedulers.map((scheduler) => scheduler.stop()))
    expect(await countIngests()).toBe(1)
    work()
    await waitUntil(async () => (await findAnnouncement('arxiv', WEDNESDAY))?.complete === true)
  })

  test('fetches again at the time when the new feeds are published', async () => {
    setClock(new Date(`${WEDNESDAY}T05:00:00Z`))
    const tick = startByHand()
    await tick()
    expect(await countIngests()).toBe(1)
    work()
    await waitUntil(async () => (await findJobs({ skip: 0, limit: 1, kind: 'ingest' })).items[0]?.open === false)
    expect((await findAnnouncement('arxiv', WEDNESDAY))?.complete ?? false).toBe(false)
    simulator.papers.push(...batch(4, WEDNESDAY, 10_001))
    setClock(new Date(`${WEDNESDAY}T05:10:00Z`))
    await tick()
    expect(await countIngests()).toBe(2)
    await waitUntil(async () => (await findAnnouncement('arxiv', WEDNESDAY))?.complete === true)
  })
})

test('Papers that match the query of a topic are in that topic and are delivered', async () => {
  setClock(new Date(`${WEDNESDAY}T05:30:00Z`))
  const ada = await makeReader('ada', [])
  const topic = await createTopic(product, ada, { name: 'Lighthouses', query: 'lighthouse' })
  const reader = await changeUser(ada._id, { category_ids: [topic.id] })
  const [fog, light] = batch(2, WEDNESDAY, 10_001)
  if (fog === undefined || light === undefined) throw new Error('no papers')
  simulator.papers.push(fog, { ...light, title: 'A lighthouse that counts ships' })
  await run('ingest')
  expect((await findPaper(`arxiv:${light.id}`))?.category_ids).toContain(topic.id)
  const { cards } = await deliverDay(reader, WEDNESDAY)
  expect(cards.map(({ paper_id }) => paper_id)).toEqual([`arxiv:${light.id}`])
})
