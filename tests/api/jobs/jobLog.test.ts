import { expect, test } from 'bun:test'
import { JOB_LOG_LINES_MAX } from '#api/contract/jobs.ts'
import { now, setClock } from '#api/platform/clock.ts'
import { AppError } from '#api/platform/errors.ts'
import { cancelJob, getJob, getJobLog, retryJob, startJob } from '#api/services/jobs/jobs.ts'
import { deleteOldLogs } from '#api/store/jobs/jobLog.ts'
import { batch, usePipeline } from '#tests/api/support/pipeline.ts'
import { makeReader } from '#tests/api/support/readers.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

const { simulator, run, work } = usePipeline()
const WEDNESDAY = '2026-11-18'
const later = (days: number) => new Date(now().getTime() + days * 86_400_000)
const isMath = ({ url }: { url: string }) => url.endsWith('/rss/math')
const EMPTY = { kept: false, lines: [], total: 0, problems: [], problems_left_out: 0 }

test('The log of an ended run has its steps and end, and its problems grouped by their sentence', async () => {
  let attempts = 0
  work({
    kinds: {
      async ingest({ run: context }) {
        await context.progress({ done: 0, unit: 'feeds', step: 'feed cs' })
        for (let number = 1; number <= 5; number++) context.problem('It has no title.', `2611.9000${number}`)
        await context.progress({ done: 1, unit: 'feeds', step: 'feed math' })
        if (++attempts === 1) throw new AppError('source-unavailable', 'arXiv answered 503.')
        return { partial: 'The feed of math could not be read.' }
      },
    },
  })
  const { _id } = await run('ingest')
  const log = await getJobLog(_id)
  const said = log.lines.map(({ state, progress, error }) => [state, progress.step, error])
  const steps = [
    ['running', 'feed cs', undefined],
    ['running', 'feed math', undefined],
  ]
  expect(said).toEqual([
    ...steps,
    ['queued', 'feed math', 'arXiv answered 503.'],
    ...steps,
    ['partial', 'feed math', 'The feed of math could not be read.'],
  ])
  expect(log).toMatchObject({ kept: true, total: 6, problems_left_out: 0 })
  expect(log.problems.map(({ message, count, subjects }) => [message, count, subjects])).toEqual([
    ['It has no title.', 10, ['2611.90001', '2611.90002', '2611.90003']],
    ['arXiv answered 503.', 1, []],
  ])
  expect('log' in (await getJob(_id))).toBe(false)

  await deleteOldLogs(later(29))
  expect((await getJobLog(_id)).kept).toBe(true)
  await deleteOldLogs(later(31))
  expect(await getJobLog(_id)).toEqual(EMPTY)
})

test('A log keeps its last lines and its first different problems, and counts the others', async () => {
  work({
    kinds: {
      async ingest({ run: context }) {
        for (let step = 1; step <= JOB_LOG_LINES_MAX + 30; step++) {
          context.problem(`Record ${step} has no title.`)
          await context.progress({ done: step, unit: 'papers', step: `page ${step}` })
        }
      },
    },
  })
  const log = await getJobLog((await run('ingest'))._id)
  expect(log).toMatchObject({ total: JOB_LOG_LINES_MAX + 31, problems_left_out: JOB_LOG_LINES_MAX + 10 })
  expect(log.lines).toHaveLength(JOB_LOG_LINES_MAX)
  expect(log.lines.at(-1)).toMatchObject({ state: 'succeeded', progress: { step: `page ${JOB_LOG_LINES_MAX + 30}` } })
  expect(log.problems.map(({ message }) => message)).toEqual(
    Array.from({ length: 20 }, (_, index) => `Record ${index + 1} has no title.`),
  )
})

test('A job that has not started has no log, one that was cancelled then has a line, an unknown one is not found', async () => {
  const { id } = await startJob({ kind: 'ingest', input: {}, dedupe_key: 'ingest', requested_by: 'start' })
  expect(await getJobLog(id)).toEqual(EMPTY)
  await cancelJob(id)
  expect((await getJobLog(id)).lines).toMatchObject([{ state: 'cancelled' }])
  expect(getJobLog('none')).rejects.toMatchObject({ code: 'not-found' })
})

test('The failed part of an ingestion is retried alone: the feeds that were read are not read again', async () => {
  setClock(new Date(`${WEDNESDAY}T05:30:00Z`))
  await makeReader('ada', ['cs.LG', 'math.CO'])
  simulator.papers.push(...batch(2, WEDNESDAY, 10_001), ...batch(3, WEDNESDAY, 20_001, { categories: ['math.CO'] }))
  simulator.onRequest = (request) => (isMath(request) ? new Response(null, { status: 503 }) : undefined)
  const first = await run('ingest', { days_back: 1 })
  expect(first).toMatchObject({ state: 'partial', error: expect.stringContaining('could not be read') })
  expect((await getJobLog(first._id)).problems.map(({ message }) => message).join()).toContain('arXiv')
  expect(await getJob(first._id)).toMatchObject({ resumable: true })

  simulator.onRequest = null
  simulator.requests.length = 0
  const { id } = await retryJob(first._id, 'start', { failedOnly: true })
  const second = await waitUntil(async () => {
    const job = await getJob(id)
    return job.finished_at !== null && job
  })
  expect(second).toMatchObject({ state: 'succeeded', counters: { fetched: 3 } })
  expect(simulator.requests.filter(({ door }) => door === 'rss').map(isMath)).toEqual([true])
  expect(retryJob(id, 'start', { failedOnly: true })).rejects.toMatchObject({ code: 'conflict' })
})
