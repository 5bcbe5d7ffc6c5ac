import { describe, expect, test } from 'bun:test'
import { catchUp } from '#api/services/search/indexing.ts'
import { prepareRanking } from '#api/services/ranking/prepareRanking.ts'
import { recountOutcomes } from '#api/services/ranking/orderOutcomes.ts'
import { draftTeams } from '#api/ranking/teamDraft.ts'
import { seededRandom } from '#api/ranking/features/random.ts'
import { findDelivery } from '#api/store/readers/deliveries.ts'
import { findVersion, readPart } from '#api/store/papers/frequencies.ts'
import { saveCategoryIds } from '#api/store/papers/paperCategories.ts'
import { findPaper } from '#api/store/papers/papers.ts'
import { saveComparison, saveOutcomes } from '#api/store/readers/orderOutcomes.ts'
import { useApp } from '#tests/support/app.ts'
import { bring, onBiorxiv, preprint, PREPRINT } from '#tests/api/services/joining/joinedWorld.ts'
import { paperId, recordDay, storePapers } from '#tests/api/support/library.ts'
import { createJobContext } from '#tests/api/support/jobContext.ts'

const { as, product } = useApp()
const me = as('ada').users.me
const [FIRST, DAY] = ['2026-11-19', '2026-11-20']
const userId = async () => (await as('ada').auth.me.get()).data!.id

const SUBJECTS = ['wading herons', 'silent owls', 'molten glass', 'tidal kelp', 'copper bells', 'paper kites']
const numbersOf = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index)

/** Papers of invented subjects announced on a day, in turn. */
async function announce(on: string, from: number, count: number, changes = {}) {
  for (const number of numbersOf(from, count)) {
    await storePapers([number], { announced_on: on, ...textOn(SUBJECTS[number % SUBJECTS.length]!), ...changes })
  }
  await recordDay(on)
}

const textOn = (subject: string) => ({
  title: `On ${subject}`,
  abstract: `We study ${subject} and what ${subject} mean for a harbour, with ${subject} of many kinds.`,
})

describe('A list that mixes two orders', () => {
  test('is shared between the orders, and counts for the one whose papers were chosen', async () => {
    await me.put({ category_ids: ['cs.LG'] })
    await announce(FIRST, 1, 6)
    await announce(DAY, 11, 24)
    await saveComparison({ a: 'ranked', b: 'time', share: 1 })
    await me['reading-list'].post({ paper_id: paperId(1) })
    const { data } = await me.dashboard.get({ query: { day: DAY } })
    expect(data?.mixed).toBe(true)
    const { cards, mixed } = (await findDelivery(await userId(), DAY))!
    const teams = [...mixed!.teams]
    for (const end of [2, 4, 10]) {
      const first = teams.slice(0, end)
      expect(first.filter((team) => team === 'a').length).toBe(first.filter((team) => team === 'b').length)
    }
    const idOf = (team: string) => cards[teams.indexOf(team)]!.paper_id
    await as('ada')
      .papers({ id: idOf('b') })
      .click.post()
    await recountOutcomes(await userId())
    const won = async () => (await me.stats.get()).data!.order
    expect(await won()).toMatchObject({ lists: 1, wins: 0, losses: 1, ties: 0, win_rate: null })
    await as('ada')
      .papers({ id: idOf('a') })
      .feedback.put({ value: 'like' })
    await recountOutcomes(await userId())
    expect(await won()).toMatchObject({ lists: 0, ties: 1 })
    await as('ada')
      .papers({ id: idOf('a') })
      .feedback.put({ value: 'none' })
    await recountOutcomes(await userId())
    expect(await won()).toMatchObject({ losses: 1, ties: 0 })
  })

  test('is never made for a reader without a model', async () => {
    await me.put({ category_ids: ['cs.LG'] })
    await announce(DAY, 11, 6)
    await saveComparison({ a: 'ranked', b: 'time', share: 1 })
    expect((await me.dashboard.get({ query: { day: DAY } })).data?.mixed).toBeUndefined()
  })

  test('is fair: an order that is no better wins as often as it loses', () => {
    const coin = seededRandom(7)
    let first = 0
    for (let list = 0; list < 2_000; list++) {
      const items = numbersOf(0, 10)
      const drafted = draftTeams(items, items.toReversed(), coin)
      expect(drafted.map(({ item }) => item).toSorted((a, b) => a - b)).toEqual(items)
      // A reader who takes one paper at random.
      if (drafted[Math.floor(coin() * drafted.length)]?.team === 'a') first++
    }
    expect(Math.abs(first / 2_000 - 0.5)).toBeLessThan(0.04)
  })

  test('is reported over all readers to admins, silent below enough lists', async () => {
    await saveOutcomes(numbersOf(0, 59).map((list) => outcome(list, list % 4 === 0 ? 'b' : 'a')))
    const ranking = as('admin').admin.ranking
    expect((await ranking.get()).data?.worth).toMatchObject({ lists: 59, needed: 60, win_rate: null, interval: null })
    await saveOutcomes([outcome(59, 'a')])
    const { worth, by_week } = (await ranking.get()).data!
    expect(worth.win_rate).toBe(0.75)
    expect(worth).toMatchObject({ readers: 60, interval: [0.55, 0.9] })
    expect(by_week).toEqual([{ from: '2026-11-16', wins: 45, losses: 15, ties: 0 }])
    expect((await as('ada').admin.ranking.get()).status).toBe(403)
    expect((await ranking.put({ a: 'words', b: 'words', share: 0.2 })).status).toBe(422)
    const changed = await ranking.put({ a: 'ranked', b: 'words', share: 0.2 })
    expect(changed.data).toMatchObject({ comparison: { b: 'words', share: 0.2 }, worth: { lists: 0 } })
  })
})

