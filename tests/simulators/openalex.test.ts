import { afterAll, expect, test } from 'bun:test'
import { simOpenWork, startOpenalexSimulator } from './openalex.ts'

const simulator = startOpenalexSimulator({ works: [simOpenWork(1), simOpenWork(2)] })
afterAll(() => simulator.stop())
const ask = (path: string, headers: Record<string, string> = {}) => fetch(simulator.apiUrl + path, { headers })

test.each([
  ['/works?filter=doi:10.5555/jiv.2026.1|https://doi.org/10.5555/JIV.2026.2|10.5555/none', 2],
  ['/works?filter=pmid:99900002|7', 1],
  ['/works?filter=doi:10.5555/none', 0],
  ['/works?filter=doi:10.5555/jiv.2026.1|10.5555/jiv.2026.2&per-page=1', 1],
])('the simulated OpenAlex answers %s with %d works', async (path, count) => {
  const { results } = (await (await ask(path)).json()) as { results: unknown[] }
  expect(results).toHaveLength(count)
})

test.each([
  ['/works?filter=doi:10.5555/a&per_page=101', 400],
  ['/works?filter=colour:red', 400],
  [`/works?filter=doi:${Array.from({ length: 101 }, (_, index) => `10.5555/${index}`).join('|')}`, 400],
  ['/works?filter=doi:10.5555/a&select=locations.source', 400],
  ['/works/doi:10.5555/none', 404],
  ['/works/W9999000001', 200],
])('it answers %s with %d', async (path, status) => {
  expect((await ask(path)).status).toBe(status)
})

test('it ends a cursor with null, states what is left, and refuses a wrong key', async () => {
  const answer = await ask('/works?filter=doi:10.5555/jiv.2026.1&cursor=*&select=id')
  expect(await answer.json()).toMatchObject({
    meta: { next_cursor: null, page: null },
    results: [{ id: 'https://openalex.org/W9999000001' }],
  })
  expect(answer.headers.get('x-ratelimit-reset')).toBe('11987')
  expect((await ask('/works', { authorization: 'Bearer wrong' })).status).toBe(401)
  simulator.listsLeft = 0
  const usedUp = await ask('/works?filter=doi:10.5555/jiv.2026.1')
  expect([usedUp.status, usedUp.headers.get('retry-after')]).toEqual([429, '11987'])
  expect((await ask('/works/doi:10.5555/jiv.2026.1')).status).toBe(200)
})
