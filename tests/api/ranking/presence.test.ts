import { describe, expect, test } from 'bun:test'
import { authorFeature, categoryFeature } from '#api/ranking/features/featuredPaper.ts'
import { indexFeatures } from '#api/ranking/features/featureMatrix.ts'
import { weighPresence } from '#api/ranking/model/weighPresence.ts'
import { fitTaste, indexBackground } from '#api/ranking/ranker.ts'
import { frequenciesOf, inventPapers, toDay } from './support/invented.ts'

const papers = inventPapers(200, 1)
const featured = toDay(papers, frequenciesOf(papers))
const background = indexBackground(featured.slice(100))
const bird = featured.find(({ topic }) => topic === 0)!

/** A paper with terms of one value. */
const paperOf = (id: string, terms: number[], value = 1) => ({
  ...featured[0]!,
  id,
  features: { ids: Uint32Array.from(terms), values: new Float32Array(terms.length).fill(value) },
})

/** The largest presence in the taste of five papers, each with a change. */
const largest = (change: object) => {
  const examples = featured.slice(0, 5).map((paper) => ({ paper: { ...paper, ...change }, weight: 1 }))
  return Math.max(...fitTaste(examples, background).presence)
}

describe('The presence of features', () => {
  // Four random papers: one has the term 1 three times as much as the other three have the term 2.
  const random = indexBackground([paperOf('a', [1], 3), paperOf('b', [2]), paperOf('c', [2]), paperOf('d', [2])])
  const weigh = (rows: { terms: number[]; weight: number }[]) => {
    const own = indexFeatures(rows.map(({ terms }) => paperOf('own', terms, 2)))
    // Both have the columns of their features in the same order here.
    const examples = rows.map(({ weight }) => ({ paper: featured[0]!, weight }))
    return weighPresence(Float32Array.of(1, 0.5), examples, { rows: own, ids: random.ids }, random, 0.3)
  }
  const rarities = [Math.log(5 / 1.5) ** 2, Math.log(5 / 3.5) ** 2]

  test('is worth more for rare ones and, less and less, for those of more papers, whatever their value', () => {
    const ratio = ({ values: [rare, common] }: ReturnType<typeof weigh>) => rare! / common!
    const both = { terms: [1, 2], weight: 1 }
    expect(ratio(weigh([both]))).toBeCloseTo(rarities[0]! / rarities[1]!, 4)
    // The term 1 in papers of the weight 5 together, the term 2 in papers of the weight 3.
    expect(ratio(weigh([both, both, both, { terms: [1], weight: 2 }]))).toBeCloseTo(
      ((5 / 6) * rarities[0]!) / ((3 / 4) * rarities[1]!),
      4,
    )
  })

  test('varies over random papers by the given share of what the weights do, and its mean is theirs', () => {
    const { values, mean } = weigh([{ terms: [1, 2], weight: 1 }])
    const [rare, common] = values
    // Decisions 3, 0.5, 0.5, 0.5 and presences rare, common, common, common: the same shape.
    expect(rare! - common!).toBeCloseTo(0.3 * 2.5, 4)
    expect(mean).toBeCloseTo((rare! + 3 * common!) / 4, 5)
  })

  test('in disliked papers counts against them by half, and is 0 without random papers', () => {
    const { values } = weigh([
      { terms: [1], weight: 1 },
      { terms: [2], weight: -1 },
    ])
    expect(values[1]! / values[0]!).toBeCloseTo((-0.5 * rarities[1]!) / rarities[0]!, 4)
    const { presence } = fitTaste([{ paper: bird, weight: 1 }], indexBackground([]))
    expect(presence.length).toBeGreaterThan(0)
    expect(Math.max(...presence.map(Math.abs))).toBe(0)
  })

  test('counts more beside an embedding, which finds near papers that share no words', () => {
    const words = largest({ space: null, vector: null })
    expect(largest({ space: 'lsa:1' }) / words).toBeCloseTo(1, 5)
    expect(largest({}) / words).toBeCloseTo(7 / 3, 5)
  })

  test('is not that of authors', () => {
    const { features, presence } = fitTaste([{ paper: bird, weight: 1 }], background)
    const presenceOf = (feature: number) => presence[features.ids.indexOf(feature)]
    expect(presenceOf(authorFeature(bird.authors[0]!))).toBe(0)
    expect(presenceOf(categoryFeature('bird.WET'))).toBeGreaterThan(0)
  })
})
