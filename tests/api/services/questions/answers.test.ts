import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import mongoose from 'mongoose'
import { startEmbedding } from '#api/embedding/embedding.ts'
import { addDays, setClock } from '#api/platform/clock.ts'
import { kinds } from '#api/jobs/kinds.ts'
import { followPapers } from '#api/services/nearness/encoding.ts'
import { answerQuestions } from '#api/services/questions/answering.ts'
import { countUnencoded } from '#api/store/papers/paperEncoding.ts'
import { removePapers } from '#api/store/papers/paperPruning.ts'
import { deleteRemovedQuestions, findQuestions } from '#api/store/readers/questions.ts'
import { findUserByUid } from '#api/store/readers/users.ts'
import { startEmbeddingServer } from '#tests/api/support/embeddingServer.ts'
import { createJobContext } from '#tests/api/support/jobContext.ts'
import { answerId, answering, other, QUESTION, storeBackground, TODAY } from '#tests/api/support/questions.ts'
import { announcePapers } from '#tests/api/support/records.ts'
import { useApp } from '#tests/support/app.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'
import { bring, LANTERNS, onBiorxiv, preprint, PREPRINT } from '../joining/joinedWorld.ts'

const { as, product } = useApp()
const { me } = as('ada').users
const TOMORROW = addDays(TODAY, 1)
const days = () => mongoose.connection.collection('question_days')

beforeEach(async () => {
  setClock(new Date(`${TODAY}T12:00:00Z`))
  await storeBackground()
})
afterEach(() => setClock(null))

const ask = async (text = QUESTION) => (await me.questions.post({ text })).data!.id
const read = async (id: string, day = TODAY) => (await me.questions({ id }).answers.get({ query: { day } })).data!
const answersOf = async (id: string, day = TODAY) => (await read(id, day)).answers.map(({ paper }) => paper.id)
const deliver = (day: string) => kinds.deliver({ product, input: { day }, run: createJobContext() })
const announceAnswers = (day: string, ...numbers: number[]) =>
  announcePapers(
    day,
    numbers.map((one) => answering(one)),
  )

/** Judges four papers of the day before as answers. */
async function teach(id: string): Promise<void> {
  const numbers = [31, 32, 33, 34]
  await announceAnswers(addDays(TODAY, -1), ...numbers)
  for (const one of numbers) await me.questions({ id }).examples.post({ paper_id: answerId(one), value: 'yes' })
}

