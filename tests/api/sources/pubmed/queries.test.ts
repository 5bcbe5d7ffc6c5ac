import { describe, expect, test } from 'bun:test'
import { collect, sentenceOf } from '#tests/api/sources/arxiv/source.ts'
import { simArticle, simCreated } from '#tests/simulators/simArticles.ts'
import { errorOf } from '#tests/support/errorOf.ts'
import { MON, signal, SUN, TUE, usePubmed } from './source.ts'

const start = usePubmed()
const KEY = 'a1b2c3-key-of-the-operator'

describe('A query that cannot be read', () => {
  test('because it finds more than 2,000 papers of a day is named, and the others are read', async () => {
    const { read, asked } = start(
      [...simCreated(2_001, MON, 10_000), ...simCreated(3, SUN, 1_000, { mesh: ['Owls'] })],
      {
        'pubmed.a': 'lanterns[ti]',
        'pubmed.b': 'owls[mh]',
      },
    )
    const { records, rejected } = await collect(read({ from: MON, until: TUE }))
    expect(records.map(({ categories, announced_on }) => [announced_on, ...categories])).toEqual(
      [1, 2, 3].map(() => [MON, 'pubmed.a', 'pubmed.b']),
    )
    expect(rejected).toEqual([
      {
        reason:
          'the query “lanterns[ti]” cannot be read: it finds 2001 papers of a day, 2000 are the most: it must be made narrower, for example with AND and a field such as [mh] or [ti]',
        announced_on: TUE,
        raw: JSON.stringify({ code: 'pubmed.a', query: 'lanterns[ti]', day: MON }),
      },
    ])
    // Of both days, of each of them, of the other query, and both of a month ago.
    expect(asked('esearch', 'term')).toHaveLength(6)
  })

  test('because PubMed fails for it alone is named, and the others are read', async () => {
    const { simulator, read } = start(simCreated(2, MON, 101), {
      'pubmed.a': 'lanterns[ti]',
      'pubmed.b': 'strange[zz]',
    })
    simulator.failing = 'strange'
    const { records, rejected } = await collect(read())
    expect(records).toHaveLength(2)
    expect(rejected.map(({ reason, announced_on }) => [reason, announced_on])).toEqual([
      ['the query “strange[zz]” cannot be read: PubMed says “Search Backend failed: read failed”', TUE],
    ])
  })

  test.each([
    ['lanterns) OR (owls', 'its brackets do not match'],
    ['(lanterns', 'its brackets do not match'],
    ['"lanterns', 'a quotation mark has no second one'],
  ])('because of its form, “%s”, is not sent: it would change the days', async (query, reason) => {
    const { simulator, read, source } = start(simCreated(2, SUN, 101, { title: 'Owls.' }), { 'pubmed.a': query })
    const { records, rejected } = await collect(read())
    expect(records).toEqual([])
    expect(rejected[0]?.reason).toBe(`the query “${query}” cannot be read: ${reason}`)
    const refused = await errorOf(source.queries.check(query, { signal }))
    expect(refused).toMatchObject({ code: 'invalid-input' })
    expect(simulator.requests).toEqual([])
  })

  test('does not make a failure of all others look like one of their own', async () => {
    const { simulator, read } = start(simCreated(2, MON, 101), { 'pubmed.a': 'lanterns[ti]', 'pubmed.b': '(owls' })
    simulator.failing = 'lanterns'
    expect(await sentenceOf(read())).toBe(
      'source-unavailable: PubMed did not answer the search: Search Backend failed: read failed.',
    )
  })

  test('because it is not stored any more is named', async () => {
    const { read } = start(simCreated(2, MON, 101))
    const { records, rejected } = await collect(read({ categories: ['pubmed.a', 'pubmed.gone'] }))
    expect([records.length, rejected[0]?.reason]).toEqual([
      2,
      'the query of the category pubmed.gone is not stored any more',
    ])
  })
})

describe('The check of a query', () => {
  test('says how PubMed understands it, which words it leaves out, and how many papers the week has', async () => {
    const { simulator, source, asked } = start([
      ...simCreated(4, MON, 101),
      ...simCreated(2, '2026-11-17', 201),
      ...simCreated(5, '2026-11-16', 301),
      ...simCreated(5, TUE, 401),
    ])
    simulator.unknown.add('lanternz')
    expect(await source.queries.check('lanterns[ti] OR lanternz', { signal })).toEqual({
      understood: '"lanterns"[ti] OR',
      perWeek: 6,
      ignored: ['lanternz'],
    })
    expect(asked('esearch', 'retmax')).toEqual(['0', '0'])
  })

  test('says when there is trouble with the service', async () => {
    const { simulator, source } = start([])
    simulator.failing = 'lanterns'
    const failure = await errorOf(source.queries.check('lanterns', { signal, tries: 1 }))
    expect(failure).toMatchObject({ code: 'source-unavailable' })
    simulator.failing = null
    const invalid = Response.json({ esearchresult: { ERROR: 'Invalid field xyz' } })
    simulator.onRequest = () => invalid.clone()
    const refusal = await errorOf(source.queries.check('lanterns', { signal, tries: 1 }))
    expect(refusal).toMatchObject({ code: 'invalid-input' })
    expect(refusal.details.fields).toEqual({ query: 'PubMed cannot read this query: Invalid field xyz.' })
  })
})

