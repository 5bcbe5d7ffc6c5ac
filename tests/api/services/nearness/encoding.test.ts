import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import mongoose from 'mongoose'
import { startEmbedding, type Embedding } from '#api/embedding/embedding.ts'
import { followPapers } from '#api/services/nearness/encoding.ts'
import { readVectors } from '#api/services/nearness/vectors.ts'
import { claimUnencoded, countUnencoded, markEncoded } from '#api/store/papers/paperEncoding.ts'
import { removePapers } from '#api/store/papers/paperPruning.ts'
import { startEmbeddingServer } from '#tests/api/support/embeddingServer.ts'
import { announcePapers, idOf } from '#tests/api/support/records.ts'
import { useDatabase } from '#tests/support/database.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

useDatabase()
const server = startEmbeddingServer()
const stops: (() => Promise<unknown>)[] = []
beforeEach(() => {
  server.fault = undefined
  server.requests.length = 0
})
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop()
})
afterAll(() => server.stop())

/** Encodes with this model until the end of the test, or until the returned function is called. */
function encodeWith(model = 'big'): () => Promise<void> {
  const embedding: Embedding = startEmbedding(
    { off: false, server: { url: server.url, model } },
    { report: () => undefined },
  )
  const stopped = new AbortController()
  const ended = followPapers({ embedding }, stopped.signal, { pollMs: 5, retryMs: 1 })
  const stop = async () => {
    stopped.abort()
    await ended
    await embedding.stop()
  }
  stops.push(stop)
  return stop
}

const numbers = (count: number, from = 1) => Array.from({ length: count }, (_, index) => from + index)
const announce = (list: readonly number[], changes: object = {}) =>
  announcePapers(
    '2026-11-16',
    list.map((number) => ({ number, changes: { abstract: `Paper ${number}.`, ...changes } })),
  )
const areEncoded = () => countUnencoded().then(({ unencoded }) => unencoded === 0)
/** The numbers in the texts that the server got, without the probe of the start. */
const encoded = () =>
  server.requests.flatMap(({ texts }) => texts.flatMap((text) => /\bPaper (\d+)\.$/.exec(text)?.[1] ?? [])).map(Number)
const storedIds = async () => [...(await readVectors(numbers(60).map(idOf))).byId.keys()]

describe('Papers are encoded', () => {
  test('newest first, with title and abstract', async () => {
    await announce(numbers(40))
    await announce([50])
    encodeWith()
    await waitUntil(areEncoded)
    expect(encoded()).toEqual([50, ...numbers(40).toReversed()])
    expect(server.requests[1]?.texts[0]).toBe('Invented result number 50. Paper 50.')
  })

  test('by several processes, each once', async () => {
    await announce(numbers(60))
    for (let count = 0; count < 3; count++) encodeWith()
    await waitUntil(areEncoded)
    expect(encoded().toSorted((one, other) => one - other)).toEqual(numbers(60))
    expect(await storedIds()).toHaveLength(60)
  })

  test('again when their text changes, and not when something else changes', async () => {
    await announce([1, 2])
    encodeWith()
    await waitUntil(areEncoded)
    server.requests.length = 0
    await announce([1], { comment: '3 figures' })
    await announce([2], { title: 'Corrected' })
    await waitUntil(areEncoded)
    expect(server.requests.flatMap(({ texts }) => texts)).toEqual(['Corrected. Paper 2.'])
  })

  test('again by another model; until then the vectors of the old one are used, and never both together', async () => {
    await announce(numbers(20))
    const stop = encodeWith('old')
    await waitUntil(areEncoded)
    await stop()
    // The oldest four are refused, also one by one, as long as the test reads.
    server.fault = (texts) =>
      texts.some((text) => /\bPaper [1-4]\.$/.test(text)) ? new Response(null, { status: 503 }) : undefined
    const stopNew = encodeWith('new')
    await waitUntil(async () => (await countUnencoded()).unencoded === 4)
    expect(await readVectors(numbers(4).map(idOf))).toMatchObject({ model: 'old' })
    const mixed = await readVectors(numbers(20).map(idOf))
    expect({ model: mixed.model, size: mixed.byId.size }).toEqual({ model: 'new', size: 16 })
    await stopNew()
  })

  test('although one of them cannot be, which is left out', async () => {
    await announce(numbers(20))
    server.fault = (texts) =>
      texts.some((text) => text.endsWith('Paper 18.')) ? new Response(null, { status: 413 }) : undefined
    encodeWith()
    await waitUntil(async () => (await countUnencoded()).unencoded === 1)
    expect(await storedIds()).not.toContain(idOf(18))
    server.fault = undefined
    // A process that is killed has claims, too: they expire.
    await mongoose.connection
      .collection('papers')
      .updateMany({}, { $set: { 'embedding_claim.expires_at': new Date(0) } })
    await waitUntil(areEncoded)
  })
})

const claim = async (by: string, claimMs: number) =>
  (await claimUnencoded(by, { limit: 3, claimMs })).map(({ _id }) => _id)

describe('A claim', () => {
  test('is not given twice, and one that expired is given again', async () => {
    await announce(numbers(5))
    expect(await claim('one', 0)).toEqual([5, 4, 3].map(idOf))
    expect(await claim('two', 60_000)).toEqual([5, 4, 3].map(idOf))
    expect(await claim('three', 60_000)).toEqual([2, 1].map(idOf))
  })

  test('does not mark a paper that was changed meanwhile, and leaves no vector of one that was deleted', async () => {
    await announce([1, 2])
    const claimed = await claimUnencoded('one', { limit: 2, claimMs: 60_000 })
    await announce([1], { title: 'Corrected' })
    encodeWith()
    await markEncoded(claimed, { modelId: 'big', by: 'one' })
    await waitUntil(areEncoded)
    expect(encoded()).toEqual([1])
    await removePapers([idOf(1)])
    expect(await storedIds()).toEqual([])
  })
})
