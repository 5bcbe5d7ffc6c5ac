import { afterAll, afterEach, beforeEach } from 'bun:test'
import mongoose from 'mongoose'
import { setClock } from '#api/platform/clock.ts'
import { startSmtpSink } from '#api/platform/embedded/smtpSink.ts'
import { sendMessages } from '#api/services/connections/dayMessages.ts'
import { watchHealth } from '#api/services/health/alarms.ts'
import { recordHeartbeat } from '#api/services/jobs/jobs.ts'
import { createArxivSource } from '#api/sources/arxiv/arxiv.ts'
import { Sources } from '#api/sources/sources.ts'
import { recordFailure } from '#api/store/sources/sources.ts'
import { startArxivSimulator } from '#tests/simulators/arxiv.ts'
import { startOutgoingSimulator } from '#tests/simulators/outgoing.ts'
import { localRateLimit } from '#tests/simulators/rateLimit.ts'
import { useApp } from '#tests/support/app.ts'
import { useConnections } from './connections.ts'
import { loneRun, setUpMail, subscribe } from './digests.ts'
import { FAST_RETRIES } from './pipeline.ts'

/** When the clock of the tests begins. */
export const BEGIN = Date.parse('2026-11-16T12:00:00Z')

/** An app with arXiv, whose admin follows cs.LG, and what the admin's Slack and mail server received in the test. */
export async function useAlarms() {
  const arxivSimulator = startArxivSimulator()
  const arxiv = createArxivSource({
    rssUrl: arxivSimulator.rssUrl,
    oaiUrl: arxivSimulator.oaiUrl,
    apiUrl: arxivSimulator.apiUrl,
    htmlUrl: arxivSimulator.htmlUrl,
    gapMs: 0,
    retries: FAST_RETRIES,
    contactEmail: 'papers@example.org',
    rateLimit: localRateLimit(),
  })
  const simulator = await startOutgoingSimulator()
  const sink = await startSmtpSink()
  const closed = await startSmtpSink()
  await closed.stop()
  const app = useApp({ sources: new Sources([arxiv]), sink })
  const { as, product } = app
  const connections = useConnections(app, simulator)
  afterAll(() => Promise.all([simulator.stop(), sink.stop(), arxivSimulator.stop()]))
  afterEach(() => setClock(null))

  const before = { mails: 0 }
  beforeEach(async () => {
    simulator.received.splice(0)
    simulator.faults.clear()
    before.mails = sink.messages().length
    setClock(new Date(BEGIN))
    await subscribe(as, 'admin', { enabled: false })
  })

  /** Runs the checks and what sends their messages, so many minutes after the begin. A worker is alive. */
  async function runAt(minute: number, used = product): Promise<void> {
    setClock(new Date(BEGIN + minute * 60_000))
    await recordHeartbeat('installation:host:1:tests', 0)
    await watchHealth(used)
    await sendMessages(used, {}, loneRun(), { gapMs: 0 })
  }

  return {
    ...app,
    ...connections,
    simulator,
    sink,
    runAt,
    mails: () => sink.messages().slice(before.mails),
    /** Has alarms, and nothing else, posted to the admin's Slack. */
    connectAlarms: () =>
      connections.save('admin', 'slack', {
        ...simulator.valuesOf.slack('room'),
        sends: { day: false, hits: false, updates: false, alarms: true },
      }),
    /** The first lines of what was posted there. */
    heads: () => simulator.receivedBy('room').map(({ body }) => body.text),
    failArxiv: () => recordFailure('arxiv', 'arXiv answers 503.'),
    /** With a server that refuses the connection, the check of the mail server is down. */
    breakMail: () => setUpMail(as, { host: closed.host, port: closed.port }),
    passDelays: () => mongoose.connection.collection('outbox').updateMany({}, { $set: { retry_at: new Date(0) } }),
  }
}
