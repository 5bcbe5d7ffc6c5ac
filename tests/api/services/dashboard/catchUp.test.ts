import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { addDays, setClock, weekday } from '#api/platform/clock.ts'
import { deliverAll } from '#api/services/delivery/deliverAll.ts'
import { cancelJob, enqueueJob } from '#api/store/jobs/jobs.ts'
import { createJobContext } from '#tests/api/support/jobContext.ts'
import { paperId, recordDay, storePapers } from '#tests/api/support/library.ts'
import { useApp } from '#tests/support/app.ts'

const { as } = useApp()
const { users } = as('ada')
const LAST = '2026-11-20'
const WORDS = ['fog', 'rain', 'harbours', 'towers', 'markets', 'gardens', 'caves']
const SUBJECTS = ['wading herons', 'silent owls', 'molten glass']

/** The last `count` announcement days up to `LAST`, the oldest first. */
function daysBefore(count: number): string[] {
  const days: string[] = []
  for (let day = LAST; days.length < count; day = addDays(day, -1)) if (weekday(day) % 6 !== 0) days.unshift(day)
  return days
}

/** Announces `rounds` papers on each subject on each of the days. Paper k of day n has the number 100 n + k. */
async function announce(days: readonly string[], rounds: number) {
  for (const [index, day] of days.entries()) {
    setClock(new Date(`${day}T05:00:00Z`))
    for (let round = 0; round < rounds; round++)
      for (const [at, subject] of SUBJECTS.entries())
        await storePapers([100 * (index + 1) + SUBJECTS.length * round + at], {
          announced_on: day,
          title: `On ${subject}`,
          abstract: `We study ${subject} in ${WORDS[(index + round) % WORDS.length]} and ${WORDS[round % WORDS.length]}.`,
          published_at: new Date(`${addDays(day, -2)}T12:00:00Z`),
        })
    await recordDay(day)
  }
}

async function visit(day: string, budget = 3) {
  setClock(new Date(`${day}T08:00:00Z`))
  await users.me.put({
    category_ids: ['cs.LG'],
    preferences: { reading: { budget: { unit: 'papers', amount: budget } } },
  })
  await users.me.dashboard.get({ query: {} })
}

/** The reader visits once before `days`, and has cards on each of them at the morning of the last. */
async function stayAway(days: readonly string[], { budget = 3, rounds = 1, saved = [] as number[] } = {}) {
  await visit(addDays(days[0]!, -1), budget)
  await announce(days, rounds)
  setClock(new Date(`${LAST}T08:00:00Z`))
  for (const number of saved) await save(number)
  for (const day of days) await users.me.dashboard.get({ query: { day } })
}

const offer = async () => (await users.me.dashboard.get({ query: {} })).data!.catch_up
const list = async () => (await users.me['catch-up'].get()).data!
const save = (number: number) => users.me['reading-list'].post({ paper_id: paperId(number) })
const deliver = (day: string) => deliverAll({ day }, createJobContext())
const requestDelivery = (day: string) =>
  enqueueJob({ kind: 'deliver', input: { day }, dedupe_key: `deliver ${day}`, requested_by: 'schedule' })
const see = (id: string) => as('ada').papers({ id }).view.post({})

beforeEach(() => setClock(null))
afterEach(() => setClock(null))

