import { afterAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { hasRealData, REAL_DATA } from '#tests/support/realData.ts'
import { POLITE_POOL, PUBLIC_POOL, startCrossrefSimulator } from './crossref.ts'
import { simWork } from './simWorks.ts'

const simulator = startCrossrefSimulator({ works: [simWork(), simWork({ DOI: '10.5555/SECOND' })] })
simulator.pools = { public: PUBLIC_POOL, polite: POLITE_POOL }
afterAll(() => simulator.stop())

interface Recording {
  status: number
  headers: Record<string, string[]>
  json?: { message: unknown }
  text?: string
}

/** Headers that tell how an answer is read and how fast the next request may come. */
const HEADERS = ['content-type', 'x-api-pool', 'x-concurrency-limit', 'x-rate-limit-interval', 'x-rate-limit-limit']
const headersOf = (headers: Headers) => HEADERS.map((name) => headers.get(name))

test.each([
  ['/works?filter=doi:10.5555/second,doi:10.5555/none', 1],
  ['/works?filter=doi:10.5555/second,doi:10.5555/JIV.2026.0011&rows=1', 1],
  ['/works?filter=doi:10.5555/second&rows=0', 0],
  ['/v1/works?filter=doi:10.5555/second,doi:10.5555/second', 1],
])('the simulated Crossref answers %s with %d works', async (path, count) => {
  const { message } = (await (await fetch(simulator.apiUrl + path)).json()) as { message: { items: unknown[] } }
  expect(message.items).toHaveLength(count)
})

test('a list has only the fields that are selected, and refuses filters and fields that there are not', async () => {
  const list = await fetch(
    `${simulator.apiUrl}/works?filter=doi:10.5555/second&select=DOI,title&mailto=ada@example.org`,
  )
  const { message } = (await list.json()) as { message: { items: object[] } }
  expect(message.items.map((item) => Object.keys(item))).toEqual([['DOI', 'title']])
  expect(list.headers.get('x-api-pool')).toBe('polite')
  for (const query of ['filter=colour:red', 'filter=doi:10.5555/second&select=institution'])
    expect((await fetch(`${simulator.apiUrl}/works?${query}`)).status).toBe(400)
})

if (hasRealData('crossref', 'answers of the simulated Crossref beside recorded ones'))
  test.each([
    ['test_works_bad_id_warn_0', '/works/10.1371/notarealdoi'],
    ['test_journals_fail_limit_0', '/works?rows=things'],
    ['test_works_with_one_id_0', '/works/10.5555/jiv.2026.0011'],
    ['test_works_query_0', '/works?filter=doi:10.5555/second&rows=2&mailto=ada@example.org'],
  ])('the recorded answer %s has the form of the simulated one to %s', async (name, path) => {
    const recorded = (await Bun.file(join(REAL_DATA, 'crossref', `${name}.json`)).json()) as Recording
    const response = await fetch(simulator.apiUrl + path)
    expect(response.status).toBe(recorded.status)
    expect(headersOf(response.headers)).toEqual(HEADERS.map((header) => recorded.headers[header]?.[0] ?? null))
    const body = await response.text()
    if (recorded.text !== undefined) expect(body).toBe(recorded.text)
    else if (recorded.status === 400) expect(JSON.parse(body)).toEqual(recorded.json)
    else {
      const { message, ...envelope } = JSON.parse(body) as { message: object }
      const { message: real, ...realEnvelope } = recorded.json!
      expect(envelope).toEqual(realEnvelope)
      for (const field of ['facets', 'items', 'items-per-page', 'query', 'total-results'])
        expect(field in message).toBe(field in (real as object))
    }
  })
