import { expect, test } from 'bun:test'
import { seededRandom } from '#api/ranking/features/random.ts'
import { createVectorRows } from '#api/ranking/ranker.ts'

const random = seededRandom(7)
const draw = () => Float32Array.from({ length: 24 }, () => random() - 0.5)
const toUnit = (vector: Float32Array) => vector.map((value) => value / Math.hypot(...vector))
const toBytes = (vector: Float32Array) => Int8Array.from(vector, (value) => Math.round(value * 250))
const dot = (one: Float32Array, other: Float32Array) => one.reduce((sum, value, at) => sum + value * other[at]!, 0)

const mean = draw().map((value) => value / 4)
const stored = Array.from({ length: 300 }, (_, number) => ({ id: `p${number}`, vector: toBytes(draw()) }))
const question = toUnit(draw())
/** The cosines of the centred vectors, computed with full precision, largest first. */
const exact = stored
  .map(({ id, vector }) => {
    const unit = toUnit(Float32Array.from(vector))
    return { id, cosine: dot(toUnit(unit.map((value, at) => value - mean[at]!)), question) }
  })
  .toSorted((one, other) => other.cosine - one.cosine)

test('The nearest vectors are found with the cosines of the centred vectors', () => {
  const rows = createVectorRows(mean, 300)
  for (const { id, vector } of stored) rows.put(id, vector)
  const found = rows.findNearest(question, 10)
  const nearest = exact.slice(0, 10).map(({ id }) => id)
  // Cosines that differ by less than the rounding may change places.
  expect(found.map(({ id }) => id).toSorted()).toEqual(nearest.toSorted())
  for (const [at, { cosine }] of found.entries()) expect(Math.abs(cosine - exact[at]!.cosine)).toBeLessThan(0.01)

  const last = exact.slice(-5)
  const among = rows.findNearest(question, 3, [...last.map(({ id }) => id), 'unknown', last[0]!.id])
  expect(among.map(({ id }) => id)).toEqual(last.slice(0, 3).map(({ id }) => id))
})

test('A vector replaces that of its id, also when the rows are full', () => {
  const rows = createVectorRows(new Float32Array(24), 2)
  rows.put('a', toBytes(question))
  rows.put('b', toBytes(draw()))
  rows.put('c', toBytes(question))
  rows.put('b', toBytes(question))
  rows.put('a', toBytes(question.map((value) => -value)))
  expect(rows.size).toBe(2)
  expect(rows.findNearest(question, 5).map(({ id, cosine }) => [id, Math.round(cosine)])).toEqual([
    ['b', 1],
    ['a', -1],
  ])
})
