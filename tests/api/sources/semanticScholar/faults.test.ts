import { describe, expect, test } from 'bun:test'
import { sentenceOf } from '#tests/api/sources/useFetcher.ts'
import { simScholarPaper } from '#tests/simulators/semanticScholar.ts'
import { errorOf } from '#tests/support/errorOf.ts'
import { arxivPapers, useSemanticScholar } from './source.ts'

const start = useSemanticScholar()

describe('Semantic Scholar', () => {
  test.each([
    { fault: 'html', tries: 2, reason: 'gave an answer that cannot be used: it is a page of HTML' },
    { fault: 'truncated', tries: 2, reason: 'gave an answer that cannot be used: it is no JSON' },
    { fault: 'other-json', tries: 2, reason: 'gave an answer that cannot be used: it is no list of papers' },
    { fault: 'short', tries: 2, reason: 'gave an answer that cannot be used: it has 1 entries for 2 papers' },
    { fault: 'failed', tries: 2, reason: 'answers 500' },
    { fault: 'timed-out', tries: 2, reason: 'answers 504' },
    { fault: 'rate-limited', tries: 2, reason: 'asks us to slow down (429)' },
    { fault: 'redirect-outside', tries: 1, reason: 'sent us to an address we do not follow (http://169.254.169.254)' },
  ] as const)('that answers $fault is unavailable, with the reason', async ({ fault, tries, reason }) => {
    const { simulator, read } = start([simScholarPaper(1), simScholarPaper(2)])
    simulator.fail(fault, { times: tries })
    expect(await sentenceOf(read(arxivPapers(2)))).toBe(`source-unavailable: Semantic Scholar ${reason}.`)
    expect(simulator.requests).toHaveLength(tries)
    expect((await read(arxivPapers(2))).facts.size).toBe(2)
  })

  test('that does not answer, or not at all, is unavailable, and so is a half that fails', async () => {
    const slow = start([], { limits: { firstByteMs: 50 }, retries: { tries: 1 } })
    slow.simulator.fail('hang')
    expect(await sentenceOf(slow.read(arxivPapers(1)))).toBe(
      'source-unavailable: Semantic Scholar did not answer in time.',
    )
    const { simulator, read } = start([simScholarPaper(1), simScholarPaper(2)], { retries: { tries: 1 } })
    await simulator.down()
    expect(await sentenceOf(read(arxivPapers(1)))).toBe('source-unavailable: Semantic Scholar refused the connection.')
    simulator.up()
    simulator.sizeMax = 1_000
    simulator.onRequest = () => (simulator.requests.length === 3 ? new Response('', { status: 503 }) : undefined)
    expect(await sentenceOf(read(arxivPapers(2)))).toBe('source-unavailable: Semantic Scholar answers 503.')
  })

  test('that refuses a request is unavailable with its words, and is not asked again', async () => {
    const { simulator, read } = start([])
    simulator.onRequest = () =>
      new Response('{"error":"Unrecognized or unsupported fields: [tldr]"}\n', { status: 400 })
    expect(await sentenceOf(read(arxivPapers(1)))).toBe(
      'source-unavailable: Semantic Scholar answers 400: Unrecognized or unsupported fields: [tldr].',
    )
    expect(simulator.requests).toHaveLength(1)
    simulator.onRequest = () => new Response('<html>403</html>', { status: 403 })
    expect(await sentenceOf(read(arxivPapers(1)))).toBe('source-unavailable: Semantic Scholar refuses us (403).')
  })

  test('is not asked on after a stop', async () => {
    const { simulator, enrichment } = start([simScholarPaper(1), simScholarPaper(2)])
    simulator.sizeMax = 1_000
    const stop = new AbortController()
    simulator.onRequest = () => {
      if (simulator.requests.length === 2) stop.abort()
      return undefined
    }
    const reading = enrichment.readFacts(arxivPapers(2), { signal: stop.signal })
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' })
    expect(simulator.requests).toHaveLength(2)
  })

  test('gives the same facts again, in whatever order it is asked', async () => {
    const { read } = start(arxivPapers(5).map((_, index) => simScholarPaper(index + 1, { citationCount: index })))
    const first = await read(arxivPapers(6))
    expect(first.facts.size).toBe(5)
    expect(await read(arxivPapers(6))).toEqual(first)
    const turned = await read(arxivPapers(6).toReversed())
    expect(new Map([...turned.facts].toReversed())).toEqual(first.facts)
  })

  test('that asks for a pause gets it', async () => {
    const { simulator, read } = start([simScholarPaper(1)])
    simulator.fail('rate-limited', { retryAfter: '3000' })
    expect(await sentenceOf(read(arxivPapers(1)))).toStartWith(
      'source-unavailable: Semantic Scholar asks us to slow down (429); ',
    )
    expect(await sentenceOf(read(arxivPapers(1)))).toStartWith(
      'source-unavailable: Semantic Scholar asked for a pause; ',
    )
    expect(simulator.requests).toHaveLength(1)
  })

  test('is asked no sooner than its gap after the last answer, also in halves', async () => {
    const { simulator, read } = start(
      arxivPapers(4).map((_, index) => simScholarPaper(index + 1)),
      { gapMs: 60 },
    )
    simulator.gapMs = 59
    simulator.sizeMax = 2_000
    expect((await read(arxivPapers(4))).facts.size).toBe(4)
    expect(simulator.requests.map(({ status }) => status)).toEqual([400, 200, 200])
  })

  test('is not asked when the requests of a day are used up, and says when it is again', async () => {
    let left = 1
    const { simulator, read } = start([simScholarPaper(1)], {
      takeFromBudget: async () => (left-- > 0 ? 0 : 3_600_000),
    })
    expect((await read(arxivPapers(1))).facts.size).toBe(1)
    const failure = await errorOf(read(arxivPapers(1)))
    expect(failure).toMatchObject({ code: 'source-unavailable', details: { retryAfter: 3_600, refused: true } })
    expect(simulator.requests).toHaveLength(1)
  })

  test('reports each failed request and each one that could be used', async () => {
    const seen: string[] = []
    const { simulator, read } = start([simScholarPaper(1)], {
      onRequestFailed: ({ reason }) => seen.push(reason),
      onRequestSucceeded: () => seen.push('used'),
    })
    simulator.fail('failed')
    await read(arxivPapers(1))
    expect(seen).toEqual(['answers 500', 'used'])
  })
})
