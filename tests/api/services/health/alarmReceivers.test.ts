import { describe, expect, test } from 'bun:test'
import mongoose from 'mongoose'
import { sendMessages } from '#api/services/connections/dayMessages.ts'
import { sendDigests } from '#api/services/digests/digest.ts'
import { useAlarms } from '#tests/api/support/alarms.ts'
import { rows } from '#tests/api/support/connections.ts'
import { loneRun, setUpMail, subscribe } from '#tests/api/support/digests.ts'
import { REFUSALS } from '#tests/simulators/outgoing.ts'

const alarms = await useAlarms()
const { as, product, simulator, sink, save, connectionsOf, runAt, mails } = alarms
const { connectAlarms, heads, failArxiv, breakMail, passDelays } = alarms
const wantMail = () => as('admin').users.me.put({ preferences: { alarms: true } })
const switchesOf = () => mongoose.connection.collection('targets').findOne({})

describe('Alarms by mail', () => {
  test('are sent to an admin who wants them, once', async () => {
    await setUpMail(as, sink)
    await wantMail()
    await failArxiv()
    for (const minute of [5, 10, 15]) await runAt(minute)
    await sendDigests(product, {}, loneRun())
    await sendDigests(product, {}, loneRun())
    expect(mails().map(({ to, subject }) => [to, subject])).toEqual([[['admin@paperdawn.test'], 'Alarm: arXiv']])
    expect(mails()[0]?.text).toContain('arXiv answers 503.')
  })

  test('say nothing of mail itself', async () => {
    await breakMail()
    await wantMail()
    for (const minute of [5, 10, 15]) await runAt(minute)
    expect(await rows()).toEqual([])
    await failArxiv()
    for (const minute of [20, 25]) await runAt(minute)
    expect(await rows()).toMatchObject([{ kind: 'alarm', subject: 'Alarm: arXiv' }])
  })

  test('are not sent to who is no admin any more', async () => {
    await setUpMail(as, sink)
    await wantMail()
    await failArxiv()
    for (const minute of [5, 10]) await runAt(minute)
    await sendDigests({ ...product, config: { ...product.config, adminEmailDomain: 'other.test' } }, {}, loneRun())
    expect(mails()).toEqual([])
    expect(await rows()).toMatchObject([{ kind: 'alarm', state: 'failed' }])
  })
})

describe('Only an admin', () => {
  test('can switch alarms on, and sees the switch', async () => {
    await subscribe(as, 'ada', { enabled: false })
    await save('ada', 'slack', simulator.valuesOf.slack('ada'))
    const changed = await connectionsOf('ada')({ kind: 'slack' }).put({ sends: { alarms: true } })
    expect(changed.status).toBe(403)
    const made = await connectionsOf('ada')({ kind: 'ntfy' }).put({
      ...simulator.valuesOf.ntfy('ada'),
      sends: { alarms: true },
    })
    expect(made.status).toBe(403)
    expect((await as('ada').users.me.put({ preferences: { alarms: true } })).status).toBe(403)
    expect((await as('ada').auth.me.get()).data?.preferences).not.toHaveProperty('alarms')
    expect((await as('admin').auth.me.get()).data?.preferences).toMatchObject({ alarms: false })
    await mongoose.connection.collection('targets').updateMany({}, { $set: { 'sends.alarms': true } })
    expect((await connectionsOf('ada').get()).data?.items[0]?.sends.alarms).toBe(false)
  })

  test('gets alarms: the switch is taken away with the role, and does not come back with it', async () => {
    await connectAlarms()
    await wantMail()
    await failArxiv()
    await runAt(5)
    simulator.faults.set('room', [REFUSALS.later.slack[2]!])
    await runAt(10)
    const before = { ...product, config: { ...product.config, adminEmailDomain: 'other.test' } }
    await passDelays()
    // The one that was queued is not sent either, whether or not the checks have run since.
    await sendMessages(before, {}, loneRun(), { gapMs: 0 })
    await runAt(15, before)
    expect(heads()).toEqual([])
    expect((await switchesOf())?.['sends'].alarms).toBe(false)
    await runAt(20)
    await runAt(25)
    expect(heads()).toEqual([])
    expect((await as('admin').auth.me.get()).data?.preferences.alarms).toBe(false)
  })

  test('sees in the health to whom alarms go', async () => {
    const shown = async () => (await as('admin').admin['system-health'].get()).data?.alarms
    expect(await shown()).toEqual({ admins: 0, by: [] })
    await setUpMail(as, sink)
    await connectAlarms()
    await wantMail()
    expect(await shown()).toEqual({ admins: 1, by: ['Slack', 'mail'] })
  })
})
