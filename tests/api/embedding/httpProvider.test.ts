import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { openHttpProvider } from '#api/embedding/httpProvider.ts'
import { startEmbeddingServer } from '#tests/api/support/embeddingServer.ts'
import { errorOf } from '#tests/support/errorOf.ts'

const server = startEmbeddingServer({ dimensions: 4 })
beforeEach(() => {
  server.fault = undefined
  server.requests.length = 0
})
afterAll(() => server.stop())

const { signal } = new AbortController()
const open = () => openHttpProvider({ url: `${server.url}/`, model: 'big', key: 'hidden-key' }, signal)

describe('An embedding server', () => {
  test('gets the texts of one call in one request with the key; the vectors have length 1 and the order of the texts', async () => {
    const provider = await open()
    expect(provider).toMatchObject({ id: 'big', dimensions: 4 })
    const vectors = await provider.embed(['aaa aaa aaa bb bb bb bb', 'a'], { kind: 'paper', signal })
    expect(vectors.map((vector) => vector.map((value) => Math.round(value * 1000)))).toEqual([
      Float32Array.of(0, 0, 800, 600),
      Float32Array.of(0, 1000, 0, 0),
    ])
    expect(server.requests.at(-1)).toEqual({
      texts: ['aaa aaa aaa bb bb bb bb', 'a'],
      model: 'big',
      authorization: 'Bearer hidden-key',
    })
  })

  test.each([
    [() => new Response('overloaded', { status: 503 }), 'The embedding server answers 503.'],
    [() => new Response('<html>'), 'The embedding server does not answer.'],
    [() => Response.json({ data: [{ index: 0 }] }), 'The embedding server answers without vectors.'],
    [() => Response.json({ data: [] }), 'The embedding server left out a vector.'],
    [
      () => Response.json({ data: [{ index: 0, embedding: [1, 2] }] }),
      'The embedding server changed the number of dimensions from 4.',
    ],
  ])('that answers otherwise is unavailable: %s', async (fault, message) => {
    const provider = await open()
    server.fault = fault
    expect(await errorOf(provider.embed(['a'], { kind: 'paper', signal }))).toMatchObject({
      code: 'unavailable',
      message,
    })
  })

  test('that is not there is unavailable', async () => {
    const gone = startEmbeddingServer()
    await gone.stop()
    expect(await errorOf(openHttpProvider({ url: gone.url, model: 'big' }, signal))).toMatchObject({
      code: 'unavailable',
      message: 'The embedding server does not answer.',
    })
  })
})
