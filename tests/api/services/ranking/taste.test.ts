import { describe, expect, test } from 'bun:test'
import type { Taste } from '#api/contract/taste.ts'
import { TRAINED_FROM } from '#api/ranking/ranker.ts'
import { addDays } from '#api/platform/clock.ts'
import { catchUp } from '#api/services/search/indexing.ts'
import { prepareRanking } from '#api/services/ranking/prepareRanking.ts'
import { followTastes, type FittedModel } from '#api/services/ranking/fitting.ts'
import { packValue, unpackValue } from '#api/services/ranking/packing.ts'
import { findTaste, saveFitted } from '#api/store/readers/tastes.ts'
import { createJobContext } from '#tests/api/support/jobContext.ts'
import { useApp } from '#tests/support/app.ts'
import { paperId, storePapers } from '#tests/api/support/library.ts'
import { HERONS, storeSubjects } from '#tests/api/support/subjects.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

const { as, product } = useApp()
const me = as('ada').users.me
const DAY = '2026-11-20'

/** Stores two papers on each of three subjects, on the day and the day before. */
async function storeLibrary() {
  await storeSubjects(DAY)
  await me.put({ category_ids: ['cs.LG'] })
}

const order = async () => {
  const { data } = await as('ada').papers['for-me'].get({ query: { limit: 20 } })
  return (data?.items ?? []).map(({ paper }) => paper.title)
}
/** The titles of the last two cards, which have no order among each other. */
const lastTwo = async () => (await order()).slice(-2).toSorted()
const paper = (number: number) => as('ada').papers({ id: paperId(number) })
const save = (number: number) => me['reading-list'].post({ paper_id: paperId(number) })
const taste = async () => (await me.taste.get()).data!
const likedTerms = async () => (await taste()).more.flatMap(({ kind, text }) => (kind === 'term' ? text : []))
const firstTwo = async () => (await order()).slice(0, 2).toSorted()
const rowsOf = (rows: Taste['more'], of: string) => rows.filter(({ kind }) => kind === of).length

describe('The order follows what the reader does', () => {
  test('a saved paper lifts its like, with reasons that are in the paper; undone, the order is as before', async () => {
    await storeLibrary()
    const before = await order()
    const { data: item } = await save(3)
    expect(await firstTwo()).toEqual(['Owl wings', 'Silent owls'])
    const { data } = await as('ada').papers['for-me'].get({ query: { limit: 1 } })
    const [card] = data!.items
    expect(card?.reasons.some(({ kind }) => kind === 'term')).toBe(true)
    for (const { kind, text } of card!.reasons)
      if (kind === 'term')
        expect(`${card!.paper.title} ${card!.paper.abstract}`.toLowerCase()).toContain(text.toLowerCase())
    await me['reading-list']({ id: item!.id }).delete()
    expect(await order()).toEqual(before)
  })

  test('a dislike is stronger than an earlier save, and taking it back restores', async () => {
    await storeLibrary()
    await save(3)
    await save(5)
    const glass = ['Glass pipes', 'Molten glass']
    expect(await lastTwo()).not.toEqual(glass)
    await paper(5).feedback.put({ value: 'dislike' })
    expect(await lastTwo()).toEqual(glass)
    expect((await taste()).actions).toBe(3)
    await paper(5).feedback.put({ value: 'none' })
    expect(await lastTwo()).not.toEqual(glass)
    expect((await taste()).actions).toBe(2)
  })

  test('a worker fits a changed model, and the page explains it', async () => {
    await storeLibrary()
    await save(1)
    const user = (await as('ada').auth.me.get()).data!
    const stopping = new AbortController()
    const following = followTastes(stopping.signal)
    await waitUntil(async () => (await findTaste(user.id))?.waiting === false)
    stopping.abort()
    await following
    const { state, more, needed, actions } = await taste()
    expect({ state, needed, actions }).toEqual({ state: 'centroid', needed: TRAINED_FROM - 1, actions: 1 })
    const heron = more.find(({ kind, text }) => kind === 'term' && /heron/i.test(text))
    expect(heron).toMatchObject({ paper_ids: [paperId(1)], actions: [{ kind: 'save', count: 1 }] })
    expect(Math.max(...more.map(({ weight }) => weight))).toBe(1)
  })

  test('a model that an older release stored without a part is fitted again', async () => {
    await storeLibrary()
    await save(3)
    const expected = await order()
    const user = (await as('ada').auth.me.get()).data!
    const { _id, changes, model, ...record } = (await findTaste(user.id))!
    const stored = unpackValue<FittedModel>(new Uint8Array(model!).buffer)
    const { presence: _, ...older } = stored.taste
    await saveFitted(_id, { ...record, model: Buffer.from(packValue({ ...stored, taste: older })) }, changes)
    expect(await order()).toEqual(expected)
    const fitted = unpackValue<FittedModel>(new Uint8Array((await findTaste(user.id))!.model!).buffer)
    expect(fitted.taste.presence).toHaveLength(stored.taste.presence.length)
  })
})

