import { afterAll, expect, test } from 'bun:test'
import { KEY, startZoteroSimulator, USER_ID } from './zotero.ts'
import { simItem } from './zoteroLibrary.ts'

const simulator = startZoteroSimulator()
const { library } = simulator
afterAll(() => simulator.stop())

const call = (path: string, init: RequestInit = {}) =>
  fetch(`${simulator.apiUrl}${path}`, {
    ...init,
    headers: { 'zotero-api-version': '3', 'zotero-api-key': KEY, ...init.headers },
  })
const post = (objects: unknown, headers: Record<string, string>) =>
  call(`/users/${USER_ID}/items`, {
    method: 'POST',
    body: JSON.stringify(objects),
    headers: { 'content-type': 'application/json', ...headers },
  })

test('The simulator behaves as the description of the API says', async () => {
  const token = { 'zotero-write-token': '6f1d2c3b4a596877' }
  const failed = await (await post([{ itemType: 'zeppelin' }], {})).json()
  expect(failed).toMatchObject({ failed: { 0: { code: 400 } } })
  expect((await post([{ itemType: 'preprint', title: 'A' }], token)).status).toBe(200)
  const repeated = await post([{ itemType: 'preprint', title: 'A' }], token)
  expect([repeated.status, await repeated.text()]).toEqual([412, 'Write token already used'])
  expect((await post([], { 'if-unmodified-since-version': '7' })).status).toBe(412)
  const [key] = library.items.keys()
  const patch = (headers: Record<string, string>) =>
    call(`/users/${USER_ID}/items/${key}`, { method: 'PATCH', body: '{}', headers })
  expect((await patch({})).status).toBe(428)
  expect((await call('/users/mquill/items/top')).status).toBe(404)
  for (let number = 0; number < 30; number++) library.add(simItem(number))
  const page = await call(`/users/${USER_ID}/items/top?start=5&limit=10`)
  expect([(await page.json()).length, page.headers.get('total-results')]).toEqual([10, '31'])
  expect(page.headers.get('link')).toContain('rel="next"')
})
