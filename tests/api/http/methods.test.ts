import { expect, test } from 'bun:test'
import { useApp } from '#tests/support/app.ts'

const { app } = useApp()
const send = (method: string, path: string) => app.handle(new Request(`http://localhost/api${path}`, { method }))

test.each([
  ['PATCH', '/papers/2511.00001', 'GET, HEAD'],
  ['DELETE', '/categories', 'GET, HEAD, POST'],
  ['DELETE', '/categories/', 'GET, HEAD, POST'],
  ['OPTIONS', '/users/me/reading-list/x/restore', 'POST'],
  ['HEAD', '/auth/firebase', 'POST'],
  ['GET', '/auth/firebase', 'POST'],
])('%s %s is refused with the methods that the address knows: %s', async (method, path, allow) => {
  const response = await send(method, path)
  expect(response.status).toBe(405)
  expect(response.headers.get('allow')).toBe(allow)
  if (method === 'HEAD') return
  const message = `This address does not know the method ${method}. It knows ${allow}.`
  expect(await response.json()).toMatchObject({ error: { code: 'method-not-allowed', message } })
})

test.each(['/papers', '/nothing', '/papers/a/b/c', '/', '/categories/x//', '/category'])(
  'An unknown address %s is not found with any method',
  async (path) => {
    for (const method of ['PATCH', 'GET']) {
      const response = await send(method, path)
      expect(response.headers.get('allow')).toBeNull()
      expect(await response.json()).toMatchObject({ error: { code: 'not-found' } })
    }
  },
)
