import { describe, expect, test } from 'bun:test'
import { quantise } from '#api/ranking/features/quantised.ts'
import { toSparse } from '#api/ranking/features/sparse.ts'
import { termId } from '#api/ranking/features/terms.ts'
import { emptyTaste, indexDay, rankDay } from '#api/ranking/ranker.ts'
import { frequenciesOf, inventPapers, readerOf, toDay } from './support/invented.ts'

/** The reasons of a paper that has all terms of the reader's taste, among papers that have none of them. */
function explain(text: string, weights: Record<string, number>) {
  const [paper, twin, ...others] = inventPapers(8, 3).map((one) => ({ ...one, names: [] }))
  const titled = (one: typeof paper) => ({ ...one!, title: text, abstract: '' })
  // Terms of one paper only are no features: a second one has them, which is no candidate.
  const papers = [...others, titled(paper), titled(twin)]
  const day = indexDay(toDay(papers, frequenciesOf(papers)))
  const features = toSparse(new Map(Object.entries(weights).map(([term, weight]) => [termId(term)!, weight])))
  const presence = new Float32Array(features.ids.length)
  const reader = readerOf(papers.slice(0, -1), { taste: { ...emptyTaste(), features, presence } })
  const card = rankDay(day, reader).find(({ position }) => position === others.length)!
  return card.reasons.map(({ text: reason }) => reason)
}

/** Paper of a day, by its cosine with the only liked one. */
interface Close {
  cosine: number
  category: string
}

const repeat = (count: number, paper: Close): Close[] => Array.from({ length: count }, () => paper)

/** The paper that the first of these candidates is said to be close to. */
function nameClosest(...closes: readonly Close[]) {
  const invented = inventPapers(closes.length, 3)
  const papers = toDay(invented, frequenciesOf(invented)).map((paper, at) => {
    const { cosine, category } = closes[at]!
    return { ...paper, categories: [category], vector: Float32Array.of(cosine, Math.sqrt(1 - cosine ** 2)) }
  })
  const liked = Float32Array.of(1, 0)
  const vectors = quantise([liked, liked])
  const profile = { ids: ['arxiv:liked'], vectors, shares: Float32Array.of(1), weights: Float32Array.of(1) }
  const taste = { ...emptyTaste(), space: 'invented', profile }
  const card = rankDay(indexDay(papers), readerOf(papers, { taste })).find(({ position }) => position === 0)!
  expect(card.score).toBeGreaterThan(0)
  return card.reasons.map(({ paper_id }) => paper_id)
}

describe('The terms of the reasons', () => {
  test('name a phrase in place of its words, whatever their order', () => {
    const weights = { thought: 5, chain: 4, 'chain thought': 3 }
    expect(explain('chain-of-thought', weights)).toEqual(['chain-of-thought'])
    expect(explain('chain-of-thought', { ...weights, 'chain thought': 9 })).toEqual(['chain-of-thought'])
  })

  test('do not repeat a word in another form, or half of a phrase', () => {
    expect(explain('moraine fields, moraines', { 'moraine field': 5, moraine: 4 })).toEqual(['moraine fields'])
    expect(explain('deep glacier valley', { 'deep glacier': 5, 'glacier valley': 4 })).toEqual(['deep glacier'])
  })

  test('are compared by words: letters of another word, or one common word, are no repetition', () => {
    expect(explain('firn, confirnate', { confirnate: 5, firn: 4 })).toEqual(['confirnate', 'firn'])
    expect(explain('dark ice and dark wood', { 'dark ice': 5, 'dark wood': 4 })).toEqual(['dark ice', 'dark wood'])
  })

  test('are left out for a paper below the mean of the day', () => {
    expect(explain('moraine varnish', { moraine: 1, varnish: -5 })).toEqual([])
  })
})

describe('A paper is named as close', () => {
  const far = { cosine: 0, category: 'lamp.OIL' }
  const field = [
    ...repeat(8, { cosine: 0.4, category: 'ice.MELT' }),
    ...repeat(8, { cosine: 0.6, category: 'ice.MELT' }),
  ]

  test('only if it is, however far away the other papers of the day are', () => {
    expect(nameClosest({ cosine: 0.55, category: 'ice.MELT' }, ...repeat(6, far))).toEqual(['arxiv:liked'])
    expect(nameClosest({ cosine: 0.45, category: 'ice.MELT' }, ...repeat(6, far))).toEqual([])
  })

  test('only if it is markedly closer than the other candidates of its field', () => {
    expect(nameClosest({ cosine: 0.65, category: 'ice.MELT' }, ...field, ...repeat(100, far))).toEqual([])
    expect(nameClosest({ cosine: 0.9, category: 'ice.MELT' }, ...field, ...repeat(100, far))).toEqual(['arxiv:liked'])
  })

  test('among all candidates where those of its field are few', () => {
    const few = repeat(8, { cosine: 0.6, category: 'ice.MELT' })
    expect(nameClosest({ cosine: 0.65, category: 'ice.MELT' }, ...few, ...repeat(100, far))).toEqual(['arxiv:liked'])
    expect(nameClosest({ cosine: 0.9, category: 'ice.MELT' }, ...repeat(3, far))).toEqual([])
  })
})
