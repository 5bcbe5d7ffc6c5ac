import { expect, test } from 'bun:test'
import { useApp } from '#tests/support/app.ts'
import { paperId, storePapers } from '#tests/api/support/library.ts'

const { as, app, tokenOf } = useApp()
const list = (reader: string) => as(reader).users.me['reading-list']

test.each(['bibtex', 'ris', 'csl', 'json'] as const)(
  'an exported list in %s, imported by another reader, gives the same papers, tags and notes',
  async (format) => {
    await storePapers([1], { journal_ref: 'J. Inv. Skies 12, 44 & 45', categories: ['cs.LG'], doi: '10.5555/a_b{c}' })
    await storePapers([2, 3])
    const notes = "-2 *apples*: a < b & c > 1, {x}_1 ~ \\alpha^2 100% #1 $5 -- ``so''\n\n    indented\nER  - TY  - 李 é"
    await list('ada').post({ paper_id: paperId(1), notes, tags: ['R&D_{x} 100%', 'Été'] })
    await list('ada').post({ paper_id: paperId(2), tags: ['+later'] })
    await list('ada').post({ paper_id: paperId(3), notes: 'one line' })
    const headers = { authorization: `Bearer ${await tokenOf('ada')}` }
    const address = `http://localhost/api/users/me/reading-list/export?format=${format}`
    const text = await (await app.handle(new Request(address, { headers }))).text()

    const { data } = await list('ben').import.post({ text })
    expect(data).toMatchObject({ state: 'done', added: 3, existing: 0, missing: [] })
    const contents = async (reader: string) =>
      (await list(reader).get()).data?.items.map(({ paper, tags, notes: note }) => [paper.id, tags, note])
    expect(await contents('ben')).toEqual(await contents('ada'))
  },
)

test('a list that was exported as JSON, removed and imported has the states, notes and tags that it had', async () => {
  await storePapers([1, 2, 3], { journal_ref: 'J. Inv. Skies 12', categories: ['cs.LG'] })
  const notes = '  J. Inv. Skies 12\n\n2611.00002\nis cited on p. 3\n'
  await list('ada').post({ paper_id: paperId(1), status: 'done', notes, tags: ['cs.LG'] })
  await list('ada').post({ paper_id: paperId(2), status: 'reading' })
  await list('ada').post({ paper_id: paperId(3), notes: 'J. Inv. Skies 12' })
  const items = async () => (await list('ada').get()).data!.items
  const contents = async () =>
    (await items()).map(({ paper, status, notes: note, tags }) => [paper.id, status, note, tags])
  const before = await contents()
  const headers = { authorization: `Bearer ${await tokenOf('ada')}` }
  const address = 'http://localhost/api/users/me/reading-list/export?format=json'
  const text = await (await app.handle(new Request(address, { headers }))).text()

  for (const { id } of await items()) await list('ada')({ id }).delete()
  expect(await contents()).toEqual([])
  expect((await list('ada').import.post({ text })).data).toMatchObject({ added: 3 })
  expect(await contents()).toEqual(before)
  // Of another reader, who has nothing of it in the removed items.
  await list('ben').import.post({ text })
  const { data } = await list('ben').get()
  expect(data!.items.map(({ paper, status, notes: note, tags }) => [paper.id, status, note, tags])).toEqual(before)
})
