import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import mongoose from 'mongoose'
import { setClock } from '#api/platform/clock.ts'
import { paperId, recordDay, storePapers } from '#tests/api/support/library.ts'
import { noticePapers, reviewOf, save, startReader } from '#tests/api/support/reviews.ts'
import { useApp } from '#tests/support/app.ts'

const app = useApp()
const { as } = app
const me = () => as('ada').users.me
const at = (instant: string) => setClock(new Date(instant))

beforeEach(() => setClock(null))
afterEach(() => setClock(null))

describe('Saved and noted', () => {
  test('counts what was saved and what was noted in the week, each once', async () => {
    await startReader(app, '2026-11-01T12:00:00Z')
    await storePapers([1, 2, 3, 4])
    await save(app, '2026-11-10T12:00:00Z', 1)
    await save(app, '2026-11-17T12:00:00Z', 2, { notes: 'read the appendix' })
    const third = await save(app, '2026-11-18T12:00:00Z', 3)
    at('2026-11-19T12:00:00Z')
    const [item] = (await me()['reading-list'].get({ query: { q: 'Paper 1' } })).data!.items
    await me()['reading-list']({ id: item!.id }).put({ version: item!.version, notes: 'older, noted now' })
    // A change of the status alone is no note.
    await me()['reading-list']({ id: third }).put({ version: 1, status: 'reading' })
    at('2026-11-24T12:00:00Z')
    const { saved } = await reviewOf(app)
    expect(saved).toMatchObject({ saved: 2, noted: 2, figure: '2 + 2' })
    expect(saved.text).toBe('You saved 2 papers and wrote a note on 2 papers.')
    expect(saved.papers.map(({ paper, text }) => [paper.id, text])).toEqual([
      [paperId(1), 'Noted on Thu 19 Nov'],
      [paperId(3), 'Saved on Wed 18 Nov'],
      [paperId(2), 'Saved on Tue 17 Nov, noted on Tue 17 Nov'],
    ])
    // An emptied note, and a paper that was removed, are gone from it.
    at('2026-11-20T12:00:00Z')
    const now = (await me()['reading-list']({ id: item!.id }).get()).data!
    await me()['reading-list']({ id: item!.id }).put({ version: now.version, notes: '' })
    await me()['reading-list']({ id: third }).delete()
    at('2026-11-24T12:00:00Z')
    expect((await reviewOf(app)).saved).toMatchObject({ saved: 1, noted: 1 })
  })
})

describe('Waiting', () => {
  test('has the papers to be read, how long the oldest waits, and the first five', async () => {
    await startReader(app, '2026-09-01T12:00:00Z')
    await storePapers([1, 2, 3, 4, 5, 6, 7])
    for (const number of [1, 2, 3, 4, 5, 6]) await save(app, `2026-10-0${number}T12:00:00Z`, number)
    const seventh = await save(app, '2026-10-07T12:00:00Z', 7)
    await me()['reading-list']({ id: seventh }).put({ version: 1, status: 'done' })
    at('2026-11-24T12:00:00Z')
    const { waiting } = await reviewOf(app)
    expect(waiting).toMatchObject({ waiting: 6, oldest_weeks: 7, figure: '6' })
    expect(waiting.text).toBe('6 papers wait to be read. The oldest has been there for 7 weeks.')
    expect(waiting.papers.map(({ paper }) => paper.id)).toEqual([1, 2, 3, 4, 5].map(paperId))
    expect((await reviewOf(app, '2026-10-04')).waiting).toMatchObject({ waiting: 4, oldest_weeks: 0 })
  })
})

