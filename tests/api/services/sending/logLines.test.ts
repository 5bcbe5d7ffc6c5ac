import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import mongoose from 'mongoose'
import { buffer } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import type { SMTPServerDataStream, SMTPServerOptions, SMTPServerSession } from 'smtp-server'
import { startWorker, type Worker } from '#api/jobs/worker.ts'
import { setClock } from '#api/platform/clock.ts'
import { startJob } from '#api/services/jobs/jobs.ts'
import { findJob, type JobRecord } from '#api/store/jobs/jobs.ts'
import { addSuppression } from '#api/store/mail/suppressions.ts'
import { useApp } from '#tests/support/app.ts'
import { recordLines } from '#tests/support/lines.ts'
import { announceTitles } from '#tests/api/support/announce.ts'
import { subscribe } from '#tests/api/support/digests.ts'
import { refusal, startMailServer } from '#tests/api/support/mailServer.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

const MONDAY = '2026-11-16'
const { as, product } = useApp()
const ended: (() => unknown)[] = []
let lines = recordLines()
let worker: Worker

beforeEach(() => {
  setClock(new Date(`${MONDAY}T08:00:00Z`))
  lines = recordLines()
  worker = startWorker(product, { pollMs: 20, retryMs: 1, log: lines.log })
})
afterEach(async () => {
  await worker.stop()
  setClock(null)
  for (const end of ended.splice(0)) await end()
})

async function configureMail(options: SMTPServerOptions, enabled = true) {
  const server = await startMailServer({
    onData: callbackify(
      async (stream: SMTPServerDataStream, _session: SMTPServerSession) => void (await buffer(stream)),
    ),
    ...options,
  })
  ended.push(server.stop)
  const { error } = await as('admin').admin['email-config'].post({
    host: server.host,
    port: server.port,
    security: 'none',
    max_per_minute: 1_000,
    enabled,
    from_name: 'Paperdawn',
    from_address: 'digest@papers.example.org',
  })
  if (error) throw new Error(JSON.stringify(error.value))
  return server
}

async function sendDigests(): Promise<JobRecord> {
  const { id } = await startJob({ kind: 'digest', input: {}, dedupe_key: 'digest', requested_by: 'schedule' })
  let job = await findJob(id)
  await waitUntil(async () => {
    job = await findJob(id)
    return job?.open === false
  })
  if (job === null) throw new Error('the job is gone')
  return job
}

const linesOf = (job: JobRecord, msg: string) => lines.find({ job: job._id, msg })

const expectReason = async (reason: string) => {
  const job = await sendDigests()
  expect(job).toMatchObject({ state: 'succeeded', progress: { step: `no digests sent: ${reason}` } })
  expect(linesOf(job, 'no digests sent')).toMatchObject([{ level: 'info', reason }])
}

describe('A run that sends no digest says why in the log and in its job:', () => {
  test('mail is paused', async () => {
    await configureMail({}, false)
    await announceTitles(MONDAY, ['Lanterns'])
    await expectReason('mail is not set up or paused')
  })

  test('there is no announcement', async () => {
    await configureMail({})
    await expectReason('there is no announcement yet')
  })
})

test('A digest waits until the announcement is complete in the archives of its reader', async () => {
  await configureMail({})
  await announceTitles(MONDAY, ['Lanterns'], { complete: false })
  const ada = await subscribe(as, 'ada')
  const job = await sendDigests()
  expect(linesOf(job, 'digest skipped')).toMatchObject([
    { user_id: ada, day: MONDAY, reason: 'the announcement is not complete' },
  ])
  expect(job.counters).toMatchObject({ waiting_for_announcement: 1 })
})

