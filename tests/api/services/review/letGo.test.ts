import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import mongoose from 'mongoose'
import { LET_GO_MAX } from '#api/contract/limits.ts'
import { setClock } from '#api/platform/clock.ts'
import { article, ARTICLE, bring, preprint, PREPRINT } from '#tests/api/services/joining/joinedWorld.ts'
import { paperId, storePapers } from '#tests/api/support/library.ts'
import { reviewOf, save, startReader } from '#tests/api/support/reviews.ts'
import { useApp } from '#tests/support/app.ts'

const app = useApp()
const { as } = app
const list = (name = 'ada') => as(name).users.me['reading-list']
const at = (instant: string) => setClock(new Date(instant))
const letGo = (paper_ids: string[], name = 'ada') => as(name).users.me.review['let-go'].post({ paper_ids })
const open = (id: string) => as('ada').papers({ id })
const question = async () => (await reviewOf(app)).let_go.map(({ paper }) => paper.id)
const rows = () =>
  mongoose.connection
    .collection<{ user_id: string; paper_id: string }>('reading_list')
    .find({})
    .sort({ paper_id: 1 })
    .toArray()

/** Papers 1 to `count`, saved on the first days of September; now it is November. */
async function saveOld(count: number): Promise<string[]> {
  const numbers = Array.from({ length: count }, (_paper, index) => index + 1)
  await storePapers(numbers)
  for (const number of numbers) await save(app, `2026-09-${String(number).padStart(2, '0')}T12:00:00Z`, number)
  at('2026-11-24T12:00:00Z')
  return numbers.map(paperId)
}

beforeEach(async () => {
  await startReader(app, '2026-08-01T12:00:00Z')
})
afterEach(() => setClock(null))

describe('The question', () => {
  test('names the nine that wait longest, of those that were never opened', async () => {
    const ids = await saveOld(12)
    await open(ids[0]!).click.post({})
    await open(ids[1]!).view.post({ view_duration: 3 })
    // A card that was only in view was not opened.
    await open(ids[2]!).view.post({})
    expect(await question()).toEqual(ids.slice(2, 11))
    expect((await reviewOf(app)).let_go[0]!.text).toBe('Saved on Thu 3 Sept 2026')
  })

  test('is not asked about papers of the last four weeks, or that are being read', async () => {
    await storePapers([1, 2, 3])
    await save(app, '2026-10-27T11:00:00Z', 1)
    await save(app, '2026-10-27T13:00:00Z', 2)
    await save(app, '2026-09-01T12:00:00Z', 3, { status: 'reading' })
    at('2026-11-24T12:00:00Z')
    expect(await question()).toEqual([paperId(1)])
  })

  test('is found behind hundreds of opened papers', async () => {
    const numbers = Array.from({ length: 700 }, (_paper, index) => index)
    const ids = await storePapers(numbers)
    await save(app, '2026-09-01T12:00:00Z', 699)
    const [own] = await rows()
    const user_id = own!.user_id
    const copies = ids.slice(0, -1).map((paper_id, index) => ({
      ...own,
      _id: `copy-${index}`,
      paper_id,
      added_at: new Date(Date.UTC(2026, 7, 2, 0, index)),
    }))
    await mongoose.connection.collection('reading_list').insertMany(copies as never)
    await mongoose.connection.collection('interactions').insertMany(
      copies.map(({ paper_id }) => ({
        _id: `${user_id}:${paper_id}`,
        user_id,
        paper_id,
        clicked: true,
      })) as never,
    )
    at('2026-11-24T12:00:00Z')
    expect(await question()).toEqual([paperId(699)])
  })
})