describe('The answers of a day', () => {
  test('are the papers that answer, of all categories; others come near, and a day can have none', async () => {
    await me.put({ category_ids: ['cs.LG'] })
    await announcePapers(TODAY, [
      answering(1),
      answering(2, { categories: ['math.AG'], primary_category: 'math.AG' }),
      other(3),
      other(4, { title: 'Herons and lanterns of glass' }),
      answering(5, { announce_type: 'replace', version: 2 }),
    ])
    const id = await ask()
    await announcePapers(TOMORROW, [other(6), other(7)])
    const { answers, near, asked, papers, by_words } = await read(id)
    expect([asked, papers, by_words]).toEqual([true, 4, true])
    expect(answers.map(({ paper, outside }) => [paper.id, outside]).toSorted()).toEqual([
      [answerId(1), false],
      [answerId(2), true],
    ])
    expect(near.map(({ paper }) => paper.id)).toEqual([answerId(4)])
    const nothing = await read(id, TOMORROW)
    expect(nothing).toMatchObject({ asked: true, papers: 2, answers: [], previous_day: TODAY })
    expect((await read(id)).next_day).toBe(TOMORROW)
    expect(await read(id, addDays(TODAY, -1))).toMatchObject({ asked: false, answers: [] })
  })

  test('stay when they are asked for again, and those of later papers are added', async () => {
    await announceAnswers(TODAY, 1, 2)
    const id = await ask()
    const before = await read(id)
    await deliver(TODAY)
    await me.questions({ id }).put({ text: 'Something about glass entirely?', bar: 'fewer' })
    expect((await read(id)).answers).toEqual(before.answers)
    await me.questions({ id }).put({ text: QUESTION, bar: 'usual' })
    await announceAnswers(TODAY, 1, 2, 3)
    const after = await answersOf(id)
    expect(after).toEqual([...before.answers.map(({ paper }) => paper.id), answerId(3)])
    expect(await answersOf(id)).toEqual(after)
  })

  test('are ten at most, with five that came near', async () => {
    await announceAnswers(TODAY, ...Array.from({ length: 18 }, (_, index) => index + 1))
    const id = await ask()
    await teach(id)
    const { answers, near } = await read(id)
    expect([answers.length, near.length]).toEqual([10, 5])
    const ids = [...answers, ...near].map(({ paper }) => paper.id)
    expect(new Set(ids).size).toBe(15)
  })

  test('are the same for readers that ask at the same time, and computed once', async () => {
    await announceAnswers(TODAY, 1, 2)
    const id = await ask()
    const all = await Promise.all([...Array.from({ length: 6 }, () => answersOf(id)), deliver(TODAY)])
    for (const one of all.slice(0, 6)) expect(one).toEqual(all[0]!)
    expect(await days().countDocuments()).toBe(1)
    expect((await days().findOne())?.['revision']).toBe(1)
  })

  test('of all questions are read in one request, and paused questions find nothing', async () => {
    await announceAnswers(TODAY, 1)
    const [first, second] = [await ask(), await ask('Who blows glass in winter?')]
    await me.questions({ id: second }).put({ paused: true })
    const { data } = await me.questions.answers.get({ query: { day: TODAY } })
    expect(data?.items.map(({ question, asked, answers }) => [question.id, asked, answers.length])).toEqual([
      [first, true, 1],
      [second, false, 0],
    ])
    const { data: newest } = await me.questions.answers.get({ query: {} })
    expect(newest?.day).toBe(TODAY)
    expect((await as('ben').users.me.questions.answers.get({ query: {} })).data).toMatchObject({ items: [], total: 0 })
  })

  test('are more when the reader has judged three papers on the same day', async () => {
    await announcePapers(TODAY, [answering(1), other(2, { title: 'Herons and lanterns of glass' })])
    const id = await ask()
    expect(await answersOf(id)).toEqual([answerId(1)])
    await announcePapers(
      addDays(TODAY, -1),
      [11, 12, 13].map((one) => other(one, { title: 'Herons and lanterns of glass' })),
    )
    for (const one of [11, 12, 13]) await me.questions({ id }).examples.post({ paper_id: answerId(one), value: 'yes' })
    expect(await answersOf(id)).toEqual([answerId(1), answerId(2)])
  })
})

