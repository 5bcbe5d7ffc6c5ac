import { describe, expect, test } from 'bun:test'
import { openOpenSearchIndex } from '#api/search/opensearch/openSearchIndex.ts'
import { catchUp } from '#api/services/search/indexing.ts'
import { searchPapers } from '#api/services/search/search.ts'
import { openInOpenSearch, openSearchUrl } from '#tests/api/support/engines.ts'
import { paperId, storePapers } from '#tests/api/support/library.ts'
import { addressOf, useProductProcesses } from '#tests/api/support/productProcess.ts'
import { NOT_REACHED } from '#tests/api/support/searchIndex.ts'
import { testDatabase } from '#tests/support/mongod.ts'
import { makeFolder, NOWHERE } from '#tests/support/process.ts'
import { useApp } from '#tests/support/app.ts'

const away = openOpenSearchIndex({ url: NOWHERE, prefix: 'test' })
// The app empties its index before each test.
const { as, product } = useApp({ index: { ...away, reset: async () => undefined } })
const { launch } = useProductProcesses(() => ({}))

describe('While OpenSearch does not answer', () => {
  test('searches are refused and say so, other pages work, and the health says why', async () => {
    await storePapers([1], { title: 'Counting herons' })
    const { status, error } = await as('ada').papers.search.get({ query: { q: 'herons' } })
    expect([status, error?.value]).toMatchObject([
      503,
      {
        error: {
          code: 'unavailable',
          message:
            'Search is not available at the moment. Everything else works, and nothing is lost. Try again in a minute.',
        },
      },
    ])
    const recent = await as('ada').papers.recent.get({ query: {} })
    expect(recent.data?.items.map(({ id }) => id)).toEqual([paperId(1)])
    const { data } = await as('admin').admin['system-health'].get()
    expect(data?.checks.find(({ name }) => name === 'Search index')).toMatchObject({
      state: 'down',
      message: NOT_REACHED,
    })
  })

  test('the product starts', async () => {
    await using folder = await makeFolder()
    const settings = { PAPERDAWN_DATA: folder.path, MONGODB_URI: await testDatabase(), OPENSEARCH_URL: NOWHERE }
    const address = await addressOf(launch(settings))
    const ready = await fetch(`${address}/api/health/ready`)
    expect([ready.status, await ready.json()]).toMatchObject([200, { status: 'ready', index: 'filling' }])
  })
})

test.skipIf(openSearchUrl === undefined)(
  'Papers of the library are indexed in OpenSearch, and found there',
  async () => {
    const index = openInOpenSearch()
    await storePapers([1, 2, 3], { title: 'Counting herons' })
    await catchUp({ index })
    const found = await searchPapers({ ...product, index }, { _id: 'ada' }, { q: 'herons' })
    expect(found.items.map(({ paper }) => paper.id).toSorted()).toEqual([paperId(1), paperId(2), paperId(3)])
    expect(found.indexed_through).not.toBeNull()
    await index.close()
  },
)
