import { describe, expect, test } from 'bun:test'
import { useApp } from '#tests/support/app.ts'
import { paperId, storePapers } from '#tests/api/support/library.ts'

const { as, signedOut } = useApp()
const list = (reader: string) => as(reader).users.me['reading-list']
const save = async (number: number, tags: string[], reader = 'ada') =>
  (await list(reader).post({ paper_id: paperId(number), tags })).data!
const ids = async (query: { tag?: string; q?: string }) =>
  (await list('ada').get({ query })).data?.items.map(({ paper }) => paper.id)

describe('tags', () => {
  test('are one tag in any case and with any accents, in the spelling that the list has', async () => {
    await storePapers([1, 2, 3])
    expect((await save(1, ['Café  noir', 'Optics', 'optics'])).tags).toEqual(['Café noir', 'Optics'])
    const item = await save(2, ['OPTICS', 'later'])
    expect(item.tags).toEqual(['Optics', 'later'])
    const { data } = await list('ada')({ id: item.id }).put({ version: 1, tags: ['cafe noir', 'a, b;c', 'optics'] })
    expect(data?.tags).toEqual(['Café noir', 'a b c', 'Optics'])
    await save(3, ['OPTICS'], 'ben')
    expect((await list('ada').tags.get()).data).toEqual({
      items: [
        { tag: 'Café noir', count: 2 },
        { tag: 'Optics', count: 2 },
        { tag: 'a b c', count: 1 },
      ],
      total: 3,
    })
    expect((await list('ben').tags.get()).data?.items).toEqual([{ tag: 'OPTICS', count: 1 }])
    expect((await signedOut.users.me['reading-list'].tags.get()).status).toBe(401)
  })

  test('filter the list in any spelling, and are found by its search', async () => {
    await storePapers([1, 2])
    await save(1, ['Sea birds'])
    await save(2, ['sea'])
    expect(await ids({ tag: 'SEA BIRDS' })).toEqual([paperId(1)])
    expect(await ids({ tag: 'bird' })).toEqual([])
    expect(await ids({ q: 'bird' })).toEqual([paperId(1)])
  })

  test('written in two spellings at the same time are found by both', async () => {
    await storePapers([1, 2])
    await Promise.all([save(1, ['Sea']), save(2, ['SEA'])])
    const { data } = await list('ada').get({ query: { tag: 'sea' } })
    expect(data?.total).toBe(2)
    expect((await list('ada').tags.get()).data?.items).toMatchObject([{ count: 2 }])
  })
})
