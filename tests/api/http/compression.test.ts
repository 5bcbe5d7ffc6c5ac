import { afterAll, expect, test } from 'bun:test'
import { brotliDecompressSync } from 'node:zlib'
import { Elysia } from 'elysia'
import { withCompression } from '#api/http/plugins/compression.ts'
import { createServer } from '#api/http/server.ts'
import { useApp } from '#tests/support/app.ts'
import { makeFolder } from '#tests/support/process.ts'

const { product } = useApp()
const folder = await makeFolder()
const server = await createServer(product, folder.path)
server.listen({ hostname: '127.0.0.1', port: 0, reusePort: false })
afterAll(async () => {
  await server.stop(true)
  await folder[Symbol.asyncDispose]()
})

const get = (accepted: string, path = '/api/openapi.json') =>
  fetch(new URL(path, server.server!.url), { headers: { 'accept-encoding': accepted }, decompress: false })

test.each([
  ['gzip, deflate, br, zstd', 'zstd'],
  ['gzip, deflate, br', 'br'],
  ['gzip, br;q=0', 'gzip'],
  ['identity', null],
])('An answer of the API for a client that accepts "%s" is sent as %p', async (accepted, encoding) => {
  const { headers } = await get(accepted)
  expect(headers.get('content-encoding')).toBe(encoding)
  expect(headers.get('vary')).toBe('Accept-Encoding')
})

test('A short answer is not compressed', async () => {
  expect((await get('br', '/api/health/live')).headers.get('content-encoding')).toBeNull()
})

const decompress = {
  zstd: Bun.zstdDecompressSync,
  br: (body: Uint8Array<ArrayBuffer>) => brotliDecompressSync(body),
  gzip: (body: Uint8Array<ArrayBuffer>) => Bun.gunzipSync(body),
}

test.each(['zstd', 'br', 'gzip'] as const)('A %s answer of any length has the text of the plain one', async (name) => {
  // Bodies of more than 100 KB are compressed in another thread.
  for (const size of [2_000, 99_999, 300_000]) {
    const text = 'ε-noisy gradients '.repeat(size / 18)
    const { fetch } = new Elysia().wrap(withCompression).get('/', () => ({ text }))
    const response = await fetch(new Request('http://localhost/', { headers: { 'accept-encoding': name } }))
    expect(response.headers.get('content-encoding')).toBe(name)
    expect(new TextDecoder().decode(decompress[name](await response.bytes()))).toBe(JSON.stringify({ text }))
  }
})