describe('A reader who was away', () => {
  test('is offered the best of the missed days, each once, within the budget', async () => {
    const days = daysBefore(5)
    await stayAway(days)
    await save(100)
    expect(await offer()).toEqual({ days: 4, papers: 12, best: 3, minutes: 2 })
    const { cards, days: listed, papers } = await list()
    expect(cards).toHaveLength(3)
    expect(new Set(cards.map(({ paper }) => paper.id)).size).toBe(3)
    expect(cards.map(({ paper }) => paper.id)).not.toContain(paperId(100))
    expect(cards.every(({ delivered_on }) => days.slice(0, 4).includes(delivered_on))).toBe(true)
    expect(listed.map(({ day }) => day)).toEqual(days.slice(0, 4).toReversed())
    expect(papers).toBe(12)
    expect(listed.reduce((sum, { below }) => sum + below, 0)).toBe(12 - 1 - 3)
  })

  test('finds the rest of the list after reading a part of it, and is not offered more than the budget', async () => {
    await stayAway(daysBefore(5))
    const [first, ...rest] = (await list()).cards.map(({ paper }) => paper.id)
    await see(first!)
    expect((await list()).cards.map(({ paper }) => paper.id)).toEqual(rest)
    expect(await offer()).toMatchObject({ papers: 12, best: 2, minutes: 1 })
    for (const id of rest) await see(id)
    expect(await list()).toMatchObject({ cards: [], papers: 12, minutes: 0 })
    expect((await list()).days.reduce((sum, { below }) => sum + below, 0)).toBe(12 - 3)
    expect(await offer()).toBeUndefined()
    // The next visit is after these days.
    setClock(new Date(`${LAST}T20:00:00Z`))
    expect(await offer()).toBeUndefined()
  })

  test('finds the rest of a long list in its order', async () => {
    await stayAway(daysBefore(5), { budget: 40, rounds: 8, saved: [100, 103, 201] })
    const ids = async () => (await list()).cards.map(({ paper }) => paper.id)
    const before = await ids()
    expect(before).toHaveLength(40)
    const seen = before.filter((_id, at) => at % 3 !== 1)
    for (const id of seen) await see(id)
    expect(await ids()).toEqual(before.filter((id) => !seen.includes(id)))
    const { cards } = await list()
    expect(cards.every(({ reasons }) => reasons.length > 0)).toBe(true)
  })

  test('does not spend the budget on the newest day', async () => {
    await stayAway(daysBefore(5))
    for (const at of [0, 1, 2]) await see(paperId(500 + at))
    expect(await offer()).toMatchObject({ best: 3 })
    expect((await list()).cards).toHaveLength(3)
  })

  test('is not shown what was muted since', async () => {
    await stayAway(daysBefore(5), { budget: 20 })
    await users.me.put({ interests: { muted_terms: ['owl'] } })
    const { cards, days, papers } = await list()
    expect(new Set(cards.map(({ paper }) => paper.title))).toEqual(new Set(['On wading herons', 'On molten glass']))
    expect({ cards: cards.length, papers }).toEqual({ cards: 8, papers: 8 })
    expect(days.every(({ papers: count, below }) => count === 2 && below === 0)).toBe(true)
  })

  test('of more than sixty days has their number, and the number of those that are listed', async () => {
    await stayAway(daysBefore(64))
    expect(await offer()).toEqual({ days: 63, listed_days: 60, papers: 180, best: 3, minutes: 2 })
    expect((await list()).days).toHaveLength(60)
    const { since_last_visit } = (await users.me.dashboard.get({ query: {} })).data!
    expect(since_last_visit.count).toBe(64 * 3)
  })

  test('for more than a year is offered the same while the deliveries of the first days are pruned', async () => {
    const [old, recent] = [['2025-10-13', '2025-10-14', '2025-10-15'], daysBefore(5)]
    await visit('2025-10-12')
    await announce([...old, ...recent], 1)
    for (const day of old) {
      setClock(new Date(`${day}T06:00:00Z`))
      await deliver(day)
    }
    setClock(new Date(`${LAST}T08:00:00Z`))
    for (const day of recent) await users.me.dashboard.get({ query: { day } })
    const look = async () => {
      const { catch_up, since_last_visit } = (await users.me.dashboard.get({ query: {} })).data!
      return { ...catch_up, since: since_last_visit.count }
    }
    const before = await look()
    for (const day of recent) await deliver(day)
    expect((await users.me.dashboard.get({ query: { day: old[0]! } })).data!.cards).toEqual([])
    expect(await look()).toEqual(before)
    expect(before).toEqual({ days: 7, listed_days: 4, papers: 12, best: 3, minutes: 2, since: 24 })
    expect((await list()).days.map(({ day }) => day)).toEqual(recent.slice(0, 4).toReversed())
  })

  test('is told how many days are still coming until the cards of all missed days are made', async () => {
    const days = daysBefore(5)
    const late = days[2]!
    await visit(addDays(days[0]!, -1))
    await announce(days, 1)
    setClock(new Date(`${LAST}T08:00:00Z`))
    for (const day of days) if (day !== late) await users.me.dashboard.get({ query: { day } })
    const { _id } = await requestDelivery(late)
    // Of a day long before the visit: its cards change nothing in the offer.
    await requestDelivery('2026-02-02')
    expect(await offer()).toMatchObject({ days: 3, papers: 9, coming: 1 })
    await cancelJob(_id)
    await users.me.dashboard.get({ query: { day: late } })
    expect(await offer()).toEqual({ days: 4, papers: 12, best: 3, minutes: 2 })
  })

  test.each([1, 3])('for %d missed days is offered a list from three on', async (missed) => {
    await stayAway(daysBefore(missed + 1))
    expect((await offer())?.days).toBe(missed < 3 ? undefined : missed)
  })
})
