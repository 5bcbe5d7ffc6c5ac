import { afterEach, beforeEach, expect, test } from 'bun:test'
import { setClock } from '#api/platform/clock.ts'
import { categorisePapers } from '#api/services/ingestion/processing.ts'
import { catchUp } from '#api/services/search/indexing.ts'
import { createJobContext } from '#tests/api/support/jobContext.ts'
import { paperId, recordDay, storePapers } from '#tests/api/support/library.ts'
import { useApp } from '#tests/support/app.ts'

const { as, product } = useApp()
const me = as('ada').users.me
const [OLD, FIRST, DAY] = ['2026-10-20', '2026-11-19', '2026-11-20']

beforeEach(() => setClock(new Date('2026-11-21T12:00:00Z')))
afterEach(() => setClock(null))

/** Stores a paper of a category and announces the day. */
async function announce(number: number, on: string, title: string, category = 'math.CO') {
  const abstract = 'Nothing in particular is said here.'
  await storePapers([number], { title, abstract, categories: [category], announced_on: on })
  await recordDay(on)
}
const process = async () => {
  await categorisePapers(product, createJobContext())
  await catchUp(product)
}
const follow = async (query = 'lantern keepers') => (await as('ada').categories.post({ name: query, query })).data!
const cardsOf = async (day: string) =>
  (await me.dashboard.get({ query: { day } }))
    .data!.cards.filter(({ reasons }) => !reasons.some(({ kind }) => kind === 'next_door'))
    .map(({ paper }) => paper.id)

test('A topic is followed from its creation, and has the papers of the last 30 days', async () => {
  await announce(1, OLD, 'Early lantern keepers')
  await announce(2, FIRST, 'Lantern keepers')
  await announce(3, DAY, 'Keepers of lanterns')
  await announce(4, DAY, 'Lanterns alone')
  await process()
  const { id } = await follow()
  expect((await as('ada').auth.me.get()).data?.category_ids).toEqual([id])
  expect(await cardsOf(FIRST)).toEqual([paperId(2)])
  expect(await cardsOf(DAY)).toEqual([paperId(3)])
  expect(await cardsOf(OLD)).toEqual([])
})

test('Only papers with all words of the topic join the daily cards', async () => {
  const { id } = await follow()
  await announce(1, DAY, 'Lanterns alone')
  await announce(2, DAY, 'Lantern keeprs')
  await process()
  expect(await cardsOf(DAY)).toEqual([])
  await announce(3, DAY, 'Keepers of a lantern')
  await process()
  expect(await cardsOf(DAY)).toEqual([paperId(3)])
  expect(id).toStartWith('lantern-keepers-')
})

test('A card that was delivered for a category is not delivered again for a topic', async () => {
  await me.put({ category_ids: ['cs.LG'] })
  await announce(1, FIRST, 'Lantern keepers', 'cs.LG')
  await announce(2, DAY, 'More lantern keepers')
  await process()
  expect(await cardsOf(FIRST)).toEqual([paperId(1)])
  expect(await cardsOf(DAY)).toEqual([])
  await follow()
  expect(await cardsOf(DAY)).toEqual([paperId(2)])
  expect(await cardsOf(FIRST)).toEqual([paperId(1)])
  expect((await me['delivered-cards'].get({ query: {} })).data?.items.map(({ paper }) => paper.id)).toEqual([
    paperId(2),
    paperId(1),
  ])
})
