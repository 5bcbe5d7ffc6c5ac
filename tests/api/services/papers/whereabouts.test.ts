import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import mongoose from 'mongoose'
import { addDays, setClock } from '#api/platform/clock.ts'
import { catchUp } from '#api/services/search/indexing.ts'
import { recordKeptSince } from '#api/store/sources/sources.ts'
import { announcePapers, idOf } from '#tests/api/support/records.ts'
import { ask, readArchives, silentArxiv } from '#tests/api/support/whereabouts.ts'
import { useApp } from '#tests/support/app.ts'

const app = useApp({ sources: silentArxiv() })
const { as, product } = app
const [monday, tuesday, wednesday, thursday] = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19'] as const
const dashboardOf = (reader: string, day: string) => as(reader).users.me.dashboard.get({ query: { day } })
const mute = (...muted_terms: string[]) => as('ada').users.me.put({ interests: { muted_terms } })

beforeEach(async () => {
  setClock(new Date(`${thursday}T15:00:00Z`))
  await as('ada').users.me.put({ category_ids: ['cs.LG'] })
})
afterEach(() => setClock(null))

describe('A paper is found', () => {
  test.each([
    '2611.90001',
    ' arXiv:2611.90001v7 ',
    'arXiv:2611.90001v2 [cs.LG] 16 Nov 2026',
    'arXiv:2611.90001 (cross-list from cs.CV)',
    'https://arxiv.org/abs/2611.90001v2?context=cs',
    'arxiv.org/pdf/2611.90001v1.pdf',
    'https://www.arxiv.org/html/2611.90001v3#S2',
    'https://arxiv.org/list/cs.LG/new#2611.90001',
    'http://export.arxiv.org/format/2611.90001',
    'https://arxiv.org/e-print/2611.90001v1',
    '10.48550/arXiv.2611.90001',
    'https://doi.org/10.48550%2FarXiv.2611.90001',
    '10.5555/JIV.2026.1',
    'https://doi.org/10.5555/jiv.2026.1',
    'https://publisher.example/articles/10.5555/jiv.2026.1?ref=x',
    'Counting lanterns: in $\\alpha$-fog',
    'counting  lanterns in α-fog.',
  ])('as %j', async (ref) => {
    await announcePapers(monday, [
      { number: 1, changes: { title: 'Counting lanterns in $\\alpha$-fog', doi: '10.5555/jiv.2026.1' } },
      { number: 2 },
    ])
    await catchUp(product)
    expect(await ask(app, 'ada', ref)).toMatchObject({ ref: ref.trim(), paper: { id: idOf(1) } })
  })

  test('under the id of a source that has no addresses of its own', async () => {
    await announcePapers(monday, [{ number: 1, changes: { id: 'sample:0122', source_id: '0122' } }])
    expect(await ask(app, 'ada', 'sample:0122')).toMatchObject({ paper: { id: 'sample:0122' } })
  })

  test.each([
    'math/0309136',
    'math.GT/0309136v1',
    'https://arxiv.org/pdf/math/0309136v2.pdf',
    'arxiv.org/abs/math%2F0309136',
  ])('under its old id as %j', async (ref) => {
    const changes = { id: 'arxiv:math/0309136', source_id: 'math/0309136', announce_type: 'replace' } as const
    await announcePapers(monday, [{ number: 1, changes }])
    expect(await ask(app, 'ada', ref)).toMatchObject({ paper: { id: 'arxiv:math/0309136' } })
  })
})

