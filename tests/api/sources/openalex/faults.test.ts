import { describe, expect, test } from 'bun:test'
import { sentenceOf } from '#tests/api/sources/useFetcher.ts'
import { simOpenWork } from '#tests/simulators/openalex.ts'
import { errorOf } from '#tests/support/errorOf.ts'
import { article, articles, asked, useOpenalex } from './source.ts'

const start = useOpenalex()

describe('OpenAlex', () => {
  test.each([
    { fault: 'html', tries: 2, reason: 'gave an answer that cannot be used: it is a page of HTML' },
    { fault: 'truncated', tries: 2, reason: 'gave an answer that cannot be used: it is no JSON' },
    { fault: 'other-json', tries: 2, reason: 'gave an answer that cannot be used: it is no list of works' },
    { fault: 'short', tries: 2, reason: 'gave an answer that cannot be used: it has 1 works of 2' },
    { fault: 'unavailable', tries: 2, reason: 'answers 503' },
    { fault: 'rate-limited', tries: 2, reason: 'asks us to slow down (429)' },
    { fault: 'blocked', tries: 1, reason: 'refuses us (403)' },
    { fault: 'foreign-404', tries: 1, reason: 'answers 404' },
    { fault: 'redirect-outside', tries: 1, reason: 'sent us to an address we do not follow (http://169.254.169.254)' },
  ] as const)('that answers $fault is unavailable, with the reason', async ({ fault, tries, reason }) => {
    const { simulator, read } = start([simOpenWork(1), simOpenWork(2)])
    simulator.fail(fault, { times: tries })
    expect(await sentenceOf(read(articles(2)))).toBe(`source-unavailable: OpenAlex ${reason}.`)
    expect(simulator.requests).toHaveLength(tries)
    expect((await read(articles(2))).facts.size).toBe(2)
  })

  test.each([
    ['the page of another server', () => new Response('<html>Not here</html>', { status: 404 }), 'answers 404'],
    ['no work', () => Response.json([]), 'gave an answer that cannot be used: it is no work'],
    ['half a work', () => new Response('{"id":"https'), 'gave an answer that cannot be used: it is no JSON'],
    ['an outage', () => new Response('', { status: 502 }), 'answers 502'],
  ])('that answers %s in place of a single work is unavailable: no paper is missed', async (_, answer, reason) => {
    const { simulator, read } = start([simOpenWork(1)])
    simulator.onRequest = ({ url }) => (url.includes('/works/') ? answer() : undefined)
    expect(await sentenceOf(read([article(1), article(2)]))).toBe(`source-unavailable: OpenAlex ${reason}.`)
  })

  test('whose second list fails is unavailable, and read again it has the facts of both', async () => {
    const { simulator, read } = start([simOpenWork(1), simOpenWork(2)])
    const papers = [article(1), asked('pmid:99900002')]
    simulator.onRequest = ({ url }) => (url.includes('filter=pmid') ? new Response('', { status: 503 }) : undefined)
    expect(await sentenceOf(read(papers))).toBe('source-unavailable: OpenAlex answers 503.')
    simulator.onRequest = null
    const again = await read(papers)
    expect([...again.facts.keys()]).toEqual(['doi:10.5555/jiv.2026.1', 'pmid:99900002'])
    expect(await read(papers.toReversed())).toEqual(again)
  })

  test('is not asked on after a stop', async () => {
    const { simulator, enrichment } = start([])
    const stop = new AbortController()
    simulator.onRequest = () => {
      if (simulator.requests.length === 2) stop.abort()
      return undefined
    }
    const reading = enrichment.readFacts(articles(5), { signal: stop.signal })
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' })
    expect(simulator.requests).toHaveLength(2)
  })

  test('says in JSON, too, that it lacks a work', async () => {
    const { simulator, read } = start([simOpenWork(1)])
    simulator.onRequest = ({ url }) =>
      url.includes('/works/') ? Response.json({ error: 'Not Found', message: '' }, { status: 404 }) : undefined
    expect((await read([article(1), article(2)])).facts.size).toBe(1)
  })

  test('that refuses a filter is unavailable with its words', async () => {
    const { simulator, read } = start([])
    simulator.onRequest = () =>
      Response.json({ error: 'Invalid query parameters error.', message: 'doi is not a valid field.' }, { status: 400 })
    expect(await sentenceOf(read([article(1)]))).toBe(
      'source-unavailable: OpenAlex answers 400: doi is not a valid field.',
    )
    expect(simulator.requests).toHaveLength(1)
  })

  test('that does not answer, or not at all, is unavailable', async () => {
    const slow = start([], { limits: { firstByteMs: 50 }, retries: { tries: 1 } })
    slow.simulator.fail('hang')
    expect(await sentenceOf(slow.read([article(1)]))).toBe('source-unavailable: OpenAlex did not answer in time.')
    const { simulator, read } = start([simOpenWork(1)], { retries: { tries: 1 } })
    await simulator.down()
    expect(await sentenceOf(read([article(1)]))).toBe('source-unavailable: OpenAlex refused the connection.')
    simulator.up()
    expect((await read([article(1)])).facts.size).toBe(1)
  })

  test('whose budget of a day is used up is left alone for the hours that it says', async () => {
    const { simulator, read } = start([simOpenWork(1)])
    simulator.listsLeft = 1
    expect((await read([article(1)])).facts.size).toBe(1)
    const failure = await errorOf(read([article(1)]))
    expect(failure).toMatchObject({ code: 'source-unavailable', details: { retryAfter: 11_987 } })
    expect(await sentenceOf(read([article(1)]))).toStartWith('source-unavailable: OpenAlex asked for a pause; ')
    expect(simulator.requests).toMatchObject([{ status: 200 }, { status: 429 }])
  })

  test('may have no headers about its prices', async () => {
    const { simulator, read } = start([simOpenWork(1)])
    simulator.hasPrices = false
    expect((await read([article(1)])).facts.size).toBe(1)
  })

  test('is not asked when the requests of a day are used up: no paper counts as unknown', async () => {
    let left = 2
    const { simulator, read } = start([simOpenWork(1)], { takeFromBudget: async () => (left-- > 0 ? 0 : 3_600_000) })
    const failure = await errorOf(read(articles(3)))
    expect(failure).toMatchObject({ code: 'source-unavailable', details: { retryAfter: 3_600 } })
    expect(simulator.requests).toHaveLength(2)
  })
})
