import { afterAll, afterEach, describe, expect, test } from 'bun:test'
import mongoose from 'mongoose'
import type { AdminUser, SystemHealth } from '#api/contract/admin.ts'
import type { EmailConfig, EmailTest } from '#api/contract/mail.ts'
import { startWorker, type Worker } from '#api/jobs/worker.ts'
import { findFreePort } from '#api/platform/embedded/port.ts'
import { startSmtpSink } from '#api/platform/embedded/smtpSink.ts'
import { followPapers } from '#api/services/search/indexing.ts'
import { addSuppression } from '#api/store/mail/suppressions.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'
import { startArxiv } from './arxiv.ts'
import { readScreen, useTerminal } from './terminal.ts'

const { simulator, sources } = startArxiv('2026-11-18')
const sink = await startSmtpSink({ users: { papers: 'right' } })
const { run, type, as, asAdmin, product } = useTerminal({ sink, sources })
const workers: Worker[] = []

afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
})
afterAll(() => Promise.all([simulator.stop(), sink.stop()]))

const admin = async (args: string[], more: Parameters<typeof run>[1] = {}) =>
  run(['admin', ...args], { ...more, env: { ...(await asAdmin()), ...more.env } })
const adminTypes = async (args: string[], columns = 80) => type(['admin', ...args], { env: await asAdmin(), columns })
const json = async <Shape>(args: string[], input?: string) =>
  JSON.parse((await admin([...args, '--json'], { input })).stdout) as Shape
const overview = async (args: string[], titles: RegExp) => {
  const { exit, stdout } = await admin(args)
  expect(stdout).toMatch(titles)
  return { exit, stdout }
}

describe('The overview commands', () => {
  test('show the sources', async () => {
    const { exit, stdout } = await overview(['sources'], /^SOURCE +STATE +LAST SUCCESS +NEXT RUN/)
    expect(exit).toBe(0)
    expect(stdout).toMatch(/^arxiv +never/m)
  })

  test('show the health, with exit code 1 only when something is down', async () => {
    const { exit, stdout } = await admin(['health'])
    const { verdict, checks } = await json<SystemHealth>(['health'])
    expect(stdout).toMatch(new RegExp(`^${verdict}: .+\nversion \\d`))
    for (const { name } of checks) expect(stdout).toContain(name)
    expect(exit).toBe(verdict === 'down' ? 1 : 0)
  })

  test('show the statistics with their total', async () => {
    const { exit, stdout } = await overview(['stats', '--days-back', '3'], /^DAY +FETCHED +NEW +UPDATED/)
    expect(exit).toBe(0)
    expect(stdout).toMatch(/^total +0 +0/m)
  })

  test('show whether the order helps, and change what is compared', async () => {
    expect((await admin(['ranking'])).stdout).toMatch(
      /^Orders compared: ranked and time, on 10 % of the lists\.\nNot enough/,
    )
    const { exit, stdout } = await admin(['ranking', '--b', 'words', '--share', '0.25'])
    expect({ exit, stdout }).toEqual({
      exit: 0,
      stdout: expect.stringContaining('ranked and words, on 25 % of the lists'),
    })
    expect((await admin(['ranking', '--a', 'words'])).exit).not.toBe(0)
  })

  test('show the result of each stage of the pipeline, with exit code 1 when one fails', async () => {
    const good = await overview(['test-pipeline'], /^STAGE +RESULT +TOOK +MESSAGE/)
    const { ok } = await json<{ ok: boolean }>(['test-pipeline'])
    expect(good.exit).toBe(ok ? 0 : 1)
    await simulator.down()
    const bad = await admin(['test-pipeline'])
    simulator.up()
    expect(bad.exit).toBe(1)
    expect(bad.stdout).toContain('failed')
  })

  test('report an empty list on standard error and print nothing on standard output', async () => {
    expect(await admin(['outbox'])).toMatchObject({ exit: 0, stdout: '', stderr: 'There are no mails.\n' })
    expect(await admin(['outbox', '--state', 'failed', '--quiet'])).toEqual({ exit: 0, stdout: '', stderr: '' })
    expect(await admin(['quarantine', 'list'])).toMatchObject({ stdout: '', stderr: 'Nothing is in quarantine.\n' })
    expect(await admin(['audit', '--action', 'wipe'])).toMatchObject({
      stdout: '',
      stderr: 'The audit log is empty.\n',
    })
    expect((await admin(['quarantine', 'retry', 'none'])).exit).toBe(3)
    expect((await admin(['outbox', 'resend', 'none'])).exit).toBe(3)
    expect(await admin(['outbox', 'resend-all', '--state', 'uncertain'])).toMatchObject({
      exit: 0,
      stdout: '',
      stderr: 'There are no uncertain mails.\n',
    })
  })
})