describe('Letting go', () => {
  test('removes the papers, and undo restores every field', async () => {
    await storePapers([1, 2])
    await save(app, '2026-09-01T12:00:00Z', 1, { notes: 'the proof of lemma 3', tags: ['thesis'] })
    await save(app, '2026-09-02T12:00:00Z', 2)
    at('2026-11-24T12:00:00Z')
    const before = await rows()
    const { data } = await letGo([paperId(1), paperId(2)])
    expect(data).toMatchObject({ total: 2, items: [{ status: 'to_read' }, { status: 'to_read' }] })
    expect((await list().get({ query: {} })).data!.items).toEqual([])
    expect(await question()).toEqual([])
    const ids = data!.items.map(({ id }) => id)
    expect((await list().changes.post({ ids, removed: false })).data!.total).toBe(2)
    // The time of the last change is the product's own.
    const restored = before.map((row) => ({ ...row, changed_at: expect.any(Date) }))
    expect(await rows()).toEqual(restored as never)
    expect(await question()).toEqual([paperId(1), paperId(2)])
  })

  test('leaves papers of other readers, and those that are not to be read', async () => {
    await storePapers([1, 2, 3, 4])
    await save(app, '2026-09-01T12:00:00Z', 1, {}, 'bob')
    await save(app, '2026-09-01T12:00:00Z', 2, { status: 'done' })
    const removed = await save(app, '2026-09-01T12:00:00Z', 3)
    await list()({ id: removed }).delete()
    const before = await rows()
    at('2026-11-24T12:00:00Z')
    expect((await letGo([paperId(1), paperId(2), paperId(3), paperId(4), 'arxiv:0000.00000'])).data).toEqual({
      items: [],
      total: 0,
    })
    expect(await rows()).toEqual(before)
    expect((await list('bob').get({ query: {} })).data!.total).toBe(1)
  })

  test('twice at once removes each paper once, and each answer can be undone', async () => {
    const ids = await saveOld(9)
    const answers = await Promise.all([letGo(ids), letGo(ids), letGo(ids)])
    const named = new Set(answers.flatMap(({ data }) => data!.items.map(({ id }) => id)))
    expect(named.size).toBe(9)
    expect((await list().get({ query: {} })).data!.total).toBe(0)
    expect((await letGo(ids)).data!.total).toBe(0)
    await list().changes.post({ ids: [...named], removed: false })
    expect((await list().get({ query: {} })).data!.total).toBe(9)
  })

  test('is refused for more papers than the question has, for none, and without a sign-in', async () => {
    const ids = Array.from({ length: LET_GO_MAX + 1 }, (_id, index) => paperId(index))
    for (const paper_ids of [[], ids, [ids[0]!, ids[0]!], ['x'.repeat(201)]])
      expect((await letGo(paper_ids)).status).toBe(422)
    const many = Array.from({ length: 10_000 }, (_id, index) => paperId(index))
    const { status, error } = await letGo(many)
    expect([413, 422]).toContain(status)
    expect(error?.value).toHaveProperty('error')
    expect((await app.signedOut.users.me.review['let-go'].post({ paper_ids: ids.slice(1) })).status).toBe(401)
    expect((await app.signedOut.users.me.review.get({ query: {} })).status).toBe(401)
  })

  test('lets go of a paper that was saved as a record joined into another', async () => {
    await bring(app.product, preprint())
    await bring(app.product, article({ links: [], title: 'Tides in salt marshes' }))
    at('2026-09-01T12:00:00Z')
    await list().post({ paper_id: PREPRINT, notes: 'as a preprint' })
    at('2026-09-02T12:00:00Z')
    await list().post({ paper_id: ARTICLE, notes: 'as an article', tags: ['glass'] })
    await bring(app.product, article())
    at('2026-11-24T12:00:00Z')
    expect(await question()).toEqual([PREPRINT])
    const { data } = await letGo([PREPRINT])
    expect(data!.total).toBe(1)
    expect((await list().get({ query: {} })).data!.total).toBe(0)
    await list().changes.post({ ids: data!.items.map(({ id }) => id), removed: false })
    const [item] = (await list().get({ query: {} })).data!.items
    expect(item).toMatchObject({ notes: 'as a preprint\n\nas an article', tags: ['glass'], paper: { id: PREPRINT } })
  })
})