describe('Changed', () => {
  test('has what came in the week, and nothing twice', async () => {
    await startReader(app, '2026-10-01T12:00:00Z')
    await storePapers([1, 2], {
      announced_on: '2026-10-05',
      version_dates: [{ version: 1, at: new Date('2026-10-02T12:00:00Z') }],
    })
    await save(app, '2026-10-06T12:00:00Z', 1)
    await save(app, '2026-10-06T12:00:00Z', 2)
    await storePapers([1], {
      version: 2,
      announced_on: '2026-11-17',
      announce_type: 'replace',
      version_dates: [{ version: 2, at: new Date('2026-11-14T12:00:00Z') }],
    })
    await noticePapers([
      [paperId(2), { kind: 'retracted', known_on: '2026-11-16' }],
      [paperId(1), { kind: 'corrected', known_on: '2026-11-25' }],
    ])
    at('2026-11-30T12:00:00Z')
    const { changed } = await reviewOf(app, '2026-11-22')
    expect(changed).toMatchObject({ changed: 2, text: '2 papers on your list changed.' })
    expect(changed.papers.map(({ paper }) => paper.id)).toEqual([2, 1].map(paperId))
    expect(changed.papers[0]!.text).toStartWith('Retracted')
    expect(changed.papers[1]!.text).toBe('Version 2 is out: nothing that is read here changed.')
    expect((await reviewOf(app, '2026-11-15')).changed).toMatchObject({ changed: 0, papers: [] })
    const [corrected, ...others] = (await reviewOf(app, '2026-11-29')).changed.papers
    expect(corrected).toMatchObject({ paper: { id: paperId(1) }, text: expect.stringMatching(/^Corrected [^V]*$/) })
    expect(others).toEqual([])
    // The dashboard shows the same papers.
    const { living } = (await me().dashboard.get({ query: {} })).data!
    expect([...new Set(living.map(({ item }) => item.paper.id))].toSorted()).toEqual([1, 2].map(paperId))
  })

  test('does not have what a paper was saved with', async () => {
    await startReader(app, '2026-10-01T12:00:00Z')
    await storePapers([1], { version: 2, announced_on: '2026-11-17', announce_type: 'replace' })
    await noticePapers([[paperId(1), { kind: 'corrected', known_on: '2026-11-17' }]])
    await save(app, '2026-11-18T12:00:00Z', 1)
    at('2026-11-24T12:00:00Z')
    expect((await reviewOf(app)).changed.changed).toBe(0)
  })
})

describe('What the order missed', () => {
  test('has saved papers below the budget, below the cut and of other categories, with where they were', async () => {
    await startReader(app, '2026-11-01T12:00:00Z', { budget: 2 })
    at('2026-11-17T05:00:00Z')
    await storePapers([1, 2, 3, 4], { announced_on: '2026-11-17' })
    await storePapers([5], { announced_on: '2026-11-17', categories: ['math.KT'], primary_category: 'math.KT' })
    await storePapers([6], { announced_on: '2025-11-17', categories: ['math.KT'], primary_category: 'math.KT' })
    await recordDay('2026-11-17')
    at('2026-11-17T08:00:00Z')
    const { cards } = (await me().dashboard.get({ query: {} })).data!
    const [first, , third] = cards.map(({ paper }) => paper.id)
    for (const paper_id of [first!, third!, paperId(5), paperId(6)]) {
      const { status } = await me()['reading-list'].post({ paper_id })
      expect(status).toBe(201)
    }
    at('2026-11-24T12:00:00Z')
    const { missed } = await reviewOf(app)
    expect(missed).toMatchObject({ missed: 2, below_budget: 1, below_cut: 0, other_categories: 1, figure: '2' })
    expect(missed.papers.map(({ paper, text }) => [paper.id, text]).toSorted()).toEqual(
      [
        [third!, 'Rank 3 of 4 on Tue 17 Nov'],
        [paperId(5), 'Not in your categories'],
      ].toSorted(),
    )
    const place = (await me().whereabouts.get({ query: { ref: third! } })).data
    expect(place).toMatchObject({ fate: 'shown', place: 3, of: 4 })
  })
})

test('A saved paper below the cut is named with its place', async () => {
  await startReader(app, '2026-11-01T12:00:00Z')
  at('2026-11-17T05:00:00Z')
  await storePapers([1, 2, 3, 4], { announced_on: '2026-11-17' })
  await recordDay('2026-11-17')
  at('2026-11-17T08:00:00Z')
  const { cards } = (await me().dashboard.get({ query: {} })).data!
  const last = cards.at(-1)!.paper.id
  // As if a day had room for three cards.
  await mongoose.connection
    .collection<{ paper_ids: string[] }>('deliveries')
    .updateOne(
      { paper_ids: last },
      { $pull: { paper_ids: last }, $set: { size: 3, 'ledger.below_cut': 1, 'places.below_cut': [last] } },
    )
  await me()['reading-list'].post({ paper_id: last })
  at('2026-11-24T12:00:00Z')
  const { missed } = await reviewOf(app)
  expect(missed).toMatchObject({ missed: 1, below_cut: 1, below_budget: 0, other_categories: 0 })
  expect(missed.papers).toMatchObject([{ text: 'Below the cut on Tue 17 Nov, place 4 of 4' }])
})