describe('The list of users', () => {
  test('can be searched and paged; users can be disabled and enabled', async () => {
    await as('ada').auth.me.get()
    await as('bela').auth.me.get()
    const page = await admin(['users', '--limit', '2'])
    expect(page.stdout).toMatch(/^NAME +E-MAIL +ROLE +ID/)
    expect(page.stderr).toContain('1 to 2 of 3. The next ones: --skip 2')
    const found = await json<{ items: AdminUser[] }>(['users', '--q', 'ada@'])
    expect(found.items).toMatchObject([{ email: 'ada@example.org', disabled: false }])
    const id = found.items[0]?.id ?? ''
    expect((await admin(['users', 'disable', id])).stdout).toContain('disabled')
    expect((await as('ada').auth.me.get()).status).toBe(403)
    expect((await admin(['users', 'enable', id])).stdout).toContain('reader')
    expect((await admin(['audit'])).stdout).toContain('user-disabled')
  })

  test('is cut to the width of the terminal, not when piped; escape sequences in a name are removed', async () => {
    const name = `Ada ${'Quillfeather'.repeat(8)}\u001B]0;owned\u0007\u001B[2J`
    await as('ada').auth.me.get()
    await mongoose.connection.collection('users').updateOne({ email: 'ada@example.org' }, { $set: { name } })
    const screen = await adminTypes(['users'])
    await screen.exited
    const lines = readScreen(screen.text()).trimEnd().split('\n')
    expect(lines.filter((line) => Bun.stringWidth(line) > 80)).toEqual([])
    expect(lines[0]).toMatch(/^NAME +E-MAIL +ROLE +ID$/)
    expect(screen.text()).toContain('Ada Quillfeathe…')
    const { stdout } = await admin(['users'], { env: { FORCE_COLOR: '0' } })
    expect(stdout).toContain('Quillfeather'.repeat(8))
    expect(stdout + screen.text()).not.toContain('\u001B[2J')
  })
})

test('Addresses without mail are listed with their cause, and released one by one or by cause', async () => {
  for (const name of ['ada', 'ben', 'cleo'])
    await addSuppression(`${name}@example.org`, { cause: 'mailbox-disabled', reason: '550 5.2.1 Disabled' })
  const { stdout } = await admin(['suppressions'])
  expect(stdout).toMatch(/^ADDRESS +CAUSE +SINCE/)
  expect(stdout).toMatch(/^ada@example\.org +mailbox disabled .* 550 5\.2\.1 Disabled$/m)
  expect(await admin(['suppressions', 'release', 'ada@example.org'])).toMatchObject({
    exit: 0,
    stdout: 'Released: 1\n',
  })
  expect((await admin(['suppressions', 'release', 'ada@example.org'])).exit).toBe(3)
  expect((await admin(['suppressions', 'release'])).exit).toBe(2)
  expect(await json(['suppressions', 'release', '--cause', 'mailbox-disabled'])).toEqual({ released: 2 })
  expect((await admin(['suppressions'])).stderr).toBe('No address is held back.\n')
})

/** Sets the mail server of the tests, as user "papers". */
const setMail = [
  'email',
  'set',
  '--host',
  sink.host,
  '--port',
  String(sink.port),
  '--security',
  'none',
  '--user',
  'papers',
]

