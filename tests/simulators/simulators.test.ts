import { afterEach, describe, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseXml } from '#api/text/xml.ts'
import { attribute, child, children, childText, textOf } from '#api/text/xmlElement.ts'
import { parseAtom } from '#api/sources/arxiv/atom.ts'
import { startArxivSimulator, type ArxivOptions } from '#tests/simulators/arxiv.ts'
import { hasRealData, REAL_DATA } from '#tests/support/realData.ts'
import { loadDay, simBatch, simPaper, type SimPaper } from '#tests/simulators/simPapers.ts'

const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

function start(papers: SimPaper[], options: ArxivOptions = {}) {
  const arxiv = startArxivSimulator({ papers, clock: () => new Date('2026-11-20T12:00:00Z'), ...options })
  stops.push(() => arxiv.stop())
  return arxiv
}

async function fetchQuery(query: string, papers: SimPaper[] = []) {
  const response = await fetch(`${start(papers).apiUrl}?${query}`)
  return { status: response.status, body: await response.text() }
}

async function fetchOai(query: string) {
  const arxiv = start([simPaper({ id: '2611.10001', categories: ['cs.NA', 'hep-th'] })])
  const xml = await (await fetch(`${arxiv.oaiUrl}?${query}`)).text()
  return child(parseXml(xml), 'OAI-PMH')
}

describe('The simulated query API', () => {
  test.each([
    ['id_list=abc', 400, 'incorrect id format for abc'],
    ['search_query=all:x&max_results=ten', 400, 'max_results must be an integer'],
    ['search_query=all:x&start=-1', 400, 'start must be non-negative'],
    ['search_query=all:x&sortBy=date', 400, 'sortBy must be in: relevance, lastUpdatedDate, submittedDate'],
    ['', 400, 'One of `search_query` and `id_list` must be specified'],
    ['search_query=(all:x', 400, "Invalid query string: '(all:x'"],
    ['search_query=cat:cs.LG+cat:cs.AI&raw=1', 400, "Invalid query string: 'cat:cs.LG cat:cs.AI'"],
  ])('responds to %j with an error feed that has the reason', async (query, status, message) => {
    const response = await fetchQuery(query)
    expect(response.status).toBe(status)
    expect(parseAtom(response.body).error).toBe(message)
  })

  test('responds 500 to a page beyond the window of 10,000 and to a page size of 0', async () => {
    expect((await fetchQuery('search_query=all:x&start=9990&max_results=20')).status).toBe(500)
    expect((await fetchQuery('search_query=all:x&max_results=0')).status).toBe(500)
  })

  test.each([
    ['testing', 'all:testing'],
    ['ti:(a b)', 'ti:a OR ti:b'],
    ['all:a AND NOT all:b', 'all:a ANDNOT all:b'],
    ['all:a AND AND all:b', 'all:a AND all:b'],
    ['submittedDate:[2026 TO 202602]', 'submittedDate:"202601010000 TO 202602282359"'],
    ['lastUpdatedDate:[20260921 TO 20260921120059]', 'submittedDate:"202609210000 TO 202609211200"'],
  ])('repairs %j to %j', async (query, repaired) => {
    const { body } = await fetchQuery(`search_query=${encodeURIComponent(query)}`)
    const title = childText(child(parseXml(body), 'feed'), 'title')
    expect(title).toBe(`arXiv Query: search_query=${repaired}&id_list=&start=0&max_results=10`)
  })

  const lantern = simPaper({
    id: '2611.10001',
    title: 'Lantern light',
    authors: [{ name: 'Ada Lind' }],
    categories: ['cs.SY', 'cs.LG'],
    versions: [{ at: new Date('2026-11-18T16:02:44Z') }, { at: new Date('2026-11-18T17:00:00Z') }],
    announced: [
      { on: '2026-11-19', type: 'new' },
      { on: '2026-11-20', type: 'replace' },
    ],
  })
  const later = simPaper({
    id: '2611.10002',
    categories: ['math.AG'],
    versions: [{ at: new Date('2026-11-19T20:00:00Z') }],
  })
  test.each([
    ['search_query=cat:eess.SY', ['2611.10001']],
    ['search_query=cat:cs.SY', []],
    ['search_query=cat:cs.*', ['2611.10001']],
    ['search_query=au:lind_a', ['2611.10001']],
    ['search_query=ti:"lantern light"', ['2611.10001']],
    ['search_query=ti:lanter', []],
    ['search_query=submittedDate:[202611181602 TO 202611181602]', ['2611.10001']],
    ['search_query=submittedDate:[202611181603 TO 202611302359]', []],
    ['id_list=2611.10001v1,2611.99999,2611.10001v9', ['2611.10001']],
    ['id_list=2611.10001&search_query=cat:math.AG', []],
    // Submitted after Thursday's deadline: not public before Sunday evening.
    ['id_list=2611.10002', []],
  ])('%s finds %j', async (query, ids) => {
    const { body } = await fetchQuery(query.replaceAll(' ', '+'), [lantern, later])
    expect(parseAtom(body).records.map(({ source_id }) => source_id)).toEqual(ids)
  })

  test('returns the requested version', async () => {
    const { body } = await fetchQuery('id_list=2611.10001v1', [lantern])
    expect(parseAtom(body).records).toMatchObject([{ version: 1, categories: ['eess.SY', 'cs.LG'] }])
  })
})

