import { describe, expect, test } from 'bun:test'
import mongoose from 'mongoose'
import { TARGET_SENDS, type TargetKind } from '#api/contract/limits.ts'
import { kinds } from '#api/jobs/kinds.ts'
import { setClock } from '#api/platform/clock.ts'
import { categorisePapers } from '#api/services/ingestion/processing.ts'
import { catchUp } from '#api/services/search/indexing.ts'
import { rows, useConnectedApp } from '#tests/api/support/connections.ts'
import { subscribe } from '#tests/api/support/digests.ts'
import { createJobContext } from '#tests/api/support/jobContext.ts'
import { paperId, storePapers } from '#tests/api/support/library.ts'
import { answering, other, QUESTION, storeBackground, TODAY } from '#tests/api/support/questions.ts'
import { announcePapers } from '#tests/api/support/records.ts'
import { noticePapers, save as savePaper, startReader } from '#tests/api/support/reviews.ts'
import { REFUSALS } from '#tests/simulators/outgoing.ts'

const app = await useConnectedApp()
const { as, product, simulator, save, runAt, connectionsOf, connectionOf } = app

const NONE = { day: false, hits: false, updates: false, review: false, alarms: false }
/** Connects a service that gets only this. The name of the receiver is the kind. */
const connectFor = (kind: TargetKind, sends: Partial<typeof NONE>) =>
  save('ada', kind, { ...simulator.valuesOf[kind](kind), sends: { ...NONE, ...sends } })
const textFor = (kind: TargetKind) =>
  simulator
    .receivedBy(kind)
    .map(({ text }) => text)
    .join('')
const stored = () => mongoose.connection.collection('targets')

/** A day with a paper of the reader's category, one of a followed search, an answer and a notice about a saved paper. */
async function announceAll(): Promise<void> {
  setClock(new Date(`${TODAY}T12:00:00Z`))
  await storeBackground()
  await storePapers([1], { announced_on: '2026-11-13' })
  await subscribe(as, 'ada', { enabled: false }, ['math.NA'])
  await as('ada').users.me['reading-list'].post({ paper_id: paperId(1) })
  await as('ada').categories.post({ name: 'Search: kites', query: 'kites' })
  await as('ada').users.me.questions.post({ text: QUESTION })
  await announcePapers(TODAY, [
    answering(1),
    other(2, { title: 'Kites over glass' }),
    other(3, { title: 'Own harbour', categories: ['math.NA'], primary_category: 'math.NA' }),
  ])
  await categorisePapers(product, createJobContext())
  await catchUp(product)
  await noticePapers([[paperId(1), { kind: 'retracted', known_on: '2026-11-14' }]])
  await kinds.deliver({ product, input: { day: TODAY }, run: createJobContext() })
}