test('three of the first forty cards are explored and say so, none of the first ten, and every card has reasons', async () => {
  // A tenth of the lists mixes two orders, which moves the explored cards.
  await saveComparison({ a: 'ranked', b: 'time', share: 0 })
  await me.put({ category_ids: ['cs.LG'] })
  await announce(FIRST, 1, 12)
  for (const number of [1, 2, 7, 8]) await me['reading-list'].post({ paper_id: paperId(number) })
  await announce(DAY, 21, 60)
  const { cards } = (await me.dashboard.get({ query: { day: DAY } })).data!
  expect(cards.length).toBe(60)
  const ranks = cards.flatMap(({ rank, reasons }) => (reasons.some(({ kind }) => kind === 'explore') ? rank : []))
  expect(ranks.length).toBe(3)
  expect(Math.min(...ranks)).toBeGreaterThan(10)
  expect(Math.max(...ranks)).toBeLessThanOrEqual(40)
  expect(cards.filter(({ reasons }) => reasons.length === 0)).toEqual([])
})

describe('A paper from next door', () => {
  test('is labelled, outside of the ledger, and never shown again', async () => {
    await me.put({ category_ids: ['cs.LG'] })
    await announce(FIRST, 1, 6)
    await me['reading-list'].post({ paper_id: paperId(1) })
    const outside = { categories: ['math.CO'], primary_category: 'math.CO' }
    // Only papers of other categories are about what the reader saved.
    for (const number of numbersOf(11, 60))
      await announce(DAY, number, 1, number % SUBJECTS.length === 1 ? outside : {})
    const { data } = await me.dashboard.get({ query: { day: DAY } })
    const fromOutside = data!.cards.filter(({ from_next_door }) => from_next_door)
    expect(fromOutside.length).toBeGreaterThan(0)
    expect(fromOutside.length).toBeLessThanOrEqual(2)
    for (const { reasons } of fromOutside) expect(reasons.some(({ kind }) => kind === 'next_door')).toBe(true)
    expect(data!.ledger).toMatchObject({ announced: 50, shown: 50 })
    const ben = as('ben').users.me
    await ben.put({ category_ids: ['cs.LG'], interests: { muted_terms: ['owls'] } })
    await ben['reading-list'].post({ paper_id: paperId(1) })
    const cardsOfBen = (await ben.dashboard.get({ query: { day: DAY } })).data!.cards
    expect(cardsOfBen.filter(({ paper }) => paper.title.includes('owls'))).toEqual([])
    // The next day it is cross-listed into a category that the reader follows.
    const id = fromOutside[0]!.paper.id
    const next = '2026-11-23'
    await storePapers([Number(id.slice(-5))], {
      announced_on: next,
      announce_type: 'cross',
      ...outside,
      categories: ['math.CO', 'cs.LG'],
    })
    const { seq } = (await findPaper(id))!
    await saveCategoryIds([{ id, seq, category_ids: ['math.CO', 'cs.LG'] }])
    await recordDay(next)
    const later = (await me.dashboard.get({ query: { day: next } })).data!
    expect(later.cards.map(({ paper }) => paper.id)).not.toContain(id)
    expect(later.ledger.seen_before).toBe(1)
  })

  test('is none that the reader was shown as another record of it', async () => {
    await me.put({ category_ids: ['cs.LG'] })
    await announce(FIRST, 1, 6)
    await me['reading-list'].post({ paper_id: paperId(1) })
    const own = { ...textOn(SUBJECTS[1]!), title: 'On silent owls in a valley of glass' }
    const before = '2026-11-18'
    await bring(product, preprint(before, own))
    expect((await me.dashboard.get({ query: { day: before } })).data!.cards.length).toBe(1)
    for (const at of [2, 3, 4, 5])
      await storePapers(numbersOf(25 * at, 10), { announced_on: DAY, ...textOn(SUBJECTS[at]!) })
    await recordDay(DAY)
    await bring(product, onBiorxiv(DAY, own))
    const { cards } = (await me.dashboard.get({ query: { day: DAY } })).data!
    expect(cards.length).toBe(40)
    expect(cards.map(({ paper }) => paper.id)).not.toContain(PREPRINT)
  })

  test('is not there twice when a topic has it that the reader follows since the day was prepared', async () => {
    await me.put({ category_ids: ['cs.LG'] })
    await announce(FIRST, 1, 6)
    await me['reading-list'].post({ paper_id: paperId(1) })
    // Of a hundred papers the two best may come from next door.
    for (const at of [2, 3, 4, 5])
      await storePapers(numbersOf(25 * at, 25), { announced_on: DAY, ...textOn(SUBJECTS[at]!) })
    const outside = { categories: ['math.CO'], primary_category: 'math.CO' }
    await storePapers(numbersOf(200, 5), { announced_on: DAY, ...textOn(SUBJECTS[1]!), ...outside })
    await recordDay(DAY)
    await catchUp(product)
    const forMe = async () => (await as('ada').papers['for-me'].get({ query: { limit: 100 } })).data!.items
    expect((await forMe()).filter(({ from_next_door }) => from_next_door).length).toBe(2)
    await as('ada').categories.post({ name: 'owls', query: SUBJECTS[1]! })
    const { cards } = (await me.dashboard.get({ query: { day: DAY } })).data!
    for (const list of [cards, await forMe()]) {
      expect(list.filter(({ from_next_door }) => from_next_door)).toEqual([])
      expect(new Set(list.map(({ paper }) => paper.id)).size).toBe(list.length)
    }
    expect(cards.length).toBe(105)
  })
})

test('the job that prepares the ranking makes features, frequencies and latent vectors in a process apart', async () => {
  await announce(DAY, 1, 120)
  await prepareRanking(createJobContext())
  const { version, papers } = (await findVersion())!
  expect(papers).toBe(120)
  expect((await readPart('basis', version))?.byteLength).toBeGreaterThan(0)
  await prepareRanking(createJobContext())
  expect((await findVersion())!.version).toBe(version)
  const { data } = await as('admin').admin['system-health'].get()
  expect(data?.checks.find(({ name }) => name === 'Ranking')).toMatchObject({ state: 'ok' })
})

const outcome = (list: number, winner: 'a' | 'b') => ({
  _id: `${list}:${DAY}`,
  user_id: String(list),
  day: DAY,
  a: 'ranked' as const,
  b: 'time' as const,
  actions_a: 1,
  actions_b: 0,
  winner,
})
