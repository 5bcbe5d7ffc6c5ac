import { afterEach, beforeEach, expect, test } from 'bun:test'
import { setClock } from '#api/platform/clock.ts'
import { deliverAll } from '#api/services/delivery/deliverAll.ts'
import { categorisePapers } from '#api/services/ingestion/processing.ts'
import { catchUp } from '#api/services/search/indexing.ts'
import { takeNumbers } from '#api/store/papers/counters.ts'
import { findDelivery } from '#api/store/readers/deliveries.ts'
import { bring, onBiorxiv, preprint, PREPRINT } from '#tests/api/services/joining/joinedWorld.ts'
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

test('A topic that is followed while the day is delivered has its papers', async () => {
  await announce(1, DAY, 'Lantern keepers')
  await process()
  const readers = ['ada', 'ben'].map(async (name) => {
    await as(name).users.me.put({ category_ids: ['cs.LG'] })
    return { name, id: (await as(name).auth.me.get()).data!.id }
  })
  const last = (await Promise.all(readers)).toSorted((one, other) => (one.id < other.id ? -1 : 1))[1]!
  let pages = 0
  const run = createJobContext()
  const save = async () => {
    if (++pages === 1) await as(last.name).categories.post({ name: 'lanterns', query: 'lantern keepers' })
  }
  await deliverAll({ day: DAY }, { ...run, save }, { page: 1 })
  expect(pages).toBe(2)
  expect((await findDelivery(last.id, DAY))?.cards.map(({ paper_id }) => paper_id)).toEqual([paperId(1)])
})

test('A topic that is created while its papers are put into categories has them', async () => {
  await as('ben').categories.post({ name: 'bells', query: 'copper bells' })
  await announce(1, DAY, 'Lantern keepers')
  let created: ReturnType<typeof follow> | undefined
  // The topics have been read when the index is filled, which the first search for one of them needs.
  const index = new Proxy(product.index, {
    get(own, name) {
      if (name === 'becomeWriter') return async () => (await (created ??= follow()), own.becomeWriter())
      const value: unknown = Reflect.get(own, name)
      return typeof value === 'function' ? (value.bind(own) as unknown) : value
    },
  })
  await categorisePapers({ index }, createJobContext())
  expect(created).toBeDefined()
  expect(await cardsOf(DAY)).toEqual([paperId(1)])
})

test('A topic has a paper on each day of one of its records', async () => {
  setClock(new Date('2026-11-21T12:00:00Z'))
  await bring(product, preprint('2026-11-18'))
  await bring(product, onBiorxiv(DAY))
  await follow('narrow valley')
  expect(await cardsOf(DAY)).toEqual([PREPRINT])
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

test('A deleted topic brings no more papers, and only its owner can delete it', async () => {
  await announce(1, FIRST, 'Lantern keepers')
  const { id } = await follow()
  expect(await cardsOf(FIRST)).toEqual([paperId(1)])
  expect((await as('brook').categories({ id }).delete()).status).toBe(404)
  expect((await as('ada').categories({ id }).delete()).status).toBe(204)
  expect((await as('ada').categories({ id }).delete()).status).toBe(404)
  expect((await as('ada').auth.me.get()).data?.category_ids).toEqual([])
  expect((await as('ada').categories.get()).data?.items.filter(({ owned }) => owned)).toEqual([])
  await announce(2, DAY, 'Keepers of lanterns')
  await process()
  expect(await cardsOf(DAY)).toEqual([])
  expect(await cardsOf(FIRST)).toEqual([paperId(1)])
  // A topic of the same name can be created again, and has the papers again.
  await follow()
  expect(await cardsOf(DAY)).toEqual([paperId(2)])
})

test.each(['"', '()', '-', '*', '😀', `"${'lantern '.repeat(33)}"`])(
  'No topic is created of %s, which has no word to search for',
  async (query) => {
    const { status, error } = await as('ada').categories.post({ name: 'lanterns', query })
    expect([status, error?.value]).toMatchObject([422, { error: { code: 'invalid-input' } }])
  },
)

test('Searches that differ by their operators are followed side by side', async () => {
  for (const query of [
    'lantern keepers',
    '"lantern keepers"',
    'lantern -keepers',
    'lantern* keepers',
    'C',
    'C++',
    'C#',
  ]) {
    const { status } = await as('ada').categories.post({ name: `Search: ${query}`, query })
    expect([query, status]).toEqual([query, 201])
  }
})

test.each(['2611.01234', 'https://arxiv.org/abs/2611.01234v2', 'doi:10.1000/fog'])(
  'No topic is created of %s, which names one paper',
  async (query) => {
    const { status, error } = await as('ada').categories.post({ name: 'lanterns', query })
    expect([status, error?.value]).toMatchObject([
      422,
      { error: { fields: { query: expect.stringContaining('one paper') } } },
    ])
  },
)

test('A topic also has the papers that are stored but not indexed yet', async () => {
  await announce(1, DAY, 'Lantern keepers')
  await categorisePapers(product, createJobContext())
  await follow()
  expect(await cardsOf(DAY)).toEqual([paperId(1)])
})

test('No topic is created while the index is being built', async () => {
  // Each write of a paper has a new number, so the index is behind by far.
  await takeNumbers('papers.seq', 2_001)
  await announce(1, DAY, 'Lantern keepers')
  const { status, error } = await as('ada').categories.post({ name: 'lanterns', query: 'lanterns' })
  expect([status, error?.value]).toMatchObject([503, { error: { code: 'unavailable' } }])
  await process()
  await follow('lanterns')
  expect(await cardsOf(DAY)).toEqual([paperId(1)])
})