describe('The simulated feeds', () => {
  test('respond 304 to a matching ETag and set max-age to the next midnight in New York', async () => {
    const arxiv = start(simBatch(2, '2026-11-20'))
    const first = await fetch(`${arxiv.rssUrl}/rss/cs`)
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^[0-9a-f]{64}$/)
    expect(first.headers.get('cache-control')).toBe('max-age=61200')
    expect((await fetch(`${arxiv.rssUrl}/rss/cs`, { headers: { 'if-none-match': etag } })).status).toBe(304)
  })

  test.each([
    ['rss/nowhere', "Bad archive 'nowhere'. Valid archive names are: "],
    ['rss/cs.XX', "Bad subject class 'XX'. "],
    ['rss/cs.LG.x', 'Invalid archive specification '],
  ])('respond to %s with an error feed that has the reason', async (path, message) => {
    const response = await fetch(`${start([]).rssUrl}/${path}`)
    expect(response.status).toBe(400)
    const channel = child(child(parseXml(await response.text()), 'rss'), 'channel')
    expect(childText(channel, 'title')).toBe(`Feed error for query: http://rss.arxiv.org/${path}`)
    expect(childText(channel, 'description')).toStartWith(message)
  })

  test('find a paper by both names of its category and accept any letter case', async () => {
    const arxiv = start(simBatch(1, '2026-11-20', { categories: ['math.NA'] }))
    for (const path of ['rss/cs.NA', 'rss/math.na', 'rss/q-bio+math', 'atom/math'])
      expect(await (await fetch(`${arxiv.rssUrl}/${path}`)).text()).toContain('oai:arXiv.org:2611.10001v1')
  })
})

