import { describe, expect, test } from 'bun:test'
import { useApp } from '#tests/support/app.ts'
import { recordDay, paperId, storePapers } from '#tests/api/support/library.ts'

const { as } = useApp()

const me = as('ada').users.me
const stats = async (reader = 'ada') => (await as(reader).users.me.stats.get()).data!
const click = (number: number) =>
  as('ada')
    .papers({ id: paperId(number) })
    .click.post()
const save = (number: number, rest = {}) => me['reading-list'].post({ paper_id: paperId(number), ...rest })
const deliver = async (on: string, numbers: number[], changes = {}) => {
  await storePapers(numbers, { announced_on: on, ...changes })
  await recordDay(on)
  await me.dashboard.get({ query: { day: on } })
}

describe('statistics', () => {
  test('are zeros for a reader without activity', async () => {
    expect(await stats()).toEqual({
      delivered: 0,
      clicked: 0,
      viewed: 0,
      view_seconds: 0,
      saved: 0,
      done: 0,
      notes: 0,
      streak_days: 0,
      by_day: [],
      by_category: [],
      order: { lists: 0, readers: 0, needed: 60, wins: 0, losses: 0, ties: 0, win_rate: null, interval: null },
    })
  })

  test('count deliveries and actions by day and by category, each card once', async () => {
    await me.put({ category_ids: ['cs.NA', 'cs.LG'] })
    await deliver('2026-11-19', [1, 2])
    await deliver('2026-11-20', [3, 4], { categories: ['math.NA', 'cs.LG'], primary_category: 'math.NA' })
    await storePapers([9], { categories: ['cs.CL'], primary_category: 'cs.CL', announced_on: '2026-11-20' })
    await click(1)
    await click(3)
    await click(9)
    await as('ada')
      .papers({ id: paperId(4) })
      .view.post({ view_duration: 30.5 })
    await save(3, { status: 'done', notes: 'kept' })
    await save(9)
    const item = (await save(2, { notes: 'gone' })).data!
    await me['reading-list']({ id: item.id }).delete()
    await as('ben')
      .papers({ id: paperId(2) })
      .click.post()

    expect(await stats()).toMatchObject({
      delivered: 4,
      clicked: 3,
      viewed: 4,
      view_seconds: 30.5,
      saved: 2,
      done: 1,
      notes: 1,
      by_day: [
        { on: '2026-11-19', delivered: 2, clicked: 1, saved: 0 },
        { on: '2026-11-20', delivered: 2, clicked: 1, saved: 1 },
      ],
      by_category: [
        { category_id: 'cs.LG', delivered: 2, clicked: 1, saved: 0 },
        { category_id: 'cs.NA', delivered: 2, clicked: 1, saved: 1 },
      ],
    })
    expect(await stats('ben')).toMatchObject({ delivered: 0, clicked: 1, saved: 0, by_day: [] })
  })

  test('the streak counts consecutive announcement days, and the newest day does not break it', async () => {
    await me.put({ category_ids: ['cs.LG'] })
    await deliver('2026-11-16', [1])
    await click(1)
    await deliver('2026-11-17', [2])
    await deliver('2026-11-18', [3])
    await click(1)
    await click(3)
    expect((await stats()).streak_days).toBe(1)
    // The weekend between Friday and Monday has no announcement.
    await deliver('2026-11-20', [4])
    await click(3)
    await click(4)
    await deliver('2026-11-23', [5])
    expect((await stats()).streak_days).toBe(2)
    await click(5)
    expect((await stats()).streak_days).toBe(3)
    await deliver('2026-11-24', [6])
    await deliver('2026-11-25', [7])
    expect((await stats()).streak_days).toBe(0)
  })
})
