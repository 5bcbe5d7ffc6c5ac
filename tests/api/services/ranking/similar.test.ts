import { expect, test } from 'bun:test'
import { catchUp } from '#api/services/search/indexing.ts'
import { paperId } from '#tests/api/support/library.ts'
import { storeSubjects } from '#tests/api/support/subjects.ts'
import { useApp } from '#tests/support/app.ts'

const { as, product } = useApp()
const paper = (number: number) => as('ada').papers({ id: paperId(number) })

test('similar papers share rare words, which the answer names', async () => {
  await storeSubjects('2026-11-20')
  await catchUp(product)
  // Nothing has been ranked or put into categories yet.
  const { data: item } = await as('ada').users.me['reading-list'].post({ paper_id: paperId(2) })
  const { data } = await paper(1).similar.get({ query: { limit: 3 } })
  expect(data?.items.map(({ paper: { title } }) => title).toSorted()).toEqual([
    'Heron hunts',
    'Heron hunts',
    'Wading herons',
  ])
  for (const { paper: found, terms } of data!.items) {
    expect(terms.length).toBeGreaterThan(0)
    for (const term of terms) expect(`${found.title} ${found.abstract}`).toContain(term)
  }
  expect(data!.items.map(({ saved_item_id }) => saved_item_id).filter(Boolean)).toEqual([item!.id])
  expect((await paper(999).similar.get()).status).toBe(404)
})
