import { afterAll, afterEach, beforeAll } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import mongoose from 'mongoose'
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server'
import { CONNECTIONS_MAX } from '#api/mail/connectionPool.ts'
import { closeDatabase, openDatabase } from '#api/store/database.ts'
import type { OutboxRecord } from '#api/store/mail/outbox.ts'
import { emptyDatabase } from '#tests/support/database.ts'
import { testDatabase } from '#tests/support/mongod.ts'
import { makeFolder } from '#tests/support/process.ts'
import { startMailServer } from './mailServer.ts'
import { useAsMailServer } from './outboxes.ts'

/** What the mail server has just done for a process, or the point at which the process kills itself. */
export type KillPoint =
  | { at: 'sender' | 'message' | 'accepted-by-server' | 'replied'; count: number }
  | { at: 'command'; count: number }
  | { at: 'accepted' }

interface Kill {
  at: KillPoint['at']
  /** Connections to the mail server at the kill, at most. */
  open: number
  /** Mails that were being handed over and are in no journal. */
  uncertain: number
}

const NAMES = ['worker-a', 'worker-b'] as const
type Name = (typeof NAMES)[number]
const PROCESS = new URL(import.meta.resolve('./mailKillProcess.ts')).pathname

/** Two processes that send the same outbox to a real mail server, and are killed meanwhile. */
export function useMailKilling() {
  let folder: Awaited<ReturnType<typeof makeFolder>>
  let uri = ''
  let server: Awaited<ReturnType<typeof startMailServer>>
  /** Addresses of which the server accepted the mail. */
  const received = new Set<string>()
  /** Session -> address of the last mail that the server accepted in it. */
  const before = new Map<string, string>()
  const children = new Map<Name, Bun.Subprocess>()
  const armed = new Map<Name, { at: string; left: number }>()
  /** When each process was started, and each session began. */
  const launchedAt = new Map<Name, number>()
  const connectedAt = new Map<string, number>()
  /** Connections that a process had when the server killed it. One that kills itself has at most `CONNECTIONS_MAX`. */
  const openAtKill = new Map<Name, number>()
  /** Ids of the mails that were in the journal of a process when it was killed. */
  const proven = new Set<string>()
  /** Ends the delivery of which the server saw a mail that it must not get. */
  let violated = Promise.withResolvers<never>()

  function reach(at: KillPoint['at'], { id, hostNameAppearsAs }: SMTPServerSession): void {
    const name = NAMES.find((one) => one === hostNameAppearsAs)
    const plan = name && armed.get(name)
    if (name === undefined || plan?.at !== at) return
    // What the server still reads of a process that was killed before is no step of the one that runs now.
    if (connectedAt.get(id)! < launchedAt.get(name)!) return
    plan.left -= 1
    if (plan.left !== 0) return
    children.get(name)?.kill('SIGKILL')
    openAtKill.set(name, server.countSessions(hostNameAppearsAs))
  }

  async function receive(stream: SMTPServerDataStream, session: SMTPServerSession, done: () => void): Promise<void> {
    // The process may be killed before the end of its message.
    const text = await buffer(stream).then(String, () => null)
    if (text === null) return
    const to = String(session.envelope.rcptTo[0]?.address)
    reach('message', session)
    await check(to, session).catch(violated.reject)
    received.add(to)
    before.set(session.id, to)
    reach('accepted-by-server', session)
    done()
    setImmediate(() => reach('replied', session))
  }

  /**
   * Throws unless the outbox has the mail as one that the server may have, the server has it for the first time, and the
   * outbox has as sent the mail before of this connection and what the journal of its process had.
   */
  async function check(to: string, session: SMTPServerSession): Promise<void> {
    if (received.has(to)) throw new Error(`The server got the mail to ${to} twice.`)
    const previous = before.get(session.id)
    const sender = session.hostNameAppearsAs
    const isKnown = { sender, _id: { $in: [...proven] }, state: 'uncertain' as const }
    const rows = await outbox()
      .find({ $or: [{ to: { $in: previous === undefined ? [to] : [to, previous] } }, isKnown] })
      .toArray()
    const doubted = rows.find((row) => row.sender === sender && row.state === 'uncertain' && proven.has(row._id))
    if (doubted)
      throw new Error(`The mail to ${doubted.to} is uncertain, although a journal proves that it was accepted.`)
    const stateOf = (address: string) => rows.find((row) => row.to === address)?.state
    const state = stateOf(to)
    // It is uncertain when its sender was killed and started again before the server read the message to its end.
    if (state !== 'handing-off' && state !== 'uncertain')
      throw new Error(`The server got the mail to ${to} while the outbox had it as ${state}: a kill would repeat it.`)
    if (previous !== undefined && stateOf(previous) !== 'sent')
      throw new Error(
        `The mail to ${previous} was accepted, but its connection sends the next while it is not recorded.`,
      )
  }

  beforeAll(async () => {
    folder = await makeFolder()
    uri = await testDatabase()
    await openDatabase(uri)
    server = await startMailServer({
      onConnect({ id }, done) {
        connectedAt.set(id, performance.now())
        done()
      },
      onMailFrom(_address, session, done) {
        reach('sender', session)
        done()
      },
      onData(stream, session, done) {
        void receive(stream, session, done)
      },
    })
  })
  afterEach(async () => {
    for (const child of children.values()) child.kill('SIGKILL')
    await Promise.all([...children.values()].map(({ exited }) => exited))
    children.clear()
  })
  afterAll(async () => {
    await server.stop()
    await closeDatabase()
    await folder[Symbol.asyncDispose]()
  })

  const journalOf = (name: Name) => join(folder.path, `${name}.journal`)

  function launch(name: Name, point: KillPoint | undefined): Bun.Subprocess {
    armed.delete(name)
    openAtKill.delete(name)
    if (point && point.at !== 'accepted' && point.at !== 'command') armed.set(name, { at: point.at, left: point.count })
    const killAt = point?.at === 'command' ? String(point.count) : point?.at === 'accepted' ? 'accepted' : undefined
    const child = Bun.spawn([process.execPath, PROCESS, uri, name, journalOf(name)], {
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'inherit',
      env: { ...process.env, LOG_LEVEL: 'silent', ...(killAt && { KILL_AT: killAt }) },
    })
    children.set(name, child)
    launchedAt.set(name, performance.now())
    return child
  }

  /**
   * Sends `recipients` mails by two processes, of which one is killed at each of `points` in turn, as far as they are
   * reached, and started again. Throws as soon as the server gets a mail twice, or one that a kill would repeat or leave
   * without a record, and when a kill leaves more mails uncertain than it had connections. Returns the kills, and what
   * the outbox and the server have at the end.
   */
  async function deliver(recipients: number, points: readonly KillPoint[]) {
    await emptyDatabase()
    received.clear()
    before.clear()
    proven.clear()
    violated = Promise.withResolvers()
    await useAsMailServer(server, { max_per_minute: 1_000_000 })
    const rows = Array.from({ length: recipients }, (_, index): OutboxRecord => newRow(`reader${index}`))
    await outbox().insertMany(rows)
    const left = [...points]
    const kills: Kill[] = []
    const allSent = Promise.all(
      NAMES.map(async (name) => {
        for (;;) {
          const point = left.shift()
          const code = await launch(name, point).exited
          if (code === 0) return
          if (code !== 137) throw new Error(`${name} ended with ${code}`)
          const lines = (await readFile(journalOf(name), 'utf8')).split('\n').slice(0, -1).filter(Boolean)
          for (const line of lines) proven.add(JSON.parse(line).id)
          const begun = await outbox().find({ sender: name, state: 'handing-off' }).toArray()
          const uncertain = begun.filter(({ _id }) => !proven.has(_id)).length
          const open = openAtKill.get(name) ?? CONNECTIONS_MAX
          if (uncertain > open)
            throw new Error(`${uncertain} mails are uncertain after the kill of ${open} connections.`)
          kills.push({ at: point?.at ?? 'command', open, uncertain })
        }
      }),
    )
    await Promise.race([allSent, violated.promise])
    return { kills, proven: proven.size, ...(await reconcile()) }
  }

  async function reconcile() {
    const rows = await outbox().find().toArray()
    const inState = (state: OutboxRecord['state']) => rows.filter((row) => row.state === state)
    return {
      /** Mails that are neither sent nor listed as uncertain, or are called sent although the server has none. */
      lost: rows.length - inState('sent').filter(({ to }) => received.has(to)).length - inState('uncertain').length,
      /** Mails that a journal had and that are not sent. */
      forgotten: rows.filter(({ _id, state }) => proven.has(_id) && state !== 'sent').length,
      uncertain: inState('uncertain').length,
      /** Of the uncertain ones those that the server has. */
      uncertainReceived: inState('uncertain').filter(({ to }) => received.has(to)).length,
    }
  }

  return { deliver }
}

const outbox = () => mongoose.connection.collection<OutboxRecord>('outbox')

const newRow = (user_id: string): OutboxRecord => ({
  _id: crypto.randomUUID(),
  user_id,
  kind: 'digest',
  day: '2026-11-16',
  to: `${user_id}@example.org`,
  subject: 'Papers',
  papers: 1,
  state: 'queued',
  fence: 0,
  lease_until: null,
  retry_at: null,
  attempts: 0,
  job_id: null,
  sender: null,
  resent_by: null,
  error: null,
  refused_at: null,
  receipt: null,
  queued_at: new Date(),
  sent_at: null,
})
