import { describe, expect, test } from 'bun:test'
import { useApp } from '#tests/support/app.ts'
import { paperId, recordDay, storePapers } from '#tests/api/support/library.ts'

const { as } = useApp()
const [thursday, friday] = ['2026-11-19', '2026-11-20']

const read = async (first?: number) =>
  (await as('ada').users.me.dashboard.get({ query: { day: friday, ...(first !== undefined && { first }) } })).data!
const readCards = async (paper_ids: string[], reader = 'ada') =>
  (await as(reader).users.me.dashboard.cards.get({ query: { day: friday, paper_ids } })).data!
const fill = async () => {
  await storePapers([1, 2], { announced_on: thursday })
  await storePapers([3, 4, 5, 6, 7], { announced_on: friday })
  await recordDay(thursday)
  await recordDay(friday)
  await as('ada').users.me.put({ category_ids: ['cs.LG'] })
}

describe('the cards of a day by page', () => {
  test('begin with the first cards, beside the counts and the outline of the whole day', async () => {
    await fill()
    const whole = await read()
    const first = await read(2)
    expect(first.cards).toEqual(whole.cards.slice(0, 2))
    expect({ ...first, cards: [] }).toEqual({ ...whole, cards: [] })
    expect(first.unseen_today).toBe(5)
    expect(first.outline).toEqual(
      whole.cards.map(({ paper, state }) => ({ paper_id: paper.id, categories: paper.categories, state })),
    )
  })

  test('neither repeat nor omit a paper when one is saved, one dismissed and some delivered between two pages', async () => {
    await fill()
    const { cards, outline } = await read(2)
    const rest = outline.slice(2).map(({ paper_id }) => paper_id)
    await as('ada').users.me['reading-list'].post({ paper_id: rest[0]! })
    await as('ada')
      .papers({ id: encodeURIComponent(cards[0]!.paper.id) })
      .feedback.put({ value: 'dislike' })
    await storePapers([8, 9], { announced_on: friday })
    await recordDay(friday)
    const later = await read(2)
    const next = await readCards(rest.toReversed())
    expect(next.items.map(({ paper }) => paper.id)).toEqual(rest.toReversed())
    expect(next.items.at(-1)?.state.saved).toBe(true)
    const ids = later.outline.map(({ paper_id }) => paper_id)
    expect(ids.slice(0, 5)).toEqual(outline.map(({ paper_id }) => paper_id))
    expect(ids.slice(5).toSorted()).toEqual([8, 9].map(paperId))
    expect(later.outline[0]?.state.dismissed).toBe(true)
  })

  test('are only those delivered to the caller on that day', async () => {
    await fill()
    await read()
    expect(await readCards([paperId(1), 'arxiv:none', paperId(4)])).toMatchObject({
      total: 1,
      items: [{ paper: { id: paperId(4) }, delivered_on: friday }],
    })
    expect((await readCards([paperId(4)], 'ben')).items).toEqual([])
  })
})
