import { afterAll, afterEach, expect, test } from 'bun:test'
import { startEmbedding } from '#api/embedding/embedding.ts'
import { toUnit } from '#api/embedding/provider.ts'
import { embedText, readVectors, refreshMean } from '#api/services/nearness/vectors.ts'
import { findMean, saveVectors } from '#api/store/papers/vectors.ts'
import { startEmbeddingServer } from '#tests/api/support/embeddingServer.ts'
import { useDatabase } from '#tests/support/database.ts'
import { errorOf } from '#tests/support/errorOf.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

useDatabase()
const server = startEmbeddingServer({ dimensions: 3 })
const embedding = startEmbedding({ off: false, server: { url: server.url, model: 'big' } }, { report: () => undefined })
const { signal } = new AbortController()
afterEach(() => (server.fault = undefined))
afterAll(async () => {
  await embedding.stop()
  await server.stop()
})

/** Stores vectors that all have a large first component, and differ in the others. */
const store = (from: number, to: number) =>
  saveVectors(
    Array.from({ length: to - from }, (_, index) => {
      const number = from + index
      const vector = Int8Array.of(127, number % 2 === 0 ? 60 : -60, number % 4 < 2 ? 30 : -30)
      return { id: `p${number}`, model: 'big', text_hash: '', seq: number, vector }
    }),
  )
const cosine = (one: Float32Array | undefined, other: Float32Array | undefined) =>
  [...(one ?? [])].reduce((sum, value, index) => sum + value * (other?.[index] ?? Number.NaN), 0)

test('Vectors are centred from 500 on, and the mean is computed again when there are twice as many', async () => {
  await store(0, 499)
  await refreshMean('big')
  expect(await findMean('big')).toBeNull()
  const plain = (await readVectors(['p0', 'p1'])).byId
  expect(cosine(plain.get('p0'), plain.get('p1'))).toBeGreaterThan(0.6)

  await store(499, 500)
  await refreshMean('big')
  const mean = await findMean('big')
  expect(mean?.vectors).toBe(500)
  expect(Math.round((mean?.mean[0] ?? 0) * 100)).toBe(Math.round((127 / Math.hypot(127, 60, 30)) * 100))
  const { model, byId } = await readVectors(['p0', 'p1', 'p4', 'absent'])
  expect([model, byId.size]).toEqual(['big', 3])
  expect(Math.hypot(...(byId.get('p0') ?? []))).toBeCloseTo(1, 5)
  expect(cosine(byId.get('p0'), byId.get('p1'))).toBeLessThan(-0.5)
  expect(cosine(byId.get('p0'), byId.get('p4'))).toBeCloseTo(1, 5)

  await store(500, 999)
  await refreshMean('big')
  expect((await findMean('big'))?.vectors).toBe(500)
  await store(999, 1_000)
  await refreshMean('big')
  expect((await findMean('big'))?.vectors).toBe(1_000)
})

const ask = (product: Parameters<typeof embedText>[0]) =>
  embedText(product, { text: 'aa bbb ccc', kind: 'question' }, signal)

test('A question is encoded as the papers are, and is null while there is no provider', async () => {
  await waitUntil(() => embedding.current().state === 'ready')
  expect(await ask({ embedding })).toEqual({ model: 'big', vector: toUnit([2, 0, 1]) })
  await store(0, 500)
  await refreshMean('big')
  const centred = await ask({ embedding })
  const { byId } = await readVectors(['p0', 'p3'], 'big')
  // Its second component is 0, as is that of the mean; only the third one tells p0 from p3.
  expect(cosine(centred?.vector, byId.get('p0'))).toBeGreaterThan(cosine(centred?.vector, byId.get('p3')))
  expect(Math.hypot(...(centred?.vector ?? []))).toBeCloseTo(1, 5)
  expect(await ask({ embedding: startEmbedding({ off: true }, { report: () => undefined }) })).toBeNull()
  server.fault = () => new Response(null, { status: 500 })
  expect(await errorOf(ask({ embedding }))).toMatchObject({ code: 'unavailable' })
})