describe('A switch of a connection', () => {
  test('decides what its message of the day holds, and without anything in it none is sent', async () => {
    await announceAll()
    await connectFor('slack', { day: true })
    await connectFor('discord', { hits: true })
    await connectFor('matrix', { updates: true })
    await connectFor('mattermost', {})
    await connectFor('webhook', { day: true, hits: true, updates: true })
    await runAt(`${TODAY}T12:30:00Z`)
    const PARTS = ['Own harbour', 'Kites over glass', QUESTION, 'retracted']
    const partsOf = (kind: TargetKind) =>
      PARTS.filter((part) => textFor(kind).toLowerCase().includes(part.toLowerCase()))
    expect(partsOf('slack')).toEqual(['Own harbour', 'Kites over glass'])
    expect(partsOf('discord')).toEqual(['Kites over glass', QUESTION])
    expect(partsOf('matrix')).toEqual(['retracted'])
    expect(simulator.receivedBy('mattermost')).toEqual([])
    expect(partsOf('webhook')).toEqual(PARTS)
    expect(textFor('discord')).toContain('1 paper that searches you follow found.')
    expect((await rows()).map(({ kind, subject, state }) => [kind, subject, state])).toEqual([
      ['discord', 'Tue 17 Nov: 1 paper', 'sent'],
      ['matrix', 'Tue 17 Nov: 1 update', 'sent'],
      ['slack', 'Tue 17 Nov: 3 papers', 'sent'],
      ['webhook', 'Tue 17 Nov: 3 papers', 'sent'],
    ])
  })

  test('that is on brings no message on a day without such news', async () => {
    setClock(new Date(`${TODAY}T12:00:00Z`))
    await subscribe(as, 'ada', { enabled: false })
    await announcePapers(TODAY, [other(1)])
    await connectFor('slack', { hits: true, updates: true })
    await runAt(`${TODAY}T12:30:00Z`)
    expect(simulator.received).toEqual([])
    expect(await rows()).toEqual([])
  })

  test('that is set off after the message was queued stops it', async () => {
    setClock(new Date(`${TODAY}T12:00:00Z`))
    await subscribe(as, 'ada', { enabled: false })
    await announcePapers(TODAY, [other(1)])
    await connectFor('slack', { day: true })
    simulator.faults.set('slack', [REFUSALS.later.slack[2]!])
    await runAt(`${TODAY}T12:30:00Z`)
    await save('ada', 'slack', { sends: { day: false } })
    await mongoose.connection.collection('outbox').updateMany({}, { $set: { retry_at: new Date(0) } })
    await runAt(`${TODAY}T13:30:00Z`)
    expect(simulator.received).toEqual([])
    expect(await rows()).toMatchObject([{ state: 'failed', retry_at: null }])
  })

  test('changes nothing else: what happened last stays, and a connection that is off stays off', async () => {
    setClock(new Date(`${TODAY}T12:00:00Z`))
    await subscribe(as, 'ada', { enabled: false })
    await announcePapers(TODAY, [other(1)])
    await connectFor('slack', { day: true })
    simulator.faults.set('slack', [REFUSALS.gone.slack[2]!])
    await runAt(`${TODAY}T12:30:00Z`)
    const { sends, ...before } = (await connectionOf('ada'))!
    expect(before).toMatchObject({ on: false, last: { outcome: 'gone' } })
    expect(await save('ada', 'slack', { sends: { review: true } })).toEqual({
      ...before,
      sends: { ...sends, review: true },
    })
    expect(await save('ada', 'slack', {})).toMatchObject({ on: true, last: null, sends: { day: true, review: true } })
  })

  test('of an earlier version keeps its meaning', async () => {
    await subscribe(as, 'ada', { enabled: false })
    await save('ada', 'slack', simulator.valuesOf.slack('slack'))
    for (const updates of [true, false]) {
      await stored().updateOne({}, { $set: { sends: { day: true, updates } } })
      expect((await connectionOf('ada'))?.sends).toEqual({
        day: true,
        hits: updates,
        updates,
        review: false,
        alarms: false,
      })
    }
  })

  test('that has no such name is refused', async () => {
    await subscribe(as, 'ada', { enabled: false })
    await save('ada', 'slack', simulator.valuesOf.slack('slack'))
    const { status } = await connectionsOf('ada')({ kind: 'slack' }).put({ sends: { everything: true } } as never)
    expect(status).toBe(422)
    expect(Object.keys((await connectionOf('ada'))!.sends)).toEqual([...TARGET_SENDS])
  })
})

describe('The weekly review', () => {
  test('is posted once, from the digest hour after its week on, with what its page says, and not when nothing happened', async () => {
    await startReader(app, '2026-11-01T12:00:00Z', { zone: 'Europe/Berlin' })
    await storePapers([1, 2])
    await savePaper(app, '2026-11-18T12:00:00Z', 1, { notes: 'look at the second table' })
    for (const kind of ['slack', 'webhook', 'ntfy', 'discord', 'matrix', 'mattermost'] as const)
      await connectFor(kind, { review: true })
    await runAt('2026-11-23T05:59:00Z')
    expect(simulator.received).toEqual([])
    await runAt('2026-11-23T06:00:00Z')
    await runAt('2026-11-23T06:30:00Z')
    expect(simulator.received).toHaveLength(6)
    expect(textFor('slack')).toContain('Counting lanterns')
    expect(textFor('slack')).toContain('/dashboard?review=2026-11-22')
    expect(textFor('slack')).not.toContain('No reading time')
    for (const { text } of simulator.received) expect(text).not.toContain('second table')
    expect(simulator.receivedBy('webhook')[0]?.body).toMatchObject({
      type: 'review.ready',
      day: '2026-11-22',
      next: null,
    })
    expect(simulator.receivedBy('ntfy')[0]?.body.title).toBe('Your week until Sunday, 22 November 2026')
    expect(await rows()).toHaveLength(6)
    await runAt('2026-11-30T06:00:00Z')
    expect(simulator.received).toHaveLength(6)
    expect(await rows()).toHaveLength(6)
  })

  test('is posted at most once for seven days, also when its reader chooses another weekday', async () => {
    await startReader(app, '2026-11-01T12:00:00Z', { zone: 'Europe/Berlin' })
    await storePapers([1])
    await savePaper(app, '2026-11-18T12:00:00Z', 1)
    await connectFor('slack', { review: true })
    await runAt('2026-11-23T06:00:00Z')
    await as('ada').users.me.put({ preferences: { review: { weekday: 1 } } })
    await runAt('2026-11-24T06:00:00Z')
    expect(simulator.received).toHaveLength(1)
  })
})
