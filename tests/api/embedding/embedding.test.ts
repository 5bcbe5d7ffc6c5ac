import { afterEach, describe, expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { findModel } from '#api/embedding/delivery/modelFiles.ts'
import { startEmbedding, type Embedding } from '#api/embedding/embedding.ts'
import { startEmbeddingServer, type EmbeddingServer } from '#tests/api/support/embeddingServer.ts'
import { errorOf } from '#tests/support/errorOf.ts'
import { makeFolder } from '#tests/support/process.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

let embedding: Embedding
let server: EmbeddingServer | undefined
afterEach(async () => {
  await embedding.stop()
  await server?.stop()
  server = undefined
})

const isReady = () => {
  const state = embedding.current()
  return state.state === 'ready' && state
}
const startOver = (url: string, report: (line: string) => void = () => undefined) =>
  startEmbedding({ off: false, server: { url, model: 'big' } }, { report, delaysMs: [1] })

describe('The embedding', () => {
  test('is off by choice, and opens nothing', () => {
    let opened = 0
    const open = () => Promise.reject(new Error(`opened ${(opened += 1)} times`))
    embedding = startEmbedding({ off: true }, { report: () => undefined, open })
    expect(opened).toBe(0)
    expect(embedding.current()).toEqual({ state: 'off', why: 'PAPERDAWN_EMBEDDING is off', chosen: true })
  })

  test('that cannot be opened is off with the reason, reported once, and is ready when a later attempt succeeds', async () => {
    server = startEmbeddingServer()
    let refused = 0
    server.fault = () => {
      refused++
      return new Response(null, { status: 502 })
    }
    const lines: string[] = []
    embedding = startOver(server.url, (line) => lines.push(line))
    expect(embedding.current()).toEqual({ state: 'fetching' })
    await waitUntil(() => embedding.current().state === 'off')
    expect(embedding.current()).toEqual({ state: 'off', why: 'The embedding server answers 502.', chosen: false })
    await waitUntil(() => refused >= 3)
    server.fault = undefined
    await waitUntil(isReady)
    expect(lines).toEqual(['embedding: off. The embedding server answers 502. Search and ranking use words.'])
  })

  test('remembers why the last text could not be encoded, until one is encoded', async () => {
    server = startEmbeddingServer()
    embedding = startOver(server.url)
    const { provider } = await waitUntil(isReady)
    const encode = () => provider.embed(['a'], { kind: 'paper', signal: new AbortController().signal })
    server.fault = () => new Response(null, { status: 413 })
    expect(await errorOf(encode())).toMatchObject({ code: 'unavailable' })
    expect(embedding.current()).toMatchObject({ state: 'ready', problem: 'The embedding server answers 413.' })
    server.fault = undefined
    await encode()
    expect(embedding.current()).toMatchObject({ state: 'ready', problem: null })
  })

  test('that is stopped during a download leaves nothing in the cache', async () => {
    await using cache = await makeFolder()
    // Sends a first part and never ends.
    const stalling = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: () => new Response(new ReadableStream({ start: (stream) => stream.enqueue(new Uint8Array(1_000)) })),
    })
    const hubUrl = stalling.url.origin
    const files = [{ name: 'model.onnx', hubPath: 'model', jarName: 'model', sha256: '' }]
    const jar = { coordinates: 'none', megabytes: 1 }
    embedding = startEmbedding(
      { off: false },
      {
        report: () => undefined,
        async open(_, options) {
          await findModel(
            { ...options, cacheFolder: cache.path },
            { id: 'small', dimensions: 4, files, hubUrl, hubMegabytes: 1, jar },
          )
          throw new Error('the download ended')
        },
      },
    )
    const drafts = async () => (await Array.fromAsync(new Bun.Glob('draft-*/model.onnx').scan(cache.path))).length === 1
    await waitUntil(drafts)
    await embedding.stop()
    expect(await readdir(cache.path)).toEqual([])
    await stalling.stop(true)
  })
})
