import { describe, expect, test } from 'bun:test'
import { createMatrix, orthonormalise, symmetricEigen } from '#api/ranking/features/linearAlgebra.ts'
import { dotSparse } from '#api/ranking/features/sparse.ts'
import { largestWeights } from '#api/ranking/model/largestWeights.ts'
import { trainSvm } from '#api/ranking/model/linearSvm.ts'
import { wholeWeights } from '#api/ranking/model/taste.ts'
import {
  adjustTaste,
  describeTaste,
  emptyTaste,
  fitLsa,
  fitTaste,
  indexBackground,
  projectPaper,
  signalWeight,
} from '#api/ranking/ranker.ts'
import { termId } from '#api/ranking/features/terms.ts'
import { frequenciesOf, inventPapers, toDay } from './support/invented.ts'

const papers = inventPapers(200, 1)
const frequencies = frequenciesOf(papers)
const featured = toDay(papers, frequencies)
const background = indexBackground(featured.slice(100))
const birds = featured.slice(0, 100).filter(({ topic }) => topic === 0)

/** A paper with a vector of two dimensions. */
const inPlane = (paper: (typeof featured)[number], space: string, ...values: number[]) => ({
  ...paper,
  vector: Float32Array.from(values),
  space,
})

/** The profile of a reader where all papers have the second dimension, but only the liked ones the first. */
function fitInPlane(space: string) {
  const others = indexBackground(featured.slice(100).map((paper) => inPlane(paper, space, 0, 1)))
  const liked = birds.slice(0, 5).map((paper) => ({ paper: inPlane(paper, space, 0.6, 0.8), weight: 1 }))
  const disliked = { paper: inPlane(featured[99]!, space, -0.6, 0.8), weight: -1 }
  return fitTaste([...liked, disliked], others).profile
}

describe('The linear support vector machine', () => {
  test('solves a problem that is solved by hand', () => {
    // Rows (1) and (-1) of the labels 1 and -1 with cost c: by symmetry bias = 0 and w minimises w²/2 + 2c(1 - w)².
    const rows = { starts: Uint32Array.of(0, 1, 2), cells: Uint32Array.of(0, 0), values: Float32Array.of(1, -1) }
    const problem = { blocks: [rows], labels: Int8Array.of(1, -1), costs: Float32Array.of(2, 2), columns: 1 }
    const { weights, bias, alphas } = trainSvm(problem, { tolerance: 1e-6 })
    expect(weights[0]).toBeCloseTo(8 / 9, 4)
    expect([...alphas]).toEqual([expect.closeTo(4 / 9, 4), expect.closeTo(4 / 9, 4)])
    expect(bias).toBeCloseTo(0, 4)
  })

  test('ignores rows of cost 0', () => {
    const rows = {
      starts: Uint32Array.of(0, 1, 2, 3),
      cells: Uint32Array.of(0, 0, 1),
      values: Float32Array.of(1, -1, 1),
    }
    const problem = { blocks: [rows], labels: Int8Array.of(1, -1, -1), costs: Float32Array.of(2, 2, 0), columns: 2 }
    expect(trainSvm(problem).weights[1]).toBe(0)
  })
})

test('Of the weights the largest are kept, negative ones too', () => {
  expect(largestWeights(Float32Array.of(0.5, -8, 0, 2), 2)).toEqual(Uint32Array.of(1, 3))
})