describe('A paper', () => {
  test('is an answer on one day only', async () => {
    await announceAnswers(TODAY, 1)
    const id = await ask()
    await deliver(TODAY)
    await announcePapers(TOMORROW, [answering(1, { announce_type: 'cross', announced_in: ['cs.CV'] }), answering(2)])
    expect([await answersOf(id), await answersOf(id, TOMORROW)]).toEqual([[answerId(1)], [answerId(2)]])
  })

  test('is an answer once, when two days are asked at the same time', async () => {
    await announceAnswers(TODAY, 1)
    await announcePapers(TOMORROW, [answering(1, { announce_type: 'cross', announced_in: ['cs.CV'] })])
    const id = await ask()
    await mongoose.connection.collection('questions').updateOne({}, { $set: { first_day: TODAY } })
    const [one, other] = await Promise.all([answersOf(id), answersOf(id, TOMORROW)])
    expect([...one, ...other]).toEqual([answerId(1)])
  })

  test('is an answer once, when it turns out that two records are one paper', async () => {
    await bring(product, preprint(TODAY))
    const id = await ask(`${LANTERNS}?`)
    await deliver(TODAY)
    expect(await answersOf(id)).toEqual([PREPRINT])
    await bring(product, onBiorxiv(TOMORROW))
    expect([await answersOf(id), await answersOf(id, TOMORROW)]).toEqual([[PREPRINT], []])
  })

  test('is shown once, when it was an answer on two days before its records were joined', async () => {
    await announceAnswers(TODAY, 1)
    const id = await ask()
    await deliver(TODAY)
    await announceAnswers(TOMORROW, 2)
    expect(await answersOf(id, TOMORROW)).toEqual([answerId(2)])
    const records = mongoose.connection.collection<{ _id: string }>('papers')
    const record_ids = [answerId(1), answerId(2)]
    await records.updateOne({ _id: answerId(1) }, { $set: { record_ids } })
    await records.updateOne({ _id: answerId(2) }, { $set: { record_ids, joined_into: answerId(1) } })
    expect([await answersOf(id), await answersOf(id, TOMORROW)]).toEqual([[answerId(1)], []])
  })

  test('that the reader mutes is no answer, also afterwards', async () => {
    await announceAnswers(TODAY, 1)
    await announcePapers(TODAY, [answering(1), answering(2, { title: 'Calibrated lanterns for herons by blockchain' })])
    await me.put({ interests: { muted_terms: ['blockchain'] } })
    const id = await ask()
    expect(await answersOf(id)).toEqual([answerId(1)])
    await me.put({ interests: { muted_terms: ['lanterns'] } })
    expect(await answersOf(id)).toEqual([])
    await me.put({ interests: { muted_terms: [] } })
    expect(await answersOf(id)).toEqual([answerId(1)])
  })

  test('that the reader has said no to is no answer', async () => {
    await announceAnswers(TODAY, 1, 2)
    const id = await ask()
    await teach(id)
    await me.questions({ id }).examples.post({ paper_id: answerId(1), value: 'no' })
    expect(await answersOf(id)).toEqual([answerId(2)])
  })

  test('that leaves the library is left out, and a withdrawn one stays', async () => {
    await announceAnswers(TODAY, 1, 2)
    const id = await ask()
    await read(id)
    await announcePapers(TODAY, [answering(1, { withdrawn: true })])
    await removePapers([answerId(2)])
    const { answers } = await read(id)
    expect(answers.map(({ paper }) => [paper.id, paper.withdrawn])).toEqual([[answerId(1), true]])
  })
})

describe('A question', () => {
  test('that is deleted while it is asked leaves nothing', async () => {
    await announceAnswers(TODAY, 1)
    const id = await ask()
    const user = (await findUserByUid('uid-ada'))!
    const questions = await findQuestions(user._id)
    await me.questions({ id }).delete()
    await deleteRemovedQuestions(new Date(Date.now() + 86_400_000))
    await answerQuestions(product, user, { day: TODAY, questions })
    expect(await days().countDocuments()).toBe(0)
  })

  test('keeps its answers when the vocabulary and the kind of the vectors change', async () => {
    const server = startEmbeddingServer()
    const config = { off: false, server: { url: server.url, model: 'big' } }
    const embedding = startEmbedding(config, { report: () => undefined })
    const stopped = new AbortController()
    await announceAnswers(TODAY, 1)
    const id = await ask()
    expect((await read(id)).by_words).toBe(true)
    const following = followPapers({ embedding }, stopped.signal, { pollMs: 5, retryMs: 1 })
    // A fifth more papers: the vocabulary is counted again, and the embedding is looked for.
    await storeBackground(TOMORROW, 2_000)
    await waitUntil(async () => (await countUnencoded()).unencoded === 0)
    await announceAnswers(TOMORROW, 2)
    await waitUntil(async () => (await countUnencoded()).unencoded === 0)
    const user = (await findUserByUid('uid-ada'))!
    const questions = await findQuestions(user._id)
    await answerQuestions({ embedding }, user, { day: TOMORROW, questions })
    const tomorrow = await days().findOne({ day: TOMORROW })
    expect(tomorrow?.['by_words']).toBe(false)
    expect(await answersOf(id)).toEqual([answerId(1)])
    server.fault = () => new Response('', { status: 500 })
    await announcePapers(addDays(TODAY, 2), [answering(3)])
    await waitUntil(async () => (await countUnencoded()).unencoded === 1)
    await answerQuestions({ embedding }, user, { day: addDays(TODAY, 2), questions })
    const failed = await days().findOne({ day: addDays(TODAY, 2) })
    expect([failed?.['by_words'], failed?.['answers'].length]).toEqual([true, 1])
    stopped.abort()
    await following
    await embedding.stop()
    await server.stop()
  })
})
