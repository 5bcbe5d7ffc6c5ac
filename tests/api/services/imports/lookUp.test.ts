import { expect, test } from 'bun:test'
import mongoose from 'mongoose'
import { setClock } from '#api/platform/clock.ts'
import { lookUpPaper } from '#api/services/imports/lookUpPaper.ts'
import { findPaper } from '#api/store/papers/papers.ts'
import { findDelivery } from '#api/store/readers/deliveries.ts'
import { findSavedPaperIds } from '#api/store/readers/readingList.ts'
import type { UserRecord } from '#api/store/readers/users.ts'
import { batch, usePipeline } from '#tests/api/support/pipeline.ts'
import { makeReader } from '#tests/api/support/readers.ts'
import { simPaper } from '#tests/simulators/simPapers.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

const { simulator, product, work, run } = usePipeline()
const WEDNESDAY = '2026-11-18'
const NOW = new Date(`${WEDNESDAY}T12:00:00Z`)
const REF = '1706.90001'
const ID = `arxiv:${REF}`

const old = (id = REF) =>
  simPaper({ id, title: 'Kettles that whistle in tune', versions: [{ at: new Date('2017-06-12T10:00:00Z') }] })

const ask = (user: UserRecord, input: { ref?: string; save?: boolean; job_id?: string } = {}) =>
  lookUpPaper(product, user, { ref: REF, ...input }, () => undefined)

/** Asks, and asks again with the id of the job until it has ended. */
async function askUntilEnd(user: UserRecord, input: { ref?: string; save?: boolean } = {}) {
  const first = await ask(user, input)
  if ('paper' in first) return first.paper
  return waitUntil(async () => {
    const next = await ask(user, { ...input, job_id: first.waiting.job_id })
    return 'paper' in next && next.paper
  })
}

/** Lets the pause of the source end now, and the jobs that wait for it start. */
async function endPause(): Promise<void> {
  const { connection } = mongoose
  await connection.collection('sources').updateMany({}, { $unset: { 'slot.paused_until': '', 'slot.free_at': '' } })
  await connection.collection('jobs').updateMany({ state: 'queued' }, { $set: { run_at: new Date(0) } })
}

test('two readers who ask at once cause one request, and the paper is announced to nobody', async () => {
  setClock(NOW)
  simulator.papers.push(old())
  const [ada, ben] = [await makeReader('ada', ['cs.LG']), await makeReader('ben', ['cs.LG'])]
  const answers = await Promise.all([
    ask(ada, { ref: `https://arxiv.org/pdf/${REF}v1`, save: true }),
    ask(ben, { ref: `10.48550/arXiv.${REF}` }),
  ])
  const jobs = answers.map((answer) => 'waiting' in answer && answer.waiting)
  expect(jobs).toEqual([
    expect.objectContaining({ saves: true }),
    expect.objectContaining({ job_id: (jobs[0] || undefined)?.job_id }),
  ])
  work()
  expect((await askUntilEnd(ben)).title).toBe('Kettles that whistle in tune')
  await waitUntil(async () => (await findSavedPaperIds(ada._id)).includes(ID))
  expect(await findSavedPaperIds(ben._id)).toEqual([])
  await askUntilEnd(ben, { save: true })
  expect(await findSavedPaperIds(ben._id)).toEqual([ID])
  expect(simulator.requests.length).toBe(1)
  await waitUntil(async () => (await product.index.search({ q: 'whistle kettles' })).hits.some(({ id }) => id === ID))
  expect((await findPaper(ID))?.announcements).toEqual([])
})

test('an id that arXiv lacks is said to be unknown, and a withdrawn paper to be withdrawn', async () => {
  setClock(NOW)
  const versions = [
    { at: new Date('2017-06-12T10:00:00Z') },
    { at: new Date('2017-07-12T10:00:00Z'), source_type: 'I' },
  ]
  simulator.papers.push({ ...old(), versions, announced: [...old().announced, { on: '2017-07-13', type: 'replace' }] })
  const ada = await makeReader('ada', ['cs.LG'])
  work()
  await expect(askUntilEnd(ada, { ref: '1706.90002' })).rejects.toMatchObject({
    code: 'not-found',
    message: 'arXiv has no paper 1706.90002.',
  })
  expect(await askUntilEnd(ada)).toMatchObject({ id: ID, withdrawn: true, announced_on: null })
})