describe('Latent semantic analysis', () => {
  test('finds the eigenvalues of a small matrix, and orthonormal columns', () => {
    const { values, vectors } = symmetricEigen({ rows: 2, columns: 2, values: Float64Array.of(2, 1, 1, 2) })
    expect([...values]).toEqual([expect.closeTo(3), expect.closeTo(1)])
    expect(Math.abs(vectors.values[0]!)).toBeCloseTo(Math.SQRT1_2)
    const matrix = { ...createMatrix(3, 2), values: Float64Array.of(1, 1, 0, 1, 0, 1) }
    orthonormalise(matrix, 2)
    const [a, b, , d, , f] = matrix.values
    expect(a! * b!).toBeCloseTo(0)
    expect(b! ** 2 + d! ** 2 + f! ** 2).toBeCloseTo(1)
  })

  test('is exact on a matrix of low rank: the singular directions of two groups of terms', () => {
    // Papers are multiples of (1, 1, 0, 0) and (0, 0, 1, 1): rank 2, singular directions known.
    const rows = [row([1, 2], 3), row([1, 2], 4), row([5, 8], 2), row([5, 8], 1)]
    const counts = { version: 1, papers: 4, ids: Uint32Array.of(1, 2, 5, 8), counts: Uint32Array.of(2, 2, 2, 2) }
    const { loadings } = fitLsa(rows, counts, { dimensions: 2 })
    for (const [at, value] of [Math.SQRT1_2, 0, Math.SQRT1_2, 0, 0, Math.SQRT1_2, 0, Math.SQRT1_2].entries())
      expect(Math.abs(loadings[at]!)).toBeCloseTo(value, 5)
  })

  test('puts papers of a topic together, repeats exactly, and has no vector for unknown words', () => {
    const basis = fitLsa(featured, frequencies, { dimensions: 8 })
    expect(fitLsa(featured, frequencies, { dimensions: 8 }).loadings).toEqual(basis.loadings)
    const vectors = birds.map(({ features }) => projectPaper(basis, features)!)
    const other = projectPaper(basis, featured.find(({ topic }) => topic === 2)!.features)!
    expect(cosine(vectors[0]!, vectors[0]!)).toBeCloseTo(1)
    expect(cosine(vectors[0]!, vectors[1]!)).toBeGreaterThan(cosine(vectors[0]!, other) + 0.5)
    expect(projectPaper(basis, { ids: Uint32Array.of(7), values: Float32Array.of(1) })).toBeNull()
  })
})

