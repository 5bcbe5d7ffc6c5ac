import { describe, expect, test } from 'bun:test'
import mongoose from 'mongoose'
import { setClock } from '#api/platform/clock.ts'
import { watchHealth } from '#api/services/health/alarms.ts'
import { enqueueJob, INGEST_KEY } from '#api/store/jobs/jobs.ts'
import { clearFailure, recordFailure } from '#api/store/sources/sources.ts'
import { BEGIN, useAlarms } from '#tests/api/support/alarms.ts'
import { rows } from '#tests/api/support/connections.ts'
import { REFUSALS } from '#tests/simulators/outgoing.ts'

const { product, simulator, save, runAt, connectAlarms, heads, failArxiv, breakMail, passDelays } = await useAlarms()

describe('An alarm', () => {
  test('is posted once when a check turns bad, and once when it is good again', async () => {
    await connectAlarms()
    await runAt(5)
    await failArxiv()
    await runAt(10)
    expect(heads()).toEqual([])
    for (const minute of [15, 20, 25]) await runAt(minute)
    expect(heads()).toEqual(['Paperdawn, Alarm: arXiv'])
    const sent = JSON.stringify(simulator.received[0]?.body)
    expect(sent).toContain('arXiv fails since 2026-11-16 12:10 UTC.')
    expect(sent).toContain('arXiv answers 503.')
    expect(sent).toContain('/admin?tab=health')
    await clearFailure('arxiv')
    for (const minute of [30, 35, 40]) await runAt(minute)
    expect(heads()).toEqual(['Paperdawn, Alarm: arXiv', 'Paperdawn, Good again: arXiv'])
    expect((await rows()).map(({ state }) => state)).toEqual(['sent', 'sent'])
  })

  test('is not raised by a check that one run found bad', async () => {
    await connectAlarms()
    await failArxiv()
    await runAt(5)
    await clearFailure('arxiv')
    for (const minute of [10, 15, 20]) await runAt(minute)
    expect(await rows()).toEqual([])
  })

  test('does not end while a fetch is repeated, which may fail again', async () => {
    await connectAlarms()
    await failArxiv()
    await runAt(5)
    await runAt(10)
    await enqueueJob({ kind: 'ingest', input: {}, dedupe_key: INGEST_KEY, requested_by: 'schedule' })
    await mongoose.connection.collection('jobs').updateOne({ kind: 'ingest' }, { $set: { attempts: 1 } })
    for (const minute of [15, 20, 25]) await runAt(minute)
    expect(heads()).toEqual(['Paperdawn, Alarm: arXiv'])
  })

  test('names all checks that turned at once, and those that are bad when it is switched on', async () => {
    await failArxiv()
    await breakMail()
    await runAt(5)
    await runAt(10)
    await connectAlarms()
    await runAt(15)
    await runAt(20)
    expect(heads()).toEqual(['Paperdawn, Alarm: arXiv, Mail server'])
  })

  test('is posted at most four times an hour, and the next one has what changed since', async () => {
    await connectAlarms()
    let minute = 0
    for (let turn = 0; turn < 3; turn += 1) {
      await failArxiv()
      await runAt((minute += 5))
      await runAt((minute += 5))
      await clearFailure('arxiv')
      await runAt((minute += 5))
      await runAt((minute += 5))
    }
    expect(heads()).toHaveLength(4)
    await failArxiv()
    await breakMail()
    await runAt((minute += 5))
    await runAt((minute += 10))
    expect(heads().slice(4)).toEqual(['Paperdawn, Alarm: arXiv, Mail server'])
  })

  test('has no address of a reader', async () => {
    await connectAlarms()
    await recordFailure('arxiv', 'No answer of https://feeds.example.org/own?key=1 for <ada@example.org>.')
    await runAt(5)
    await runAt(10)
    const sent = JSON.stringify(simulator.received[0]?.body)
    expect(sent).toContain('No answer of (an address) for')
    expect(sent).not.toMatch(/ada@|feeds\.example/)
  })

  test('is posted once by several processes, and after one that ended before it had queued it', async () => {
    await connectAlarms()
    await failArxiv()
    await runAt(5)
    setClock(new Date(BEGIN + 10 * 60_000))
    await Promise.all(Array.from({ length: 8 }, () => watchHealth(product)))
    expect(await rows()).toHaveLength(1)
    const alarms = mongoose.connection.collection('alarms')
    await mongoose.connection.collection('outbox').deleteMany({})
    await alarms.updateOne({}, { $set: { 'reports.0.is_queued': false } })
    await runAt(15)
    await runAt(20)
    expect(heads()).toEqual(['Paperdawn, Alarm: arXiv'])
  })

  test.each(['discord', 'matrix', 'mattermost', 'ntfy', 'webhook'] as const)('arrives at %s', async (kind) => {
    await save('admin', kind, { ...simulator.valuesOf[kind]('room'), sends: { day: false, alarms: true } })
    await failArxiv()
    await runAt(5)
    await runAt(10)
    const [{ text } = { text: '' }, ...others] = simulator.receivedBy('room')
    expect(others).toEqual([])
    for (const part of ['arXiv fails since', '503', '/admin']) expect(text).toContain(part)
    if (kind === 'webhook') expect(JSON.parse(text)).toMatchObject({ type: 'alarm', alarms: [{}] })
  })

  test('that a service does not accept now is tried again, also after the check is good', async () => {
    await connectAlarms()
    simulator.faults.set('room', [REFUSALS.later.slack[2]!])
    await failArxiv()
    await runAt(5)
    await runAt(10)
    expect(heads()).toEqual([])
    await passDelays()
    await runAt(15)
    expect(heads()).toEqual(['Paperdawn, Alarm: arXiv'])
  })
})
