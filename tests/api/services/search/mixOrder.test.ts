import { describe, expect, test } from 'bun:test'
import { mixOrder } from '#api/services/search/mixOrder.ts'

const hit = (id: string, score: number) => ({ id, score, marks: [] })
const orderOf = (scores: Record<string, number>, cosines: Record<string, number>) =>
  mixOrder(
    Object.entries(scores).map(([id, score]) => hit(id, score)),
    new Map(Object.entries(cosines)),
  ).map(({ id }) => id)

describe('The mixed order', () => {
  const scores = { best: 9, good: 7, middle: 5, weak: 3, weakest: 1 }

  test('puts a paper that is near in meaning before those with more of the words', () => {
    expect(orderOf(scores, { best: 0.4, good: 0.3, middle: 0.3, weak: 0.3, weakest: 0.9 })[0]).toBe('weakest')
  })

  test('is the order by words when no paper has a cosine', () => {
    expect(orderOf(scores, {})).toEqual(['best', 'good', 'middle', 'weak', 'weakest'])
  })

  test('leaves papers without a cosine where the words put them', () => {
    // Only two are encoded yet, and the words say as much of them as their cosines do.
    expect(orderOf(scores, { good: 0.6, weak: 0.4 })).toEqual(['best', 'good', 'middle', 'weak', 'weakest'])
  })

  test('leaves the best paper by words first while only worse ones are encoded', () => {
    expect(orderOf(scores, { middle: 0.5, weak: 0.31, weakest: 0.3 })[0]).toBe('best')
  })

  test('is not changed by a single cosine, which cannot be compared', () => {
    expect(orderOf(scores, { weakest: 0.9 })).toEqual(['best', 'good', 'middle', 'weak', 'weakest'])
  })

  test('raises a paper that has the words of the first papers', () => {
    const hits = ['one', 'two', 'three'].map((id) => hit(id, 1))
    expect(mixOrder(hits, new Map(), [1, 0, 5]).map(({ id }) => id)).toEqual(['three', 'one', 'two'])
  })

  test('keeps the order of papers that are equal', () => {
    expect(orderOf({ one: 1, two: 1, three: 1 }, { one: 0.5, three: 0.5 })).toEqual(['one', 'two', 'three'])
  })
})
