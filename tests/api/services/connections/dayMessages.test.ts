import { describe, expect, test } from 'bun:test'
import { TARGET_KINDS } from '#api/contract/limits.ts'
import { sendDigests } from '#api/services/digests/digest.ts'
import { claimJob, finishJob } from '#api/store/jobs/jobClaims.ts'
import { findOpenJob } from '#api/store/jobs/jobs.ts'
import { loneRun, setUpMail, subscribe } from '#tests/api/support/digests.ts'
import { announce, DAY, MORNING, rows, useConnectedApp } from '#tests/api/support/connections.ts'

const { as, product, sink, simulator, connectionOf, connect, save, runAt, mails } = await useConnectedApp()

describe('The day', () => {
  test.each(TARGET_KINDS)('is posted to %s once, with the cards of the digest in their order', async (kind) => {
    await announce(12)
    await connect('ada', kind, 'adakey')
    await runAt(MORNING)
    const sent = simulator.receivedBy('adakey')
    expect(sent).toHaveLength(kind === 'ntfy' || kind === 'webhook' ? 1 : 2)
    const titles = [
      ...sent
        .map(({ text }) => text)
        .join('')
        .matchAll(/Lantern (\d+) of/g),
    ].map(([, number]) => number)
    const { data } = await as('ada').users.me.dashboard.get({ query: { day: DAY } })
    const cards = data!.cards.map(({ paper }) => /Lantern (\d+)/.exec(paper.title)?.[1])
    expect([...new Set(titles)]).toEqual(cards)
    expect(await rows()).toMatchObject([
      { kind, day: DAY, state: 'sent', to: new URL(simulator.origin).host, papers: 12 },
    ])
    expect(await connectionOf('ada')).toMatchObject({
      failing_since: null,
      last: { outcome: 'sent', sentence: 'Mon 16 Nov: 12 papers.' },
    })
    await runAt('2026-11-16T07:00:00Z')
    expect(simulator.receivedBy('adakey')).toHaveLength(sent.length)
  })

  test('of a target that is saved while days are posted is posted after them', async () => {
    await connect('ada', 'slack')
    const running = (await claimJob('worker', 60_000))!
    await connect('ben', 'slack')
    await finishJob(running, { state: 'succeeded', error: null, counters: {} })
    expect(await findOpenJob('send-messages')).toMatchObject({ state: 'queued', kind: running.kind })
  })

  test('comes from the hour of the digest on, on its weekdays', async () => {
    await announce()
    await connect('ada', 'slack')
    await runAt('2026-11-16T05:59:00Z')
    expect(simulator.received).toEqual([])
    await as('ada').users.me.put({ preferences: { digest: { weekdays: [2] } } })
    await runAt(MORNING)
    expect(simulator.received).toEqual([])
  })

  test('goes by mail, to targets, to both or to neither', async () => {
    await announce()
    await setUpMail(as, sink)
    for (const [name, enabled] of [
      ['mail', true],
      ['both', true],
      ['target', false],
      ['neither', false],
    ] as const)
      await subscribe(as, name, { enabled })
    await save('both', 'slack', simulator.valuesOf.slack('both'))
    await save('target', 'slack', simulator.valuesOf.slack('target'))
    await runAt(MORNING)
    await sendDigests(product, {}, loneRun())
    expect(simulator.received.map(({ name }) => name).toSorted()).toEqual(['both', 'target'])
    expect(
      mails()
        .map(({ to }) => to[0])
        .toSorted(),
    ).toEqual(['both@example.org', 'mail@example.org'])
  })

  test('is posted to no disabled reader', async () => {
    await announce()
    await connect('ada', 'slack')
    const ben = await connect('ben', 'slack')
    await as('admin').admin.users({ id: ben }).put({ disabled: true })
    await runAt(MORNING)
    expect(simulator.received.map(({ name }) => name)).toEqual(['ada'])
  })

  test('without papers is not posted, also to a reader who gets the mail of such days', async () => {
    await announce(2, '2026-11-10')
    await announce(0)
    await connect('ada', 'slack')
    await as('ada').users.me.put({ preferences: { digest: { skip_empty: false } } })
    await runAt(MORNING)
    await runAt('2026-11-16T22:30:00Z')
    expect(simulator.received).toEqual([])
    expect(await rows()).toEqual([])
  })

  test('that is announced after it has ended is posted the next day, once', async () => {
    await connect('ada', 'slack')
    await runAt('2026-11-16T22:30:00Z')
    await announce(2)
    await announce(3, '2026-11-17')
    await runAt('2026-11-17T06:30:00Z')
    expect(simulator.received).toHaveLength(1)
    expect(simulator.received[0]?.text).toContain('of 2026-11-17')
  })

  test('names the days that were announced since the last message to this target', async () => {
    await connect('ada', 'slack')
    await announce(2, '2026-11-13')
    await runAt('2026-11-13T06:30:00Z')
    await announce(3)
    await announce(4, '2026-11-17')
    await runAt('2026-11-17T06:30:00Z')
    expect(simulator.received.at(-1)?.text).toContain(
      'Announced since your last message: Monday, 16 November 2026, 3 papers',
    )
  })
})
