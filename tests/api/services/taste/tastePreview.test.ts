import { beforeEach, expect, test } from 'bun:test'
import { catchUp } from '#api/services/search/indexing.ts'
import { paperId, recordDay, storePapers } from '#tests/api/support/library.ts'
import { useApp } from '#tests/support/app.ts'

const DAY = '2026-11-20'
const OWLS = 'Owls hunt mice over frozen fields by night with silent wings and sharp ears.'
const HERONS = 'Herons wade through marsh water and hunt fish at dawn near tall reeds.'
const { as, product } = useApp()
const { users, papers } = as('ada')

beforeEach(async () => {
  await storePapers([1, 2], { announced_on: DAY, title: 'Heron hunts', abstract: HERONS })
  await storePapers([3, 4], { announced_on: DAY, title: 'Owl nests', abstract: OWLS })
  await recordDay(DAY)
  await users.me.put({ category_ids: ['cs.LG'], interests: { muted_terms: ['nests'] } })
})

const preview = async (mutes: { muted_terms?: string[]; muted_authors?: string[] }) => {
  const { data } = await users.me.taste.preview.post({ adjustments: [], ...mutes })
  return data?.items.map(({ paper }) => paper.title).toSorted()
}

test('a preview obeys the mutes on screen, and else the saved ones', async () => {
  expect(await preview({})).toEqual(['Heron hunts', 'Heron hunts'])
  expect(await preview({ muted_terms: ['heron'] })).toEqual(['Owl nests', 'Owl nests'])
  expect(await preview({ muted_terms: [] })).toHaveLength(4)
  expect((await as('ada').auth.me.get()).data?.interests.muted_terms).toEqual(['nests'])
})

test('a preview refuses mutes that could not be saved', async () => {
  const { status, error } = await users.me.taste.preview.post({ adjustments: [], muted_terms: ['.*(a+)+$['] })
  expect(status).toBe(422)
  expect(error?.value).toMatchObject({ error: { message: expect.stringContaining('every paper with “a”') } })
})

test.each(['put', 'preview'] as const)('a correction of nothing is refused (%s)', async (path) => {
  const adjustments = [{ kind: 'term' as const, key: '   ', action: 'pin' as const }]
  const { taste } = users.me
  const { status, error } = await (path === 'put' ? taste.put({ adjustments }) : taste.preview.post({ adjustments }))
  expect(status).toBe(422)
  const sentence = '“   ” has no letter or digit, so it names no term. Leave it out.'
  expect(error?.value).toMatchObject({ error: { fields: { adjustments: sentence } } })
  expect((await taste.get()).data!.adjustments).toEqual([])
})

test('a similar paper that is on the reading list is returned with its item', async () => {
  await catchUp(product)
  // The vocabulary of a new library is counted from the papers that were ranked.
  await preview({ muted_terms: [] })
  const { data: item } = await users.me['reading-list'].post({ paper_id: paperId(2) })
  const { data } = await papers({ id: paperId(1) }).similar.get({ query: { limit: 5 } })
  const found = Object.fromEntries(data!.items.map(({ paper, saved_item_id }) => [paper.id, saved_item_id]))
  expect(found[paperId(2)]).toBe(item!.id)
  expect(data!.items.filter(({ saved_item_id }) => saved_item_id !== undefined)).toHaveLength(1)
})
