import { afterEach, describe, expect, test } from 'bun:test'
import mongoose from 'mongoose'
import { setClock } from '#api/platform/clock.ts'
import { followMailLink } from '#api/services/readingList/mailLinks.ts'
import { paperId, storePapers } from '#tests/api/support/library.ts'
import { useApp } from '#tests/support/app.ts'

const app = useApp()
const { as, product } = app
const list = (name = 'ada') => as(name).users.me['reading-list']
const words = async () =>
  ((await list().get({ query: {} })).data?.items ?? [])
    .map(({ paper, found_by }) => [paper.id, found_by ?? null])
    .toSorted()

afterEach(() => setClock(null))

describe('How a reader found a saved paper', () => {
  test('is one of a few words, which the caller may leave out', async () => {
    await storePapers([1, 2, 3])
    expect((await list().post({ paper_id: paperId(1), found_by: 'search' })).status).toBe(201)
    expect((await list().post({ paper_id: paperId(2) })).status).toBe(201)
    for (const found_by of ['a search for lanterns', '', 3, null])
      expect((await list().post({ paper_id: paperId(3), found_by } as never)).status).toBe(422)
    expect(await words()).toEqual([
      [paperId(1), 'search'],
      [paperId(2), null],
    ])
  })

  test('is known of a link in a mail, of an id that was looked up, and of a file', async () => {
    await storePapers([1, 2, 3])
    const { id = '' } = (await as('ada').auth.me.get()).data ?? {}
    const token = await product.tokens.sign('digest', id, { seconds: 60, session: paperId(1) })
    await followMailLink(product, token, 'save')
    await as('ada').papers.lookup.post({ ref: paperId(2).slice(6), save: true })
    await list().import.post({ text: `@misc{a, eprint = {${paperId(3).slice(6)}}, title = {Paper 3 on lanterns}}` })
    expect(await words()).toEqual([
      [paperId(1), 'mail'],
      [paperId(2), 'look_up'],
      [paperId(3), 'import'],
    ])
  })

  test('is that of the last save, stays when the item is restored or changed, and when it is saved again without removal', async () => {
    await storePapers([1])
    const { data } = await list().post({ paper_id: paperId(1), found_by: 'day' })
    const item = list()({ id: data?.id ?? '' })
    await item.put({ version: 1, notes: 'Read table 3.' })
    await list().post({ paper_id: paperId(1), found_by: 'search' })
    await item.delete()
    await item.restore.post()
    expect(await words()).toEqual([[paperId(1), 'day']])
    await item.delete()
    await list().post({ paper_id: paperId(1), found_by: 'search' })
    expect(await words()).toEqual([[paperId(1), 'search']])
  })

  test('is in the export of the account, and is erased with it', async () => {
    await storePapers([1])
    await list().post({ paper_id: paperId(1), found_by: 'related' })
    const { data } = await as('ada').users.me.export.get()
    expect(JSON.stringify(data)).toContain('"found_by":"related"')
    await as('ada').users.me.delete({ email: 'ada@example.org' })
    expect(await mongoose.connection.collection('reading_list').countDocuments()).toBe(0)
  })
})
