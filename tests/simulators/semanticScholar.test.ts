import { afterAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { hasRealData, REAL_DATA } from '#tests/support/realData.ts'
import { simScholarPaper, startSemanticScholarSimulator } from './semanticScholar.ts'

const simulator = startSemanticScholarSimulator({ papers: [simScholarPaper(1), simScholarPaper(2)] })
afterAll(() => simulator.stop())

const headers = { 'x-api-key': 'invented-key' }
const ask = (path: string, ids?: string[]) =>
  fetch(simulator.apiUrl + path, {
    headers: { ...headers, ...(ids && { 'content-type': 'application/json' }) },
    ...(ids && { method: 'POST', body: JSON.stringify({ ids }) }),
  })

test('the simulated Semantic Scholar answers a batch in its order, with null for unknown papers, in ASCII', async () => {
  const answer = await ask('/paper/batch?fields=title,abstract', ['DOI:10.5555/none', 'ARXIV:2609.90001'])
  const text = await answer.text()
  const [none, paper] = JSON.parse(text) as [null, object]
  expect(none).toBeNull()
  expect(Object.keys(paper)).toEqual(['paperId', 'title', 'abstract'])
  expect(text).toStartWith('[null, {"paperId": "')
  expect(text).toContain(String.raw`lanterns \u201cby night\u201d."}]`)
})

test('it refuses a batch of which it knows nothing, an id that is none, and too many of them', async () => {
  const batch = (...ids: string[]) => ask('/paper/batch', ids).then((answer) => answer.text())
  expect(await batch('DOI:10.5555/none')).toBe('{"error":"No valid paper ids given"}\n')
  expect(await batch('ARXIV:2609.90001', 'PMID: ')).toBe('{"error":"No valid paper ids given"}\n')
  expect((await ask('/paper/batch', Array(501).fill('ARXIV:2609.90001'))).status).toBe(400)
})

test('it has no `data` without a hit', async () => {
  expect(await (await ask('/paper/search?query=reeds')).text()).toBe('{"total": 0, "offset": 0}\n')
  expect(await (await ask('/paper/search?query=lanterns')).json()).toMatchObject({ total: 2, data: [{}, {}] })
})

interface Recording {
  status: number
  headers: Record<string, string[]>
  json: unknown
}

if (hasRealData('semanticscholar', 'answers of the simulated Semantic Scholar beside recorded ones'))
  test.each([
    ['test_not_found_0', '/paper/0?fields=title'],
    ['test_bad_query_parameters_0', '/paper/ARXIV:2609.90001?fields=unknown'],
    ['test_empty_paginated_results_0', '/paper/search?query=reeds&fields=title'],
    ['test_get_paper_0', '/paper/ARXIV:2609.90001?fields=title'],
  ])('the recorded answer %s has the form of the simulated one to %s', async (name, path) => {
    const recorded = (await Bun.file(join(REAL_DATA, 'semanticscholar', `${name}.json`)).json()) as Recording
    const answer = await ask(path)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      recorded.status,
      recorded.headers['Content-Type']?.[0] ?? null,
    ])
    const text = await answer.text()
    if (name === 'test_get_paper_0') {
      // The answer is written with the recorded values in place of ours.
      const own = JSON.parse(text) as Record<string, string>
      const size =
        Object.values(recorded.json as Record<string, string>).join('').length - Object.values(own).join('').length
      expect(text.length + size).toBe(Number(recorded.headers['Content-Length']?.[0]))
      expect(Object.keys(own)).toEqual(Object.keys(recorded.json as object))
      return
    }
    expect(JSON.parse(text)).toEqual(recorded.json)
    expect(text).toHaveLength(Number(recorded.headers['Content-Length']?.[0]))
  })

if (hasRealData('semanticscholar', 'the fields of the simulated Semantic Scholar beside recorded ones'))
  test('the fields of a recorded batch are in the order of the simulated one', async () => {
    const name = 'test_get_papers_return_not_found_0'
    const recorded = (await Bun.file(join(REAL_DATA, 'semanticscholar', `${name}.json`)).json()) as {
      json: (object | null)[]
    }
    const fields = Object.keys(recorded.json[1] ?? {})
    const [paper] = (await (
      await ask(`/paper/batch?fields=${fields.join(',')}`, ['ARXIV:2609.90001'])
    ).json()) as object[]
    expect(Object.keys(paper ?? {})).toEqual(fields)
  })
