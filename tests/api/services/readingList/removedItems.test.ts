import { afterEach, describe, expect, test } from 'bun:test'
import mongoose from 'mongoose'
import { setClock } from '#api/platform/clock.ts'
import { deliverAll } from '#api/services/delivery/deliverAll.ts'
import { createJobContext } from '#tests/api/support/jobContext.ts'
import { paperId, storePapers } from '#tests/api/support/library.ts'
import { useApp } from '#tests/support/app.ts'

const { as } = useApp()
const list = (reader: string) => as(reader).users.me['reading-list']
const paper_id = paperId(1)

afterEach(() => setClock(null))

const removed = async () => {
  await storePapers([1])
  const { id } = (await list('ada').post({ paper_id, notes: 'keep me', tags: ['lab'] })).data!
  expect((await list('ada')({ id }).delete()).status).toBe(204)
  return id
}

const deliver = () => deliverAll({ day: '2026-12-21' }, createJobContext())

describe('removing an item', () => {
  test('removes it from the list; removing it again changes nothing', async () => {
    const id = await removed()
    expect((await list('ada').get()).data).toMatchObject({ items: [], total: 0, counts: { to_read: 0 } })
    expect((await list('ada')({ id }).delete()).status).toBe(204)
    expect((await list('ada')({ id }).put({ version: 1, notes: 'x' })).status).toBe(404)
  })

  test('can be undone for 30 days, with the note', async () => {
    setClock(new Date('2026-11-21T08:00:00Z'))
    const id = await removed()
    setClock(new Date('2026-12-20T08:00:00Z'))
    const { data } = await list('ada')({ id }).restore.post()
    expect(data).toMatchObject({ id, notes: 'keep me', tags: ['lab'], version: 1 })
    expect((await list('ada').get()).data?.total).toBe(1)
    expect((await list('ada')({ id }).restore.post()).data).toEqual(data!)
  })

  test('is final after 30 days', async () => {
    setClock(new Date('2026-11-21T08:00:00Z'))
    const id = await removed()
    setClock(new Date('2026-12-22T08:00:00Z'))
    expect((await list('ada')({ id }).restore.post()).status).toBe(404)
    const again = await list('ada').post({ paper_id })
    expect(again).toMatchObject({ status: 201, data: { notes: '', tags: [] } })
  })

  test('deletes it with its note once the cards of a day are made after 30 days, also of a reader who never returns', async () => {
    setClock(new Date('2026-11-21T08:00:00Z'))
    const id = await removed()
    const stored = () => mongoose.connection.collection<{ _id: string }>('reading_list').findOne({ _id: id })
    setClock(new Date('2026-12-21T07:59:00Z'))
    await deliver()
    expect(await stored()).toMatchObject({ notes: 'keep me' })
    setClock(new Date('2026-12-21T08:01:00Z'))
    await deliver()
    expect(await stored()).toBeNull()
  })

  test.each([
    [undefined, 'keep me'],
    ['new', 'new\n\nkeep me'],
  ])('keeps the note for 30 days: saving the paper again with the note %p restores it', async (notes, kept) => {
    const id = await removed()
    const again = await list('ada').post({ paper_id, status: 'reading', notes })
    expect(again).toMatchObject({ status: 201, data: { id, notes: kept, tags: ['lab'], status: 'reading' } })
  })
})