describe('Papers by PMID', () => {
  test('are read without an announcement; those that PubMed lacks are left out', async () => {
    const { source, asked } = start([simArticle(), simArticle({ pmid: '2' })])
    const { records, rejected } = await collect(source.lookUp.readByIds(['99900001', '3', 'x y', '2'], { signal }))
    expect(records.map(({ id, announced_on, announce_type }) => [id, announced_on, announce_type])).toEqual([
      ['pmid:99900001', null, null],
      ['pmid:2', null, null],
    ])
    expect(rejected).toEqual([{ reason: '“x y” is not a PMID', raw: 'x y', source_id: 'x y' }])
    expect(asked('efetch', 'id')).toEqual(['99900001,3,2'])
    expect((await collect(source.lookUp.readByIds(['3'], { signal }))).records).toEqual([])
  })
})

describe('Requests to PubMed', () => {
  test('are forms with the key in the body, never in an address, and never sent to another host', async () => {
    const { simulator, read } = start(simCreated(1, MON, 101), undefined, { apiKey: KEY })
    simulator.keys.add(KEY)
    const addresses: string[] = []
    simulator.onRequest = ({ method, url }) => void addresses.push(`${method} ${url}`)
    expect((await collect(read())).records).toHaveLength(1)
    expect(addresses.map((one) => one.replace(simulator.apiUrl, ''))).toEqual([
      'POST /esearch.fcgi',
      'POST /esearch.fcgi',
      'POST /efetch.fcgi',
    ])
    const other = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('got it') })
    simulator.onRequest = () => new Response(null, { status: 307, headers: { location: other.url.href } })
    const sentence = await sentenceOf(read())
    await other.stop(true)
    expect(sentence).toBe(`source-unavailable: PubMed sent us to an address we do not follow (${other.url.origin}).`)
    expect(sentence).not.toContain(KEY)
  })

  test('go on without a key that PubMed refuses, and say so', async () => {
    const { simulator, read, asked } = start(simCreated(1, MON, 101), undefined, { apiKey: KEY })
    const problems: string[] = []
    const onRetry = (step: string, { reason }: { reason: string }) => void problems.push(`${step}: ${reason}`)
    const { records, pages } = await collect(read({ onRetry }))
    expect(records).toHaveLength(1)
    expect(problems).toEqual(['“lanterns[ti]”, made on 2026-11-23: refuses its key, and is asked without one'])
    expect(pages[0]?.step).toBe('query, made on 2026-11-23, papers 1 of 1, without the API key, which PubMed refuses')
    expect(asked('esearch', 'api_key')).toEqual([KEY, '', ''])
    expect(simulator.requests.map(({ status }) => status)).toEqual([400, 200, 200, 200])
  })

  test('that are refused for another reason than the key fail', async () => {
    const { simulator, read } = start([], undefined, { apiKey: KEY })
    simulator.onRequest = () => new Response(JSON.stringify({ error: 'Bad request' }), { status: 400 })
    expect(await sentenceOf(read())).toBe('source-unavailable: PubMed answers 400.')
  })

  test('keep the pause that NCBI asks for, one at a time', async () => {
    const { simulator, read, source } = start(simCreated(3, MON, 101), undefined, { gapMs: 40 })
    await Promise.all([collect(read()), collect(read())])
    expect(simulator.maxConcurrentRequests).toBe(1)
    expect(simulator.requests).toHaveLength(6)
    expect(Math.min(...simulator.gaps())).toBeGreaterThan(35)
    const ncbi = ['https://eutils.ncbi.nlm.nih.gov/entrez/eutils']
    expect([source.shortestGap(ncbi), source.shortestGap([simulator.apiUrl])]).toEqual([370, 0])
    expect(start([], undefined, { apiKey: KEY }).source.shortestGap(ncbi)).toBe(110)
  })

  test('of long queries are sent whole', async () => {
    const long = Array.from({ length: 2_000 }, (_, index) => `lantern${index}[ti]`).join(' OR ')
    const { read, asked } = start([simArticle({ title: 'Lantern1999.' })], { 'pubmed.a': long })
    expect((await collect(read())).records).toHaveLength(1)
    expect(asked('esearch', 'term')[0]).toEndWith('OR lantern1999[ti])')
  })
})