test('a paper that others are close to is named without TeX', async () => {
  await storeLibrary()
  await storePapers([1], { announced_on: addDays(DAY, -1), title: 'Wading $\\alpha$-herons', abstract: HERONS })
  const words = HERONS.split(' ')
  for (let number = 20; number < 130; number++)
    await storePapers([number], {
      title: `Notes ${number}`,
      abstract: `${words[number % 13]} ${words[number % 7]} notes`,
    })
  await prepareRanking(createJobContext())
  await save(1)
  const { data } = await as('ada').papers['for-me'].get({ query: { limit: 20 } })
  const near = data!.items.flatMap(({ reasons }) => reasons.filter(({ kind }) => kind === 'near'))
  const row = (await taste()).more.find(({ kind }) => kind === 'paper')
  expect([near[0]?.text, row?.text]).toEqual(['Wading α-herons', 'Wading α-herons'])
  await me.taste.put({ adjustments: [{ kind: 'paper', key: paperId(1), action: 'forget' }] })
  const actions = [{ kind: 'save', count: 1 }]
  expect((await taste()).changed).toMatchObject([{ kind: 'paper', text: 'Wading α-herons', weight: 0, actions }])
})

describe('The reader corrects the model', () => {
  test('previews a correction without storing it, stores it, resets and takes the reset back', async () => {
    await storeLibrary()
    await save(3)
    const adjustments = [
      ...['glass', 'silica', 'furnaces', 'pipes', 'molten', 'blowers', 'shape'].map(
        (key) => ({ kind: 'term', key, action: 'pin' }) as const,
      ),
      ...['owls', 'mice', 'night', 'wings', 'silent', 'sharp', 'ears'].map(
        (key) => ({ kind: 'term', key, action: 'lower' }) as const,
      ),
    ]
    const { data: preview } = await me.taste.preview.post({ adjustments })
    const glass = expect.arrayContaining([expect.stringMatching(/glass/i)])
    expect(preview?.items.slice(0, 2).map(({ paper: { title } }) => title)).toEqual(glass)
    expect(await firstTwo()).toEqual(['Owl wings', 'Silent owls'])
    expect((await me.taste.put({ adjustments })).data?.adjustments).toEqual(adjustments)
    expect(await firstTwo()).toEqual(glass)
    await me.taste.put({ adjustments: [] })

    expect((await me.taste.reset.post()).data).toMatchObject({ state: 'prior', actions: 0, needed: 1 })
    expect((await me.taste.put({ reset_at: null })).data).toMatchObject({
      state: 'centroid',
      actions: 1,
      reset_at: null,
    })
    expect(await firstTwo()).toEqual(['Owl wings', 'Silent owls'])
  })

  test('a corrected word stays corrected when a newer paper spells it in another way', async () => {
    await storeLibrary()
    await save(2)
    await me.taste.put({ adjustments: [{ kind: 'term', key: 'HERON', action: 'raise' }] })
    const rows = (await taste()).more.filter(({ text }) => /^herons?$/i.test(text))
    expect(rows.map(({ key, adjustment }) => ({ key, adjustment }))).toEqual([{ key: 'HERON', adjustment: 'raise' }])
  })

  test('sees the weights as corrected: a pin on top, a lowered row below zero, a forgotten one not at all', async () => {
    await storeLibrary()
    await save(1)
    await me.taste.put({
      adjustments: [
        { kind: 'term', key: 'reeds', action: 'pin' },
        { kind: 'term', key: 'fish', action: 'lower' },
        { kind: 'term', key: 'marsh', action: 'forget' },
      ],
    })
    const { more, less } = await taste()
    expect(more[0]).toMatchObject({ text: 'reeds', weight: 1, adjustment: 'pin' })
    expect(less.map(({ text, adjustment }) => [text, adjustment])).toEqual([['fish', 'lower']])
    expect([...more, ...less].filter(({ text }) => text === 'marsh')).toEqual([])
  })

  test('sees under "less" what was disliked more often than chosen', async () => {
    await storeLibrary()
    for (const number of [1, 2, 3]) await save(number)
    for (const number of [4, 5]) await paper(number).feedback.put({ value: 'dislike' })
    const counts = (await taste()).less.map(({ actions }) => new Map(actions.map(({ kind, count }) => [kind, count])))
    expect(counts.length).toBeGreaterThan(0)
    expect(counts.filter((of) => (of.get('dislike') ?? 0) <= (of.get('save') ?? 0))).toEqual([])
  })

  test('sees one row for a phrase and its words from the same papers, but all that were corrected', async () => {
    await storeLibrary()
    await save(1)
    const words = (await likedTerms()).flatMap((text) => text.toLowerCase().split(' '))
    expect(words.length).toBeGreaterThan(3)
    expect(words.toSorted()).toEqual([...new Set(words)].toSorted())
    const adjustments = ['herons', 'herons wade', 'tall reeds', 'reeds'].map(
      (key) => ({ kind: 'term', key, action: 'raise' }) as const,
    )
    await me.taste.put({ adjustments })
    expect(await likedTerms()).toEqual(expect.arrayContaining(['herons', 'Wading herons', 'tall reeds', 'reeds']))
  })

  test('sees few words of a single paper, and all that several papers share', async () => {
    await storeLibrary()
    await save(1)
    const { more } = await taste()
    expect([rowsOf(more, 'term'), rowsOf(more, 'author')]).toEqual([5, 1])
    await save(2)
    const shared = (await taste()).more.filter(({ kind, paper_ids }) => kind === 'term' && paper_ids.length === 2)
    expect(shared.length).toBeGreaterThan(5)
  })

  test('sees a disliked paper at once, and words only of what was disliked twice', async () => {
    await storeLibrary()
    await save(1)
    await paper(5).feedback.put({ value: 'dislike' })
    expect(rowsOf((await taste()).less, 'term')).toBe(0)
    await paper(6).feedback.put({ value: 'dislike' })
    expect(rowsOf((await taste()).less, 'term')).toBeGreaterThan(0)
  })

  test('shows what each mute hid', async () => {
    await storeLibrary()
    await me.put({ interests: { muted_terms: ['glass'] } })
    await me.dashboard.get({ query: { day: DAY } })
    expect((await taste()).muted).toEqual([
      { kind: 'term', text: 'glass', hidden: 2, paper_ids: expect.arrayContaining([paperId(15), paperId(16)]) },
    ])
  })
})

