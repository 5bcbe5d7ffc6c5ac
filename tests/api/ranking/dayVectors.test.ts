import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { quantise } from '#api/ranking/features/quantised.ts'
import { indexVectors } from '#api/ranking/order/dayVectors.ts'
import { diversify } from '#api/ranking/order/diversify.ts'

describe('Vectors of a day', () => {
  test('are compared as their quantised values are, for any number of dimensions', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 70 }),
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 9 }),
        fc.nat(),
        (dimensions, rows, asked, seed) => {
          const vectors = Array.from({ length: rows + asked }, (_, row) =>
            Float32Array.from({ length: dimensions }, (_, dim) => Math.sin(seed + 7 * row + dim)),
          )
          const queries = quantise(vectors.slice(rows))
          const index = indexVectors([...vectors.slice(0, rows), null])
          const positions = Uint32Array.from({ length: rows + 1 }, (_, at) => rows - at)
          const own = quantise(vectors.slice(0, rows))
          const found = index.compare(queries, positions)
          for (const query of queries.scales.keys())
            for (const [at, position] of positions.entries()) {
              let expected = 0
              for (let dim = 0; dim < (position < rows ? dimensions : 0); dim++)
                expected += queries.values[query * dimensions + dim]! * own.values[position * dimensions + dim]!
              const value = expected * queries.scales[query]! * (own.scales[position] ?? 0)
              expect(found[query * positions.length + at]).toBeCloseTo(value, 4)
            }
          expect(index.compareTo(0, Uint32Array.of(0))[0]).toBeCloseTo(
            vectors[0]!.reduce((sum, x) => sum + x * x, 0),
            0,
          )
        },
      ),
    )
  })

  test('move a paper that repeats the one above it below a different one', () => {
    const [one, other] = [Float32Array.of(1, 0), Float32Array.of(0, 1)]
    const vectors = indexVectors([one, one, other, other])
    const rows = Uint32Array.of(0, 1, 2, 3)
    const order = (scores: number[], length: number) => [
      ...diversify(rows, length, Float64Array.from(scores), rows, vectors),
    ]
    expect(order([1, 0.9, 0.8, 0], 2)).toEqual([0, 2, 1, 3])
    expect(order([1, 0.9, 0.3, 0], 2)).toEqual([0, 1, 2, 3])
    expect(order([1, 0.9, 0.8, 0], 1)).toEqual([0, 1, 2, 3])
  })
})
