import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import mongoose from 'mongoose'
import { setClock } from '#api/platform/clock.ts'
import { planReading, type Candidate } from '#api/services/review/planOrder.ts'
import { paperId, storePapers } from '#tests/api/support/library.ts'
import { noticePapers, save, startReader } from '#tests/api/support/reviews.ts'
import { useApp } from '#tests/support/app.ts'

const app = useApp()
const { as } = app
const me = () => as('ada').users.me
const at = (instant: string) => setClock(new Date(instant))
const plan = async () => (await me()['reading-plan'].get()).data!

afterEach(() => setClock(null))

const candidate = (id: string, changes: Partial<Candidate> = {}): Candidate => ({
  id,
  position: null,
  hasNote: false,
  hasUpdate: false,
  isRetracted: false,
  weeksWaited: 0,
  pages: 10,
  ...changes,
})
const orderOf = (candidates: Candidate[], budget = 100) => planReading(candidates, budget).map(({ id }) => id)

describe('The order', () => {
  test('has what the ranking, a note, an update and age add, and retracted papers last', () => {
    const all = [
      candidate('plain', { position: 3 }),
      candidate('retracted', { position: 0, hasNote: true, isRetracted: true }),
      candidate('first', { position: 1 }),
      candidate('noted', { position: 3, hasNote: true }),
      candidate('changed-and-noted', { position: 3, hasNote: true, hasUpdate: true }),
      candidate('old', { position: 3, weeksWaited: 20 }),
    ]
    const order = ['changed-and-noted', 'noted', 'old', 'first', 'plain', 'retracted']
    expect(orderOf(all)).toEqual(order)
    expect(orderOf(all.toReversed())).toEqual(order)
  })

  test('fills the minutes of a day with papers that fit', () => {
    const planned = planReading(
      [
        candidate('a', { position: 0, pages: 8 }),
        candidate('b', { position: 1, pages: 9 }),
        candidate('c', { position: 2, pages: 4 }),
        candidate('d', { position: 3, pages: null }),
      ],
      40,
    )
    expect(planned.map(({ id, minutes, minutesToday }) => [id, minutes, minutesToday])).toEqual([
      ['a', 24, 24],
      ['b', 27, 0],
      ['c', 12, 12],
      ['d', 36, 0],
    ])
  })

  test('has a paper that takes longer than a day in parts of days, if it is the first', () => {
    const [long, short] = planReading(
      [candidate('long', { position: 0, pages: 30 }), candidate('short', { position: 1, pages: 2 })],
      40,
    )
    expect(long).toMatchObject({ minutes: 90, days: 3, minutesToday: 40 })
    expect(short).toMatchObject({ minutesToday: 0 })
    const second = planReading(
      [candidate('short', { position: 0, pages: 2 }), candidate('long', { position: 1, pages: 30 })],
      40,
    )
    expect(second.map(({ minutesToday }) => minutesToday)).toEqual([6, 0])
  })
})

describe('The plan of a reader', () => {
  beforeEach(async () => {
    await startReader(app, '2026-08-01T12:00:00Z')
    await me().put({ preferences: { reading: { plan_minutes: 40 } } })
  })

  test('says what to read today, and for how long', async () => {
    await storePapers([1], { comment: '4 pages' })
    await storePapers([2], { comment: null })
    await storePapers([3], { comment: '14 pages' })
    await save(app, '2026-11-20T12:00:00Z', 1, { notes: 'first' })
    await save(app, '2026-09-01T12:00:00Z', 2)
    await save(app, '2026-11-19T12:00:00Z', 3, { notes: 'second' })
    at('2026-11-24T12:00:00Z')
    const answer = await plan()
    expect(answer).toMatchObject({ budget_minutes: 40, waiting: 3, considered: 3 })
    const texts = [...answer.today, ...answer.next].map(({ item, text }) => [item.paper.id, text])
    expect(texts.toSorted()).toEqual([
      [paperId(1), '12 minutes · you noted it'],
      [paperId(2), 'about 36 minutes · waits for 12 weeks'],
      [paperId(3), '42 minutes, two days · you noted it'],
    ])
    const sum = answer.today.reduce((total, { minutes_today }) => total + minutes_today, 0)
    expect(answer.minutes).toBe(sum)
    expect(sum).toBeLessThanOrEqual(40)
    expect(answer.text).toBe(
      `Today: ${answer.today.length} paper${answer.today.length === 1 ? '' : 's'}, about ${sum} minutes.`,
    )
    expect(await plan()).toEqual(answer)
  })

  test('has the state of retracted papers, and none of what is read or removed', async () => {
    await storePapers([1, 2, 3, 4])
    for (const number of [1, 2]) await save(app, '2026-11-01T12:00:00Z', number)
    await save(app, '2026-11-01T12:00:00Z', 3, { status: 'done' })
    const removed = await save(app, '2026-11-01T12:00:00Z', 4)
    await me()['reading-list']({ id: removed }).delete()
    await noticePapers([[paperId(1), { kind: 'retracted', known_on: '2026-11-10' }]])
    at('2026-11-24T12:00:00Z')
    const { today, next } = await plan()
    const all = [...today, ...next]
    expect(all.map(({ item }) => item.paper.id)).toEqual([paperId(2), paperId(1)])
    expect(all.at(-1)!.text).toContain('retracted or withdrawn')
  })

  test('of an empty list is a sentence', async () => {
    expect(await plan()).toMatchObject({
      today: [],
      next: [],
      minutes: 0,
      text: 'No paper on your list waits to be read.',
    })
    expect((await app.signedOut.users.me['reading-plan'].get()).status).toBe(401)
  })

  test('of 5,000 papers is made from the oldest and the newest', async () => {
    await storePapers([1])
    await save(app, '2026-11-01T12:00:00Z', 1)
    const list = mongoose.connection.collection('reading_list')
    const own = await list.findOne({})
    const copies = Array.from({ length: 4_999 }, (_copy, index) => ({
      ...own,
      _id: `copy-${index}`,
      paper_id: `arxiv:gone.${index}`,
      added_at: new Date(Date.UTC(2026, 8, 1, 0, index)),
    }))
    await list.insertMany(copies as never)
    at('2026-11-24T12:00:00Z')
    expect(await plan()).toMatchObject({ waiting: 5_000, considered: 300 })
  })
})
