import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { openSqliteIndex } from '#api/search/sqliteIndex.ts'
import { catchUp } from '#api/services/search/indexing.ts'
import { searchPapers } from '#api/services/search/search.ts'
import { paperId, storePapers } from '#tests/api/support/library.ts'
import { useFolders } from '#tests/api/support/searchIndex.ts'
import { useApp } from '#tests/support/app.ts'

const { as, product } = useApp()
const newFolder = useFolders()

describe('A search', () => {
  test('is refused rather than answered with nothing while the index is built', async () => {
    await storePapers([1], { title: 'Counting herons' })
    await product.index.reset()
    const { status, error } = await as('ada').papers.search.get({ query: { q: 'herons' } })
    expect([status, error?.value]).toMatchObject([503, { error: { code: 'unavailable' } }])
    await catchUp(product)
    expect(
      (await as('ada').papers.search.get({ query: { q: 'herons' } })).data?.items.map(({ paper }) => paper.id),
    ).toEqual([paperId(1)])
    expect((await as('ada').papers.search.get({ query: { q: 'owls' } })).data?.total).toBe(0)
  })

  test('is refused rather than answered with nothing when the index is damaged', async () => {
    const folder = newFolder()
    const own = openSqliteIndex({ folder })
    await storePapers([1], { title: 'Counting herons' })
    await catchUp({ index: own })
    const file = join(folder, 'search.sqlite')
    const ask = async () => (await searchPapers({ ...product, index: own }, { _id: 'ada' }, { q: 'herons' })).total
    await own.close()
    await Bun.write(file, new Uint8Array(await Bun.file(file).arrayBuffer()).fill(0xa5, 4_096))
    await expect(ask()).rejects.toMatchObject({ code: 'unavailable' })
    await catchUp({ index: own })
    expect(await ask()).toBe(1)
    await own.close()
  })
})