describe('The mail settings', () => {
  test('are set with a password from standard input, which is never returned', async () => {
    expect((await admin(['email', 'get'])).stdout).toMatch(/^mail is sent +no: nothing is saved yet/)
    const saved = await admin([...setMail, '--from-address', 'p@example.org', '--enable', '--password-stdin'], {
      input: 'right\n',
    })
    expect(saved.exit).toBe(0)
    expect(saved.stdout).toMatch(/^password +set$/m)
    const config = await json<EmailConfig>(['email', 'get'])
    expect(config).toMatchObject({ port: sink.port, user: 'papers', password_set: true, enabled: true })
    expect(JSON.stringify(config)).not.toContain('right')
    const changed = await json<EmailConfig>(['email', 'set', '--disable', '--reply-to', 'answers@example.org'])
    expect(changed).toMatchObject({
      enabled: false,
      reply_to: 'answers@example.org',
      user: 'papers',
      password_set: true,
    })
    expect(await json<EmailConfig>(['email', 'set', '--remove-password'])).toMatchObject({ password_set: false })
  })

  test('prompt for the password without echo', async () => {
    const screen = await adminTypes(setMail)
    await screen.until(/Password of papers: /)
    screen.type('wrong\u007F\u007F\u007F\u007F\u007Fright\r')
    expect(await screen.exited).toBe(0)
    expect(screen.text()).not.toContain('right')
    const test = await json<EmailTest>(['email', 'test', '--to', 'ada@example.org'])
    expect(test).toMatchObject({ ok: true, step: 'send' })
    expect(sink.messages().at(-1)?.to).toEqual(['ada@example.org'])

    const aborted = await adminTypes(setMail)
    await aborted.until(/Password of papers \(empty keeps the one that is set\): /)
    aborted.type('\u0003')
    expect(await aborted.exited).toBe(130)
  })

  test('can be tested before they are saved; a failure has exit code 1 and names its step', async () => {
    await admin([...setMail, '--password-stdin'], { input: 'right' })
    const refused = await admin(['email', 'test', '--user', 'papers', '--password-stdin'], { input: 'wrong' })
    expect(refused.exit).toBe(1)
    expect(refused.stdout).toContain('failed at login')
    expect(refused.stdout).not.toContain('wrong')
    const closed = await admin(['email', 'test', '--port', String(findFreePort())])
    expect(closed.exit).toBe(1)
    expect((await json<EmailTest>(['email', 'test'])).ok).toBe(true)
  })

  test('have no option for the password value, and need at least one change', async () => {
    expect((await admin([...setMail, '--password', 'right'])).exit).toBe(2)
    expect((await admin(['email', 'set'])).exit).toBe(2)
  })
})

describe('Rebuilding the search index', () => {
  test('follows the job until the index is whole, and says so when it is asked twice', async () => {
    const detached = await admin(['rebuild-index', '--detach'])
    expect([detached.exit, (await admin(['rebuild-index'])).stderr]).toEqual([
      0,
      expect.stringContaining(detached.stdout.trim()),
    ])
    workers.push(startWorker(product, { pollMs: 20, retryMs: 1 }))
    const stop = new AbortController()
    const following = followPapers(product, stop.signal)
    await waitUntil(async () => (await product.index.state()).rebuild === 1)
    await waitUntil(async () => (await json<{ total: number }>(['jobs', 'list', '--state', 'succeeded'])).total === 1)
    expect((await admin(['rebuild-index'])).exit).toBe(0)
    expect((await product.index.state()).rebuild).toBe(2)
    stop.abort()
    await following
  })
})

describe("Mailing a reader's top papers", () => {
  test('accepts an e-mail address, follows the job to its end and lists the mail in the outbox', async () => {
    workers.push(startWorker(product, { pollMs: 20, retryMs: 1 }))
    await as('ada').users.me.put({ category_ids: ['cs.LG'] })
    expect((await admin(['load-samples'])).exit).toBe(0)
    expect((await admin(['send-top-papers', 'nobody@example.org'])).exit).toBe(3)
    await admin([...setMail, '--enable', '--password-stdin'], { input: 'right' })
    const sent = await admin(['send-top-papers', 'Ada@example.org', '--limit', '3'])
    expect(sent.stderr).not.toContain('error')
    expect(sent.exit).toBe(0)
    expect(sink.messages().at(-1)?.to).toEqual(['ada@example.org'])
    expect((await admin(['outbox', '--state', 'sent'])).stdout).toMatch(/ada@example\.org +top-papers +sent/)
  })
})
