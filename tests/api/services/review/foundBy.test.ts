import { afterEach, expect, test } from 'bun:test'
import { FOUND_BY } from '#api/contract/limits.ts'
import { setClock } from '#api/platform/clock.ts'
import { recordDay, storePapers } from '#tests/api/support/library.ts'
import { reviewOf, startReader } from '#tests/api/support/reviews.ts'
import { useApp } from '#tests/support/app.ts'

const app = useApp()
const me = () => app.as('ada').users.me
const at = (instant: string) => setClock(new Date(instant))
afterEach(() => setClock(null))

test('A saved paper that its reader found where the order shows it was not missed, wherever it stood there', async () => {
  await startReader(app, '2026-11-01T12:00:00Z', { budget: 1 })
  at('2026-11-17T05:00:00Z')
  const numbers = FOUND_BY.map((_, index) => index + 1)
  await storePapers([...numbers, 90, 91], { announced_on: '2026-11-17' })
  await recordDay('2026-11-17')
  at('2026-11-17T08:00:00Z')
  const { cards } = (await me().dashboard.get({ query: {} })).data!
  const below = cards.slice(1).map(({ paper }) => paper.id)
  for (const [index, found_by] of FOUND_BY.entries()) {
    const { data } = await me()['reading-list'].post({ paper_id: below[index]!, found_by })
    expect(data?.found_by).toBe(found_by)
  }
  // Of one that was saved without a word it is inferred.
  const unknown = below[FOUND_BY.length]!
  expect((await me()['reading-list'].post({ paper_id: unknown })).data).not.toHaveProperty('found_by')
  at('2026-11-24T12:00:00Z')
  const { missed, saved } = await reviewOf(app)
  expect(saved.saved).toBe(FOUND_BY.length + 1)
  expect(missed).toMatchObject({ missed: FOUND_BY.length + 1 - 3, below_budget: FOUND_BY.length - 2 })
  const { items } = (await me()['reading-list'].get({ query: {} })).data!
  const wordOf = new Map(items.map(({ paper, found_by }) => [paper.id, found_by]))
  expect(missed.papers.map(({ paper }) => wordOf.get(paper.id))).not.toContainAnyValues(['day', 'mail', 'feed'])
})