describe('A start', () => {
  test('with topics, a bibliography or a name orders the first list, and can be taken back', async () => {
    await storeLibrary()
    await catchUp(product)
    const before = await order()
    await me.import.post({ topics: ['molten glass'] })
    expect(await firstTwo()).toEqual(['Glass pipes', 'Molten glass'])
    await me.import.post({ topics: ['molten glass'], undo: true })
    expect(await order()).toEqual(before)

    const text = `@article{a, title = {{Silent} owls}, year = 2026}\n@misc{b, eprint = {2611.00003}, title={Other}}\n@misc{c, title={Nothing of the kind here}}`
    const { data: dry } = await me.import.post({ text, dry_run: true })
    expect(dry?.papers.length).toBeGreaterThan(0)
    expect(dry).toMatchObject({ fetching: [], unknown: ['Nothing of the kind here'] })
    expect((await taste()).actions).toBe(0)
    await me.import.post({ text })
    expect(await firstTwo()).toEqual(['Owl wings', 'Silent owls'])
  })

  test('offers different papers to rate', async () => {
    await storeLibrary()
    const { data } = await me['start-papers'].get()
    const subjects = data!.items.slice(0, 3).map(({ abstract }) => abstract)
    expect(new Set(subjects).size).toBe(3)
    expect((await me.import.post({})).status).toBe(422)
  })
})
