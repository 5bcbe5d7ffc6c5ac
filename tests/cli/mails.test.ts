import { afterAll, afterEach, describe, expect, test } from 'bun:test'
import { startWorker, type Worker } from '#api/jobs/worker.ts'
import { setClock } from '#api/platform/clock.ts'
import { startSmtpSink } from '#api/platform/embedded/smtpSink.ts'
import { startJob, watchJob } from '#api/services/jobs/jobs.ts'
import { announceTitles } from '#tests/api/support/announce.ts'
import { setUpMail, subscribe } from '#tests/api/support/digests.ts'
import { useTerminal } from './terminal.ts'

const sink = await startSmtpSink()
const { run, as, asAdmin, product } = useTerminal({ sink })
const workers: Worker[] = []
afterEach(async () => {
  setClock(null)
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
})
afterAll(() => sink.stop())

const admin = async (...args: string[]) => run(['admin', ...args], { env: await asAdmin() })

describe('An admin in a terminal', () => {
  test('sees the newest digest of a user, or why there is none', async () => {
    const { data } = await as('ada').users.me.put({ name: 'Ada', category_ids: ['cs.LG'] })
    expect((await admin('email', 'digest-preview', data?.id ?? '')).exit).toBe(5)
    await announceTitles('2026-11-18', ['Lanterns'])
    const { exit, stdout } = await admin('email', 'digest-preview', data?.id ?? '')
    expect(exit).toBe(0)
    expect(stdout).toStartWith('Lanterns\n')
    expect(stdout).toContain('1. Lanterns')
    expect((await admin('email', 'digest-preview', 'no-such-user')).exit).toBe(3)
  })

  test('sees in the health how many readers are without their digest, with exit code 7 when nothing is down', async () => {
    workers.push(startWorker(product, { pollMs: 20 }))
    await subscribe(as, 'ada')
    await setUpMail(as, sink, { enabled: false })
    await announceTitles('2026-11-18', ['Lanterns'])
    setClock(new Date('2026-11-18T08:00:00Z'))
    const { id } = await startJob({ kind: 'digest', input: {}, dedupe_key: 'digest', requested_by: 'schedule' })
    for await (const job of watchJob(id, new AbortController().signal)) if (job?.finished_at) break
    setClock(null)
    const sentence = '1 reader is without the newest digest: 1 not tried yet. All mail is paused.'
    const { exit, stdout } = await admin('health')
    expect(stdout).toContain(sentence)
    expect(exit).toBe(7)
    const settings = await admin('email', 'get')
    expect(settings.stderr).toContain(`${sentence}\nSee the runs of the digests: paperdawn admin jobs --kind digest`)
    expect(settings.stderr).not.toContain('resend-all')
    expect(settings.exit).toBe(0)
  })

  test('is told nothing about readers without mail when there are none', async () => {
    await setUpMail(as, sink)
    expect(await admin('email', 'get')).toMatchObject({ exit: 0, stderr: '' })
  })
})
