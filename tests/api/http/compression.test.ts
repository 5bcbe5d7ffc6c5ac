import { afterAll, expect, test } from 'bun:test'
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

test('The text of an answer is the same in every encoding', async () => {
  const plain = await (await get('identity')).text()
  expect(JSON.parse(plain)).toHaveProperty('openapi')
  expect(new TextDecoder().decode(Bun.gunzipSync(await (await get('gzip')).bytes()))).toBe(plain)
  const response = await fetch(new URL('/api/openapi.json', server.server!.url), {
    headers: { 'accept-encoding': 'br' },
  })
  expect(await response.text()).toBe(plain)
})