test('A skipped digest is logged with the reader and the reason, and counted in the job', async () => {
  await configureMail({})
  await announceTitles(MONDAY, ['Curves'])
  const sent = await subscribe(as, 'ada')
  const otherWeekday = await subscribe(as, 'bela', { weekdays: [5] })
  const later = await subscribe(as, 'cleo', { time_zone: 'America/Denver' })
  const dora = await subscribe(as, 'dora', { time_zone: 'UTC' }, ['math.AG'])
  const first = await sendDigests()
  expect(linesOf(first, 'mail sent')).toMatchObject([
    { user_id: sent, mail_kind: 'digest', day: MONDAY, outcome: 'sent' },
  ])
  const skipped = (job: JobRecord) =>
    linesOf(job, 'digest skipped').map(({ user_id, reason, level }) => [user_id, `${String(level)}: ${String(reason)}`])
  expect(Object.fromEntries(skipped(first))).toEqual({
    [otherWeekday]: 'info: the reader did not choose this weekday',
    [later]: 'debug: the digest hour of the reader has not been reached',
    [dora]: 'info: the digest would be empty',
  })
  expect(first.counters).toMatchObject({ due: 2, sent: 1, empty: 1, other_weekday: 1, waiting_for_hour: 1 })
  setClock(new Date('2026-11-23T18:00:00Z'))
  const late = await sendDigests()
  expect(Object.fromEntries(skipped(late))).toMatchObject({ [later]: 'debug: the announcement is not complete' })
})

const sendOne = async (options: SMTPServerOptions) => {
  await configureMail(options)
  await announceTitles(MONDAY, ['Lanterns'])
  const user_id = await subscribe(as, 'ada')
  return { user_id, job: await sendDigests() }
}
const rejecting = (code: number, words: string): SMTPServerOptions => ({
  onRcptTo: (_address, _session, done) => done(refusal(code, words)),
})

describe('A mail that is not sent is logged with the job id, the outcome and the response of the mail server:', () => {
  test('deferred by the server', async () => {
    const { user_id, job } = await sendOne(rejecting(451, 'Greylisted'))
    const [line] = linesOf(job, 'mail deferred')
    expect(line).toMatchObject({ user_id, outcome: 'deferred', reason: expect.stringContaining('451') })
    expect(line?.['retry_at']).toBeString()
    expect(job.counters).toMatchObject({ deferred: 1 })
  })

  test('suppressed, because the address does not exist', async () => {
    await addSuppression('ada@example.org', { cause: 'no-mailbox', reason: '550 No such mailbox' })
    const { job } = await sendOne({})
    expect(linesOf(job, 'mail suppressed')).toMatchObject([{ reason: expect.stringContaining('550') }])
    expect(job.counters).toMatchObject({ suppressed: 1 })
  })

  test('refused because of its content', async () => {
    const { job } = await sendOne({
      onData: callbackify(async (stream: SMTPServerDataStream, _session: SMTPServerSession) => {
        await buffer(stream)
        throw refusal(554, 'Spam')
      }),
    })
    expect(linesOf(job, 'mail refused')).toMatchObject([{ reason: expect.stringContaining('554') }])
    expect(job.counters).toMatchObject({ refused: 1 })
  })

  test('perhaps sent, because the connection was lost before the response', async () => {
    const { job } = await sendOne({
      onData: (stream) => void buffer(stream).then(() => Promise.all(ended.splice(0).map((end) => end()))),
    })
    expect(linesOf(job, 'mail perhaps sent')).toMatchObject([{ outcome: 'uncertain' }])
    // The line is written after the end of the job is stored.
    await waitUntil(() => linesOf(job, 'job ended with something left undone').length > 0)
    expect(linesOf(job, 'job ended with something left undone')).toMatchObject([{ reason: job.error }])
    expect(job.counters).toMatchObject({ uncertain: 1 })
  })

  test('deferred, because the mail server does not respond', async () => {
    const server = await configureMail({})
    await server.stop()
    await announceTitles(MONDAY, ['Lanterns'])
    await subscribe(as, 'ada')
    const job = await sendDigests()
    expect(job.state).toBe('failed')
    expect(linesOf(job, 'mail deferred')).toHaveLength(job.attempts)
  })

  test('perhaps sent, because its sender crashed', async () => {
    const { job } = await sendOne({})
    const outbox = mongoose.connection.db?.collection('outbox')
    await outbox?.updateOne({}, { $set: { state: 'handing-off', lease_until: new Date(0) } })
    const next = await sendDigests()
    expect(linesOf(next, 'mail perhaps sent')).toMatchObject([{ reason: expect.stringContaining('The sender ended') }])
    expect(linesOf(job, 'mail sent')).toHaveLength(1)
  })
})
