import { describe, expect, test } from 'bun:test'
import { normalise } from '#api/ranking/features/sparse.ts'
import { quantise } from '#api/ranking/features/quantised.ts'
import { compareProfile, visitCloseness } from '#api/ranking/order/closeness.ts'
import { indexVectors } from '#api/ranking/order/dayVectors.ts'
import { fitTaste, indexBackground, indexDay, rankDay } from '#api/ranking/ranker.ts'
import { frequenciesOf, inventPapers, readerOf, toDay } from './support/invented.ts'

const vector = (...values: number[]) => normalise(Float32Array.from(values))
/** Liked papers on two topics, the axes 0 and 1. */
const liked = [vector(1, 0, 0, 0), vector(1, 0.2, 0, 0), vector(1, 0, 0.2, 0), vector(0, 1, 0, 0)]
const profileOf = (weights: number[]) => ({
  ids: liked.map((_, index) => `${index}`),
  vectors: quantise([vector(1, 1, 0, 0), ...liked]),
  shares: new Float32Array(liked.length).fill(0.25),
  weights: Float32Array.from(weights),
})
const profile = profileOf([1, 1, 1, 1])
const papers = { likeOne: vector(0, 1, 0, 0.2), halfway: vector(0.6, 0.6, 0, 0.6), unlike: vector(-1, -1, 0, 0.1) }
const day = indexVectors([...Object.values(papers), null])
const positions = Uint32Array.of(0, 1, 2, 3)

const nearestOf = (weights: number[]) => compareProfile(day, profileOf(weights), positions).nearests[0]!

describe('The nearest liked papers', () => {
  test('decide by the closest few: a paper of one of several topics comes before one halfway to all', () => {
    const [likeOne, halfway, unlike, unknown] = compareProfile(day, profile, positions).nearests
    expect(likeOne!).toBeGreaterThan(0.9)
    expect(halfway!).toBeCloseTo(0.6, 1)
    expect([unlike, unknown]).toEqual([0, 0])
  })

  test('count as often as the reader raised them, and not at all when forgotten', () => {
    expect(nearestOf([1, 1, 1, 2])).toBeCloseTo(2 * nearestOf([1, 1, 1, 1]), 1)
    expect(nearestOf([1, 1, 1, 0])).toBeLessThan(0.3)
    expect(nearestOf([0, 0, 0, 0])).toBe(0)
  })

  test('are the sum of what each liked paper adds, the closest most', () => {
    const closeness = compareProfile(day, profile, positions)
    for (const row of positions) {
      const added: number[] = []
      visitCloseness(profile, closeness, row, (_paper, _cosine, _direction, nearest) => added.push(nearest))
      expect(added.reduce((sum, value) => sum + value, 0)).toBeCloseTo(closeness.nearests[row]!, 5)
      if (row === 0) expect(Math.max(...added)).toBe(added[3]!)
    }
  })
})

test('A paper without a vector is neither put behind nor before those that have one', () => {
  const invented = inventPapers(400, 3)
  const papers = toDay(invented, frequenciesOf(invented)).map((paper, at) =>
    at >= 200 || at % 3 !== 0 ? paper : { ...paper, vector: null, space: null },
  )
  const earlier = papers.slice(200)
  const herons = earlier.filter(({ topic }) => topic === 0).slice(0, 12)
  const examples = herons.map((paper) => ({ paper, weight: 1 }))
  const taste = fitTaste(examples, indexBackground(earlier))
  const of = papers.slice(0, 200)
  const cards = rankDay(indexDay(of), readerOf(of, { taste, length: 0 }))
  const meanOf = (isKnown: boolean) => {
    const own = cards.filter(({ position }) => of[position]!.topic === 0 && (of[position]!.vector !== null) === isKnown)
    return own.reduce((sum, { score }) => sum + score, 0) / own.length
  }
  expect(meanOf(false) / meanOf(true)).toBeWithin(0.8, 1.2)
})