describe('A title', () => {
  const titles = [
    'Counting lanterns in the winter fog of harbours: part I',
    'Counting lanterns in the winter fog of harbours: part II',
    'Lanterns',
    'A long study of lanterns that are not counted',
  ]
  beforeEach(async () => {
    await announcePapers(
      monday,
      titles.map((title, index) => ({ number: index + 1, changes: { title } })),
    )
    await announcePapers(tuesday, [{ number: 11, changes: { title: 'Lanterns' } }])
    await announcePapers(wednesday, [{ number: 12, changes: { title: 'Fog horns' } }])
    await catchUp(product)
  })

  test.each([
    ['exactly', 'Counting lanterns in the winter fog of harbours: part II', 2],
    ['with a misspelt word', 'Counting lantrens in the winter fog of harbours: part II', 2],
    ['that leaves out a word', 'A long study of lanterns that are not', 4],
    ['of which a part of four words is known', 'study of lanterns that', 4],
    ['that two papers have: the one announced last', 'LANTERNS', 11],
    ['that begins like two: the more similar one', 'lanterns in the winter fog of harbours', 1],
  ])('finds the paper %s', async (_, ref, number) => {
    expect(await ask(app, 'ada', ref)).toMatchObject({ paper: { id: idOf(number) } })
  })

  test.each([
    'Counting lanterns in the winter fog of harbours: part III',
    'Counting gondolas in the winter fog of harbours: part II',
    'counting lanterns',
    'fog',
    '?!',
    'https://example.org/lanterns',
    'doi:10.5555/unknown',
  ])('is not mistaken for another paper: %j', async (ref) => {
    expect(await ask(app, 'ada', ref)).toEqual({ ref, fate: 'not_in_library' })
  })
})

