import { describe, expect, test } from 'bun:test'
import { sendDigests } from '#api/services/digests/digest.ts'
import { sendMessages } from '#api/services/connections/dayMessages.ts'
import { findTarget } from '#api/store/mail/targets.ts'
import { loneRun, setUpMail } from '#tests/api/support/digests.ts'
import { announce, DAY, MORNING, passDelays, rows, useConnectedApp } from '#tests/api/support/connections.ts'
import { REFUSALS, tooFast } from '#tests/simulators/outgoing.ts'

const { as, product, sink, simulator, connectionOf, connect, save, runAt, mails } = await useConnectedApp()

describe('A message that is not accepted', () => {
  test('goes on with the part that was not accepted', async () => {
    await announce(12)
    await connect('ada', 'slack')
    // The first message is accepted, the second one is not.
    simulator.faults.set('ada', [{ after: Promise.resolve() }, tooFast('60')])
    await runAt(MORNING)
    expect(simulator.receivedBy('ada')).toHaveLength(1)
    expect(await rows()).toMatchObject([{ state: 'failed', parts_done: 1, error: '429 rate_limited' }])
    expect(await connectionOf('ada')).toMatchObject({
      on: true,
      failing_since: expect.stringMatching(/^2026-11-16T06:3/),
      last: { outcome: 'deferred' },
    })
    await runAt('2026-11-16T06:31:00Z')
    expect(simulator.receivedBy('ada')).toHaveLength(1)
    await passDelays()
    await runAt('2026-11-16T06:32:00Z')
    const headings = simulator.receivedBy('ada').map(({ body }) => body.text)
    expect(headings).toEqual(['Paperdawn, Mon 16 Nov: 12 papers (1 of 2)', 'Paperdawn, Mon 16 Nov: 12 papers (2 of 2)'])
    expect(await rows()).toMatchObject([{ state: 'sent', parts_done: 2, error: null }])
    expect(await connectionOf('ada')).toMatchObject({ failing_since: null })
  })

  test('waits as long as the target asks, or longer with each attempt', async () => {
    await announce()
    await connect('ada', 'slack')
    const delays: number[] = []
    simulator.faults.set('ada', [tooFast('7'), tooFast('1200'), ...Array(5).fill(tooFast('1'))])
    for (let attempt = 0; attempt < 7; attempt += 1) {
      const before = Date.now()
      await runAt(MORNING)
      const [row] = await rows()
      delays.push(row!.retry_at === null ? -1 : Math.floor((row!.retry_at.getTime() - before) / 60_000))
      await passDelays()
    }
    expect(delays).toEqual([1, 20, 30, 120, 360, 1_440, -1])
    expect(await rows()).toMatchObject([{ state: 'failed', attempts: 7 }])
  })

  test('for good switches the target off, and its owner is told once', async () => {
    await announce()
    await setUpMail(as, sink)
    const id = await connect('ada', 'slack')
    simulator.faults.set('ada', [REFUSALS.gone.slack[2]!])
    await runAt(MORNING)
    expect(await connectionOf('ada')).toMatchObject({
      on: false,
      last: { outcome: 'gone', sentence: 'Slack refused for good: 404 no_service.' },
    })
    for (const instant of ['2026-11-16T07:00:00Z', '2026-11-17T07:00:00Z']) {
      await runAt(instant)
      await sendDigests(product, {}, loneRun())
    }
    expect(mails().map(({ subject }) => subject)).toEqual(['Slack does not accept your papers any more'])
    expect(mails()[0]?.text).toContain('404 no_service')
    expect(mails()[0]?.text).not.toContain('/services/')
    expect(simulator.received).toEqual([])
    await save('ada', 'slack', {})
    expect(await findTarget(id, 'slack')).toMatchObject({ on: true, failing_since: null })
  })

  test('because of a mistake of ours is not repeated, and an admin sees the words of the target', async () => {
    await announce()
    await connect('ada', 'slack')
    simulator.faults.set('ada', [REFUSALS.refused.slack[1]!])
    await runAt(MORNING)
    await runAt('2026-11-16T08:00:00Z')
    expect(simulator.received).toEqual([])
    const { data } = await as('admin').admin.outbox.get({ query: {} })
    expect(data?.items).toMatchObject([{ kind: 'slack', state: 'failed', error: '400 invalid_blocks', retry_at: null }])
    expect(JSON.stringify(data)).not.toContain('/services/')
    expect(await connectionOf('ada')).toMatchObject({ on: true, last: { outcome: 'refused' } })
  })

  test('can be sent again by an admin, without mail', async () => {
    await announce()
    await connect('ada', 'discord')
    simulator.faults.set('ada', [REFUSALS.refused.discord[0]!])
    await runAt(MORNING)
    const [row] = await rows()
    const { data, error } = await as('admin').admin.outbox({ id: row!._id }).resend.post()
    expect(error).toBeNull()
    expect(data).toMatchObject({ kind: 'send-messages' })
    await sendMessages(product, { outbox_id: row!._id }, loneRun(), { gapMs: 0 })
    expect(simulator.receivedBy('ada')).toHaveLength(1)
    expect(await rows()).toMatchObject([{ state: 'sent', error: null }])
    const again = await as('admin').admin.outbox({ id: row!._id }).resend.post()
    expect(again.status).toBe(409)
  })

  test('of yesterday is given up when a newer day is due, but not for an own webhook', async () => {
    await announce()
    await connect('ada', 'slack')
    await save('ada', 'webhook', simulator.valuesOf.webhook('program'))
    simulator.faults.set('ada', [tooFast('3600')])
    simulator.faults.set('program', [REFUSALS.later.webhook[1]!])
    await runAt(MORNING)
    await announce(2, '2026-11-17')
    await passDelays()
    await runAt('2026-11-17T06:30:00Z')
    expect(
      simulator
        .receivedBy('program')
        .map(({ body }) => Reflect.get(body, 'day'))
        .toSorted(),
    ).toEqual([DAY, '2026-11-17'])
    expect(simulator.receivedBy('ada')).toHaveLength(1)
    expect((await rows()).filter(({ kind, day }) => kind === 'slack' && day === DAY)).toMatchObject([
      { state: 'failed', error: 'A newer day is due. 429 rate_limited' },
    ])
  })

  test('for six days switches an own webhook off', async () => {
    await connect('ada', 'webhook', 'program')
    simulator.faults.set('program', Array(60).fill(REFUSALS.later.webhook[1]!))
    for (let day = 16; day <= 22; day += 1) {
      await announce(2, `2026-11-${day}`)
      // Each day a minute later: the clock goes on during a run.
      await runAt(`2026-11-${day}T06:${30 + day - 16}:00Z`)
      await passDelays()
      const isOn = (await connectionOf('ada'))?.on
      expect({ day, isOn }).toEqual({ day, isOn: day < 22 })
    }
  })
})