test('The review of a list of 5,000 papers makes a few more reads than that of a short one', async () => {
  await startReader(app, '2026-08-01T12:00:00Z')
  await storePapers([1, 2])
  await save(app, '2026-09-01T12:00:00Z', 1)
  await save(app, '2026-11-18T12:00:00Z', 2)
  at('2026-11-24T12:00:00Z')
  const { db } = mongoose.connection
  const profile = db!.collection('system.profile')
  const countReads = async () => {
    const before = await profile.countDocuments({})
    const review = await reviewOf(app)
    return { review, reads: (await profile.countDocuments({})) - before }
  }
  await db!.command({ profile: 2 })
  try {
    const short = await countReads()
    const list = mongoose.connection.collection('reading_list')
    const own = await list.findOne({ paper_id: 'arxiv:2611.00001' })
    const copies = Array.from({ length: 4_998 }, (_copy, index) => ({
      ...own,
      _id: `copy-${index}`,
      paper_id: `arxiv:gone.${index}`,
      added_at: new Date(Date.UTC(2026, 8, 2, 0, index)),
    }))
    await list.insertMany(copies as never)
    // All of them were opened, so that all are looked through for the question.
    const opened = copies.map(({ paper_id }) => ({ _id: `${own!['user_id']}:${paper_id}`, paper_id, clicked: true }))
    const user_id = own!['user_id']
    await mongoose.connection
      .collection('interactions')
      .insertMany(opened.map((action) => ({ ...action, user_id })) as never)
    const long = await countReads()
    expect(long.review.waiting).toMatchObject({ waiting: 5_000 })
    expect(long.review.let_go).toHaveLength(1)
    expect(short.reads).toBeGreaterThan(5)
    expect(long.reads).toBeLessThanOrEqual(short.reads + 12)
  } finally {
    await db!.command({ profile: 0 })
    await profile.drop()
  }
})

describe('Your minutes', () => {
  test('are those that were measured on the days of the week', async () => {
    await startReader(app, '2026-11-01T12:00:00Z', { zone: 'America/New_York' })
    await storePapers([1, 2, 3], { announced_on: '2026-11-17' })
    const view = (instant: string, number: number, view_duration?: number) => {
      at(instant)
      return as('ada')
        .papers({ id: paperId(number) })
        .view.post(view_duration === undefined ? {} : { view_duration })
    }
    // Sunday evening in New York is Monday in UTC.
    await view('2026-11-16T03:00:00Z', 1, 600)
    await view('2026-11-16T12:00:00Z', 1, 100)
    await view('2026-11-23T03:00:00Z', 2, 50)
    await view('2026-11-18T12:00:00Z', 3)
    at('2026-11-24T12:00:00Z')
    const { minutes } = await reviewOf(app)
    expect(minutes).toMatchObject({ minutes: 2, papers_read: 2, figure: '2' })
    expect(minutes.text).toBe('2 minutes with 2 abstracts open.')
    expect(minutes.papers.map(({ paper, text }) => [paper.id, text])).toEqual([
      [paperId(1), '1 minute'],
      [paperId(2), 'Less than a minute'],
    ])
    expect((await reviewOf(app, '2026-11-15')).minutes.minutes).toBe(10)
  })

  test('are set beside what the budget covers of the lists', async () => {
    await startReader(app, '2026-11-01T12:00:00Z', { budget: 3 })
    at('2026-11-17T05:00:00Z')
    await storePapers([1, 2, 3, 4], { announced_on: '2026-11-17' })
    await recordDay('2026-11-17')
    at('2026-11-17T08:00:00Z')
    const { budget } = (await me().dashboard.get({ query: {} })).data!
    at('2026-11-24T12:00:00Z')
    const { minutes } = await reviewOf(app)
    expect(minutes).toMatchObject({ minutes: null, budget_minutes: budget.minutes })
    expect(minutes.text).toBe('No reading time was measured. Your budget covered about 2 minutes of the lists.')
  })
})