describe('A taste', () => {
  test('climbs the ladder with the number of liked papers', () => {
    const states = [0, 1, 2, 3, 10].map(
      (liked) =>
        fitTaste(
          birds.slice(0, liked).map((paper) => ({ paper, weight: 1 })),
          background,
        ).state,
    )
    expect(states).toEqual(['prior', 'centroid', 'centroid', 'trained', 'trained'])
    expect(fitTaste([{ paper: birds[0]!, weight: -1 }], background).state).toBe('prior')
    expect(
      fitTaste(
        birds.map((paper) => ({ paper, weight: 1 })),
        indexBackground([]),
      ).state,
    ).toBe('centroid')
  })

  test('gives words of liked papers positive weights, and of disliked papers negative ones', () => {
    const disliked = featured.slice(0, 100).filter(({ topic }) => topic === 1)
    const examples = [
      ...birds.slice(0, 6).map((paper) => ({ paper, weight: 1 })),
      ...disliked.slice(0, 3).map((paper) => ({ paper, weight: -1 })),
    ]
    for (const liked of [2, 6]) {
      const { features } = fitTaste([...examples.slice(0, liked), ...examples.slice(6)], background)
      const weight = (text: string) => features.values[features.ids.indexOf(termId(text)!)]!
      expect(weight('heron')).toBeGreaterThan(0)
      expect(weight('lantern')).toBeLessThan(0)
    }
  })

  test('does not learn that a liked paper is not of interest when it is in the background', () => {
    const liked = featured
      .slice(100)
      .filter(({ topic }) => topic === 0)
      .slice(0, 5)
    const examples = liked.map((paper) => ({ paper, weight: 1 }))
    const without = indexBackground(featured.slice(100).filter(({ id }) => !liked.some((paper) => paper.id === id)))
    const [one, other] = [fitTaste(examples, background), fitTaste(examples, without)].map(({ features }) =>
      dotSparse(features, liked[0]!.features),
    )
    expect(one).toBeCloseTo(other!, 1)
  })

  test('has a direction that tells the liked papers from others in an embedding, and their mean in latent vectors', () => {
    const [latent, trained] = [fitInPlane('lsa:1'), fitInPlane('embedding')]
    // (0.6, 0.8) - (-0.6, 0.8) / 2
    expect(latent.vectors.values[1]! / latent.vectors.values[0]!).toBeCloseTo(0.4 / 0.9, 2)
    expect(trained.vectors.values[1]! / trained.vectors.values[0]!).toBeLessThan(0.2)
    expect(trained.vectors.values[0]).toBeGreaterThan(0)
    expect(Math.min(...trained.shares)).toBeGreaterThan(0)
  })

  test('is described by its weights with the papers behind them', () => {
    const taste = fitTaste(
      birds.slice(0, 5).map((paper) => ({ paper, weight: 1 })),
      background,
    )
    const weights = describeTaste(taste, birds.slice(0, 5))
    const heron = weights.find(({ kind, key }) => kind === 'term' && termId(key) === termId('heron'))!
    const holds = birds.slice(0, 5).filter((paper) => `${paper.title} ${paper.abstract}`.includes('heron'))
    expect(heron.paper_ids).toEqual(holds.map(({ id }) => id))
    expect(weights.find(({ kind }) => kind === 'category')?.key).toBe('bird.WET')
    expect(weights.map(({ weight }) => Math.abs(weight))).toEqual(
      weights.map(({ weight }) => Math.abs(weight)).toSorted((one, other) => other - one),
    )
  })

  test('is adjusted at once: pin, raise, lower and forget', () => {
    const taste = fitTaste(
      birds.slice(0, 5).map((paper) => ({ paper, weight: 1 })),
      background,
    )
    const adjusted = adjustTaste(taste, [
      { kind: 'term', key: 'varnish', action: 'pin' },
      { kind: 'term', key: 'roost', action: 'pin' },
      { kind: 'term', key: 'herons', action: 'forget' },
      { kind: 'category', key: 'bird.WET', action: 'lower' },
      { kind: 'author', key: 'Lind, Ada', action: 'raise' },
      { kind: 'paper', key: birds[0]!.id, action: 'forget' },
    ])
    const largest = Math.max(...wholeWeights(taste).map(Math.abs))
    const weights = (of: typeof taste) => new Map(describeTaste(of, featured).map(({ key, weight }) => [key, weight]))
    const [before, after] = [weights(taste), weights(adjusted)]
    expect(after.get('varnish')).toBeCloseTo(2 * largest)
    expect([before.has('heron'), after.has('heron')]).toEqual([true, false])
    expect(after.get('bird.WET')).toBeCloseTo(before.get('bird.WET')! - largest)
    expect(after.get('ada lind')).toBeCloseTo((before.get('ada lind') ?? 0) + largest)
    expect(adjusted.profile.weights[0]).toBe(0)
    const presenceOf = (of: typeof taste, term: string) => of.presence[of.features.ids.indexOf(termId(term)!)]
    expect(presenceOf(taste, 'wetland')).toBeGreaterThan(0)
    expect(presenceOf(adjusted, 'wetland')).toBe(presenceOf(taste, 'wetland'))
    expect(presenceOf(taste, 'roost')).toBeGreaterThan(0)
    expect(presenceOf(adjusted, 'roost')).toBe(0)
    expect(adjustTaste(emptyTaste(), [{ kind: 'term', key: 'heron', action: 'pin' }]).features.values).toEqual(
      Float32Array.of(2),
    )
  })
})

test('A signal fades by a hundredth a day to a fifth, a paper of the reader’s own does not', () => {
  expect(signalWeight('save', 0)).toBe(1)
  expect(signalWeight('save', 10)).toBeCloseTo(0.905, 3)
  expect(signalWeight('save', 4_000)).toBe(0.2)
  expect(signalWeight('dislike', -1)).toBe(-1)
  expect(signalWeight('own', 4_000)).toBe(1)
})

const row = (ids: number[], value: number) => ({
  features: { ids: Uint32Array.from(ids), values: Float32Array.of(value, value) },
})

const cosine = (one: Float32Array, two: Float32Array) => one.reduce((sum, value, dim) => sum + value * two[dim]!, 0)
