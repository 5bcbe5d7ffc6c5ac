import { expect, test } from 'bun:test'
import {
  clusterPapers,
  fitTaste,
  indexBackground,
  indexDay,
  rankDay,
  shareOut,
  type StrandOfDay,
} from '#api/ranking/ranker.ts'
import { frequenciesOf, inventPapers, readerOf, toDay } from './support/invented.ts'

const library = inventPapers(300, 2)
const frequencies = frequenciesOf(library)
const featured = toDay(library, frequencies)
const background = indexBackground(featured.slice(150))
const likedOf = (topic: number, count: number) =>
  featured
    .slice(0, 150)
    .filter((paper) => paper.topic === topic)
    .slice(0, count)
const fit = (papers: readonly (typeof featured)[number][]) =>
  fitTaste(
    papers.map((paper) => ({ paper, weight: 1 })),
    background,
  )
const [birds, lamps] = [likedOf(0, 24), likedOf(1, 2)]
const papers = toDay(inventPapers(250, 3), frequencies)
const day = indexDay(papers)
const taste = fit([...birds, ...lamps])

const strands = (shares: [number, number]): StrandOfDay[] => [
  { id: 'birds', name: 'Herons', taste: fit(birds), share: shares[0] },
  { id: 'lamps', name: 'Lanterns', taste: fit(lamps), share: shares[1] },
]
const rank = (of: StrandOfDay[]) => rankDay(day, readerOf(papers, { taste, length: 0, explained: 250, strands: of }))
const lampsAmong = (of: StrandOfDay[], first: number) =>
  rank(of)
    .slice(0, first)
    .filter(({ position }) => papers[position]!.topic === 1).length

test('A strand of few papers is not drowned by one of many, and each candidate is there once', () => {
  const before = lampsAmong([], 20)
  const shares = shareOut([
    { papers: 24, chosen: null },
    { papers: 2, chosen: null },
  ]) as [number, number]
  expect(lampsAmong(strands(shares), 20)).toBeGreaterThan(before)
  const positions = rank(strands(shares)).map(({ position }) => position)
  expect(positions.toSorted((one, other) => one - other)).toEqual([...papers.keys()])
})

test('The share that a strand has decides how many of the places are its, and a share of 0 takes them away', () => {
  const few = lampsAmong(strands([0.95, 0.05]), 30)
  const many = lampsAmong(strands([0.2, 0.8]), 30)
  expect(few).toBeLessThan(many)
  expect(lampsAmong(strands([1, 0]), 30)).toBeLessThan(few)
})

test('A card says its strand; the order follows the scores, whose mean over the candidates the strands leave at 0', () => {
  const cards = rank(strands([0.5, 0.5]))
  const lamp = cards.find(({ position }) => papers[position]!.topic === 1)!
  expect(lamp.reasons.at(-1)).toEqual({ kind: 'strand', text: 'Lanterns', strand_id: 'lamps' })
  for (const [rank, card] of cards.entries()) expect(card.score).toBeLessThanOrEqual(cards[rank - 1]?.score ?? Infinity)
})

test('One strand, and what is in none, leave the order of the model and are on no card', () => {
  const without = rank([])
  expect(rank(strands([1, 0]).slice(0, 1))).toEqual(without)
  const rest = strands([0.5, 0.5]).map((one) => ({ ...one, id: one.id === 'birds' ? '' : one.id }))
  const named = rank(rest).flatMap(({ reasons }) => reasons.filter(({ kind }) => kind === 'strand'))
  expect(new Set(named.map(({ strand_id }) => strand_id))).toEqual(new Set(['lamps']))
})

/** The shares of three strands of 1, 2 and 3 papers. */
const three = (chosen: (number | null)[]) =>
  shareOut(chosen.map((share, at) => ({ papers: at + 1, chosen: share }))).map((share) => Math.round(share * 1e6) / 1e6)

test('Shares sum to 1: the chosen ones as chosen, as far as they leave something for the others', () => {
  expect(three([null, null, null])).toEqual([0.166667, 0.333333, 0.5])
  expect(three([0.4, null, null])).toEqual([0.4, 0.24, 0.36])
  expect(three([1, 0.8, null])).toEqual([0.5, 0.4, 0.1])
  expect(three([0.1, 0.1, 0.2])).toEqual([0.25, 0.25, 0.5])
  expect(shareOut([])).toEqual([])
})

test('Similar papers are grouped, whatever their order, and groups are joined no further than asked', () => {
  const mixed = [birds[0]!, lamps[0]!, birds[1]!, lamps[1]!, birds[2]!]
  const groups = clusterPapers(mixed).map((group) => group.map(({ id }) => id))
  expect(groups).toEqual([
    [birds[0]!.id, birds[1]!.id, birds[2]!.id],
    [lamps[0]!.id, lamps[1]!.id],
  ])
  expect(clusterPapers(mixed, { least: -1 })).toHaveLength(1)
  expect(clusterPapers(birds.slice(0, 4), { groups: 2, least: -1 })).toHaveLength(2)
  expect(clusterPapers([])).toEqual([])
})