test('a request that failed ends at once, and one that saves is kept until arXiv answers', async () => {
  setClock(NOW)
  simulator.papers.push(old())
  const [ada, ben] = [await makeReader('ada', ['cs.LG']), await makeReader('ben', ['cs.LG'])]
  simulator.fail('unavailable', { times: 2 })
  work()
  await expect(askUntilEnd(ada)).rejects.toMatchObject({
    code: 'source-unavailable',
    message: 'arXiv answers 503: Service Unavailable.',
  })

  const kept = await ask(ada, { save: true })
  const job_id = 'waiting' in kept ? kept.waiting.job_id : ''
  const waiting = await waitUntil(async () => {
    const answer = await ask(ada, { job_id })
    return 'waiting' in answer && answer.waiting.reason !== undefined && answer.waiting
  })
  expect(waiting).toMatchObject({ saves: true, reason: 'arXiv answers 503: Service Unavailable.' })
  expect(waiting.retry_after).toBeGreaterThan(1)
  // Another reader joins the job that waits instead of asking again.
  expect(await ask(ben, { save: true })).toMatchObject({ waiting: { job_id, saves: true } })
  expect(simulator.requests.length).toBe(2)
  await endPause()
  for (const { _id } of [ada, ben]) await waitUntil(async () => (await findSavedPaperIds(_id)).includes(ID))
  expect(simulator.requests.length).toBe(3)
})

test('a pause that arXiv asked for is waited for without a request, and its end is named', async () => {
  setClock(NOW)
  simulator.papers.push(old(), old('1706.90003'))
  const ada = await makeReader('ada', ['cs.LG'])
  simulator.fail('rate-limited', { retryAfter: '3000' })
  work()
  const isPaused = (ref: string) => async () => {
    const answer = await ask(ada, { ref })
    return 'waiting' in answer && answer.waiting.retry_after > 1 && answer.waiting
  }
  expect((await waitUntil(isPaused(REF))).retry_after).toBeLessThanOrEqual(3_300)
  expect((await waitUntil(isPaused('1706.90003'))).reason).toBe('arXiv asked for a pause.')
  expect(simulator.requests.length).toBe(1)
  await endPause()
  expect(await askUntilEnd(ada)).toMatchObject({ id: ID })
  expect(await askUntilEnd(ada, { ref: '1706.90003' })).toMatchObject({ id: 'arxiv:1706.90003' })
})

test('a paper that was looked up is delivered when it is announced, and a new version of one is an older version', async () => {
  const ada = await makeReader('ada', ['cs.LG'])
  const [fresh, ...others] = batch(3, WEDNESDAY, 10_001)
  const versions = [...old().versions, { at: new Date('2026-11-17T10:00:00Z') }]
  const replaced = { ...old(), versions, announced: [...old().announced, { on: WEDNESDAY, type: 'replace' as const }] }
  simulator.papers.push(fresh!, ...others, replaced)
  setClock(new Date('2026-11-17T12:00:00Z'))
  work()
  expect(await askUntilEnd(ada)).toMatchObject({ version: 1 })
  // Public at arXiv, but not read yet: the announcement of the evening before.
  setClock(new Date(`${WEDNESDAY}T02:00:00Z`))
  expect(await askUntilEnd(ada, { ref: fresh!.id })).toMatchObject({ announced_on: null })

  setClock(new Date(`${WEDNESDAY}T05:30:00Z`))
  await run('ingest')
  const delivery = await findDelivery(ada._id, WEDNESDAY)
  expect(delivery?.cards.map(({ paper_id }) => paper_id).toSorted()).toEqual(
    [fresh!, ...others].map(({ id }) => `arxiv:${id}`),
  )
  expect(delivery?.ledger).toMatchObject({ announced: 4, shown: 3, older_version: 1, seen_before: 0 })
})