describe('The answer', () => {
  test('of a paper without a mute any more is about its card', async () => {
    await mute('fog')
    await announcePapers(monday, [{ number: 1, changes: { title: 'Fog' } }])
    await dashboardOf('ada', monday)
    expect(await ask(app, 'ada', idOf(1))).toMatchObject({ fate: 'muted', because: 'fog' })
    await mute('snow')
    expect(await ask(app, 'ada', idOf(1))).toMatchObject({ fate: 'shown', day: monday, place: 1 })
  })

  test('of a paper by a muted author names the author as the reader wrote it', async () => {
    await as('ada').users.me.put({ interests: { muted_authors: ['quillfeather, mirela'] } })
    await announcePapers(monday, [{ number: 1 }])
    await dashboardOf('ada', monday)
    expect(await ask(app, 'ada', idOf(1))).toMatchObject({ fate: 'muted', because: 'quillfeather, mirela' })
  })

  test('of a paper with a card is about the card, whatever came later', async () => {
    await announcePapers(monday, [{ number: 1 }])
    await dashboardOf('ada', monday)
    await announcePapers(wednesday, [{ number: 1, changes: { version: 2, announce_type: 'replace' } }])
    await dashboardOf('ada', wednesday)
    expect(await ask(app, 'ada', idOf(1))).toMatchObject({ fate: 'shown', day: monday, place: 1, of: 1 })
  })

  test('of a paper in categories followed only now is that its day is not delivered yet', async () => {
    await announcePapers(monday, [
      { number: 1, changes: { categories: ['math.AG'], primary_category: 'math.AG' } },
      { number: 2 },
    ])
    await dashboardOf('ada', monday)
    expect(await ask(app, 'ada', idOf(1))).toMatchObject({ fate: 'other_categories', categories: ['math.AG'] })
    await as('ada').users.me.put({ category_ids: ['cs.LG', 'math.AG'] })
    expect(await ask(app, 'ada', idOf(1))).toMatchObject({ fate: 'not_delivered_yet', day: monday })
    await dashboardOf('ada', monday)
    expect(await ask(app, 'ada', idOf(1))).toMatchObject({ fate: 'shown', day: monday, place: 2, of: 2 })
  })

  test('of a stored paper submitted after the last deadline has the day of its announcement', async () => {
    const pending = { announced_on: null, announce_type: null, source_interface: 'api' } as const
    // Friday after the deadline of 14:00 Eastern; asked on Saturday. The next announcement is that of Monday.
    await announcePapers(monday, [
      { number: 1, changes: { ...pending, published_at: new Date('2026-11-20T20:00:00Z') } },
    ])
    setClock(new Date('2026-11-21T15:00:00Z'))
    const answer = { fate: 'not_announced_yet', day: '2026-11-24', expected_at: '2026-11-24T05:00:00.000Z' }
    expect(await ask(app, 'ada', idOf(1))).toMatchObject(answer)
  })

  test('of a number between two missing days has no day, and between a missing and a read one has it', async () => {
    await recordKeptSince('arxiv', { cs: '2026-11-09' })
    for (let day = '2026-11-09'; day <= monday; day = addDays(day, 1)) await readArchives(day, ['cs'])
    await announcePapers(monday, [{ number: 100 }])
    await announcePapers(thursday, [{ number: 400 }])
    await readArchives(thursday, ['cs'])
    expect(await ask(app, 'ada', '2611.90200')).toEqual({
      ref: '2611.90200',
      look_up_id: 'arxiv:2611.90200',
      fate: 'day_missing',
    })
    await readArchives(tuesday, ['cs'])
    expect(await ask(app, 'ada', '2611.90200')).toMatchObject({ fate: 'day_missing', day: wednesday })
    expect(await ask(app, 'ada', '2611.90050')).toMatchObject({ fate: 'before_library' })
    // A reader of another archive misses nothing.
    await as('ben').users.me.put({ category_ids: ['math.AG'] })
    expect(await ask(app, 'ben', '2611.90200')).toMatchObject({ fate: 'not_in_library' })
  })

  test('contains nothing of another reader', async () => {
    await announcePapers(monday, [{ number: 1 }])
    await dashboardOf('ada', monday)
    const { data } = await as('ada').users.me['reading-list'].post({ paper_id: idOf(1), notes: 'mine' })
    expect(await ask(app, 'ada', idOf(1))).toMatchObject({ fate: 'shown', saved_item_id: data!.id })
    await as('ben').users.me.put({ category_ids: ['cs.LG'] })
    const answer = await ask(app, 'ben', idOf(1))
    expect(answer).toMatchObject({ fate: 'not_delivered_yet', day: monday })
    expect(answer).not.toHaveProperty('saved_item_id')
    expect(JSON.stringify(answer)).not.toContain('mine')
  })

  test.each([
    ['spaces', ' '],
    ['nothing', ''],
    ['more than 500 characters', 'x'.repeat(501)],
  ])('to %s is 422 and names the field', async (_, ref) => {
    const { status, error } = await as('ada').users.me.whereabouts.get({ query: { ref } })
    expect(status).toBe(422)
    expect(Object.keys((error!.value as { error: { fields: object } }).error.fields)).toEqual(['ref'])
  })

  test('reads only a few documents of a large library, by an index', async () => {
    await recordKeptSince('arxiv', { cs: '2026-11-09' })
    await announcePapers(
      monday,
      // Long runs of numbers without a new paper.
      Array.from({ length: 2000 }, (_, number) => ({
        number,
        changes: number % 1000 > 0 ? { announce_type: 'replace' as const } : {},
      })),
    )
    await dashboardOf('ada', monday)
    await catchUp(product)
    const { db } = mongoose.connection
    await db!.command({ profile: 2 })
    for (const ref of [
      '2611.90007',
      '2611.95000',
      '10.5555/x',
      'Invented result number 9',
      'math/0309136',
      '2611.91111',
    ])
      await ask(app, 'ada', ref)
    await db!.command({ profile: 0 })
    const large = /\.(papers|deliveries|interactions|reading_list|announcements)$/
    const reads = await db!
      .collection('system.profile')
      .find({ ns: large, op: { $ne: 'insert' } })
      .toArray()
    expect(reads.length).toBeGreaterThan(10)
    const slow = reads.filter(({ planSummary, docsExamined }) => /COLLSCAN/.test(planSummary) || docsExamined > 20)
    expect(slow.map(({ ns, planSummary, docsExamined }) => `${ns} ${planSummary} ${docsExamined}`)).toEqual([])
  })
})