describe('The simulated OAI-PMH service', () => {
  test.each([
    ['verb=Nothing', 'badVerb'],
    ['verb=ListRecords', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=arXivRaw&from=2026-11-01T00:00:00Z', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=arXivRaw&from=2005-01-01', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=arXivRaw&until=2026-11-21', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=arXivRaw&from=2026-11-21', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=arXivRaw&set=nowhere', 'badArgument'],
    ['verb=ListRecords&resumptionToken=x&from=2026-11-01', 'badArgument'],
    ['verb=ListRecords&resumptionToken=x', 'badResumptionToken'],
    ['verb=ListRecords&metadataPrefix=marc', 'cannotDisseminateFormat'],
    ['verb=ListRecords&metadataPrefix=arXivRaw&from=2026-11-20', 'noRecordsMatch'],
    ['verb=GetRecord&metadataPrefix=arXivRaw&identifier=oai:arXiv.org:2611.99999', 'idDoesNotExist'],
  ])('%s returns the error %s', async (query, code) =>
    expect(attribute(child(await fetchOai(query), 'error'), 'code')).toBe(code),
  )

  test('lists all sets, and both names of an aliased category for a paper', async () => {
    expect(children(child(await fetchOai('verb=ListSets'), 'ListSets'), 'set')).toHaveLength(183)
    const list = child(await fetchOai('verb=ListRecords&metadataPrefix=arXivRaw&set=math:math:NA'), 'ListRecords')
    const header = child(children(list, 'record')[0], 'header')
    expect(children(header, 'setSpec').map(textOf)).toEqual(['cs:cs:NA', 'physics:hep-th', 'math:math:NA'])
  })

  test.each(['arXiv', 'arXivOld', 'arXivRaw', 'oai_dc'])('returns a paper in the format %s', async (prefix) => {
    const got = await fetchOai(`verb=GetRecord&metadataPrefix=${prefix}&identifier=oai:arXiv.org:2611.10001`)
    expect(JSON.stringify(got)).toContain('Lanterns in fog, part 2611.10001')
  })
})

/** Paths of elements with their attributes, in the order of first occurrence. */
function shapeOf(xml: string): string[] {
  const open: string[] = []
  const shape = new Set<string>()
  for (const [, end, name = '', attributes = '', empty] of xml.matchAll(
    /<(\/?)([\w:-]+)((?:\s+[\w:]+=(?:"[^"]*"|'[^']*'))*)\s*(\/?)>/g,
  )) {
    if (end === '/') open.pop()
    else {
      open.push(name)
      shape.add([open.join('/'), ...[...attributes.matchAll(/([\w:]+)=/g)].map(([, attr = '']) => attr)].join(' '))
      if (empty === '/') open.pop()
    }
  }
  return [...shape]
}

const hasRecordings = hasRealData('arxiv-api', 'the comparison of the simulators with recorded responses of arXiv')

const read = (path: string) => Bun.file(join(REAL_DATA, path)).text()
const withoutTimes = (xml: string) => xml.replace(/<updated>[^<]*/g, '<updated>')
const fileOf = (prefix: string) =>
  readdirSync(join(REAL_DATA, 'arxiv-api')).find((name) => name.startsWith(prefix) && name.endsWith('.xml')) ?? ''

describe.skipIf(!hasRecordings)('Compared with recorded responses of arXiv', () => {
  test('the query API writes the same elements in the same order', async () => {
    const paper = simPaper({ id: '2611.10001', categories: ['math.CO', 'math.ST'], comment: '20 pages' })
    const body = await (await fetch(`${start([paper]).apiUrl}?id_list=2611.10001&max_results=100`)).text()
    const recorded = await read(`arxiv-api/${fileOf('id_1605')}`)
    expect(shapeOf(body)).toEqual(shapeOf(recorded))
    expect(body.split('\n')[1]).toBe(recorded.split('\n')[1] ?? '')
  })

  test('errors and empty results of the query API are identical except for the time', async () => {
    for (const id of ['abc', '0000.0000']) {
      const arxiv = start([])
      const body = await (
        await fetch(
          `${arxiv.apiUrl}?search_query=&id_list=${id}&sortBy=relevance&sortOrder=descending&start=0&max_results=100`,
        )
      ).text()
      expect(withoutTimes(body)).toBe(withoutTimes(await read(`arxiv-api/${fileOf(`id_${id}`)}`)))
    }
  })

  test('OAI-PMH writes the same elements', async () => {
    const arxiv = start([
      simPaper({
        id: '2611.10001',
        categories: ['quant-ph', 'cs.IT'],
        comment: 'x',
        journal_ref: 'y',
        dois: ['10.5555/z'],
        license: undefined,
      }),
    ])
    const body = await (
      await fetch(`${arxiv.oaiUrl}?verb=GetRecord&identifier=oai:arXiv.org:2611.10001&metadataPrefix=arXivRaw`)
    ).text()
    expect(shapeOf(body)).toEqual(shapeOf(await read('arxiv-oai/rendered_GetRecord_arXivRaw.xml')))
  })

  test('the client parses the recorded responses', async () => {
    for (const name of ['q_testing_s0', 'q_testing_s10', 'legacy'])
      expect(parseAtom(await read(`arxiv-api/${fileOf(name)}`))).toMatchObject({ rejected: [], error: null })
    expect(parseAtom(await read(`arxiv-api/${fileOf('id_abc')}`)).error).toBe('incorrect id format for abc')
    const day = await loadDay(join(REAL_DATA, 'arxiv-2025-09-10.jsonl.gz'), '2025-09-10')
    expect(day).toHaveLength(225)
  })
})
