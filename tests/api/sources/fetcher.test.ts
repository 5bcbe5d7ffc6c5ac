import { describe, expect, test } from 'bun:test'
import type { Fault } from '#tests/simulators/arxivFaults.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'
import { never, sentenceOf, useFetcher } from './useFetcher.ts'

const { start, serve } = useFetcher()
const LATE_MS = 5_000

/** A body whose end comes late. */
const slowBody = () =>
  new ReadableStream({
    async pull(controller) {
      controller.enqueue('begin')
      await Bun.sleep(LATE_MS)
      controller.close()
    },
  })
const answerLate = () => Bun.sleep(LATE_MS).then(() => new Response('late'))

function readBody({ body }: { body: string }): string {
  if (body === '') throw new SyntaxError('an empty page')
  return body
}

describe('Requests to an external service', () => {
  test('name the client and a contact address', async () => {
    const { arxiv, ask } = start()
    expect(await ask()).toBe('Status: GOOD')
    expect(arxiv.requests[0]?.userAgent).toBe('Paperdawn/0.1 (mailto:ada@example.org)')
  })

  test('are sent one at a time, with the gap between a response and the next request', async () => {
    const { arxiv, ask } = start({ gapMs: 40 })
    await Promise.all(Array.from({ length: 4 }, () => ask()))
    expect(arxiv.maxConcurrentRequests).toBe(1)
    expect(Math.min(...arxiv.gaps())).toBeGreaterThan(35)
  })

  const retried: [Fault, string][] = [
    ['rate-limited', 'arXiv asks us to slow down (429): Rate exceeded.'],
    ['unavailable', 'arXiv answers 503: Service Unavailable.'],
    ['server-error', 'arXiv answers 500: Internal Server Error.'],
    ['huge', 'arXiv gave no usable answer: the answer is larger than 20971520 bytes.'],
    ['bomb', 'arXiv gave no usable answer: the answer unpacks to more than 1490500 bytes.'],
    ['wrong-length', 'arXiv gave no usable answer: the answer cannot be unpacked.'],
  ]
  test.each(retried)('are retried after %s, and report it when it lasts', async (fault, sentence) => {
    const { arxiv, ask } = start({ retries: { tries: 3 } })
    arxiv.fail(fault, { times: 2 })
    expect(await ask()).toBe('Status: GOOD')
    expect(arxiv.requests).toHaveLength(3)
    arxiv.fail(fault, { times: 3 })
    expect((await sentenceOf(ask())).replace(/than 1\d{6} bytes/, 'than 1490500 bytes')).toBe(
      `source-unavailable: ${sentence}`,
    )
  })

  const final: [Fault, string][] = [
    ['blocked', 'arXiv refuses us (403).'],
    ['redirect-away', 'arXiv sent us to an address we do not follow (http://169.254.169.254).'],
    ['redirect-loop', 'arXiv redirects in circles.'],
  ]
  test.each(final)('are not retried after %s', async (fault, sentence) => {
    const { arxiv, ask } = start()
    arxiv.fail(fault, { times: fault === 'redirect-loop' ? 9 : 1 })
    expect(await sentenceOf(ask())).toBe(`source-unavailable: ${sentence}`)
    expect(arxiv.requests).toHaveLength(fault === 'redirect-loop' ? 4 : 1)
  })

  test('are not retried after 404', async () => {
    const { arxiv, ask } = start()
    expect(await sentenceOf(ask('/nowhere'))).toBe('source-unavailable: arXiv answers 404: Not Found.')
    expect(arxiv.requests).toHaveLength(1)
  })

  test('follow a redirect within the service', async () => {
    const { arxiv, ask } = start()
    expect(await ask('/oai2?verb=Identify')).toContain('<repositoryName>arXiv</repositoryName>')
    expect(arxiv.requests.map(({ status }) => status)).toEqual([301, 200])
  })

  test('are retried when the response cannot be parsed', async () => {
    const { arxiv, fetcher } = start({ retries: { tries: 2 } })
    const ask = () =>
      fetcher.get(new URL('/feed/status', arxiv.rssUrl), { signal: new AbortController().signal, read: readBody })
    arxiv.fail('empty-body')
    expect(await ask()).toBe('Status: GOOD')
    arxiv.fail('empty-body', { times: 2 })
    expect(await sentenceOf(ask())).toBe('source-unavailable: arXiv gave an answer that cannot be used: an empty page.')
  })

  test('report a service that refuses connections, and succeed when it is up again', async () => {
    const { arxiv, ask } = start()
    await arxiv.down()
    expect(await sentenceOf(ask())).toBe('source-unavailable: arXiv refused the connection.')
    arxiv.up()
    expect(await ask()).toBe('Status: GOOD')
  })

  // The services of these tests do answer, later: a request without its limit succeeds, and the test does not hang.
  const once = { retries: { tries: 1 } }
  const inTime = 'source-unavailable: arXiv did not answer in time.'

  test('fail when the service does not respond in time', async () => {
    const { fetcher, address } = serve([answerLate], { ...once, limits: { firstByteMs: 50, totalMs: 600_000 } })
    expect(await sentenceOf(fetcher.get(address, { signal: never, read: readBody }))).toBe(inTime)
  })

  test('fail when the service does not end its response in time', async () => {
    const { fetcher, address } = serve([() => new Response(slowBody())], {
      ...once,
      limits: { firstByteMs: 600_000, totalMs: 200 },
    })
    expect(await sentenceOf(fetcher.get(address, { signal: never, read: readBody }))).toBe(inTime)
  })

  test('are aborted immediately during a request', async () => {
    const { fetcher, address, requests } = serve([answerLate], once)
    const controller = new AbortController()
    const request = fetcher.get(address, { signal: controller.signal, read: readBody })
    await waitUntil(() => requests.length > 0)
    controller.abort(new Error('aborted by the test'))
    expect(request).rejects.toThrow('aborted by the test')
    await Promise.allSettled([request])
  })

  test('are aborted immediately during a pause', async () => {
    const { arxiv, ask } = start({ retries: { basePauseMs: 15_000, tries: 2 } })
    arxiv.fail('unavailable', { times: 9 })
    const controller = new AbortController()
    const request = ask('/feed/status', controller.signal)
    await waitUntil(() => arxiv.requests.some(({ status }) => status === 503))
    controller.abort()
    expect(request).rejects.toThrow('abort')
    await Promise.allSettled([request])
  })

  test('are refused by the circuit breaker after five failures in a row', async () => {
    const { arxiv, ask, states } = start({ retries: { tries: 5, breakerOpenMs: 600_000 } })
    arxiv.fail('server-error', { times: 5 })
    expect(await sentenceOf(ask())).toContain('answers 500')
    expect(await sentenceOf(ask())).toBe(
      'source-unavailable: arXiv is left alone for a moment after repeated failures: it answers 500: Internal Server Error.',
    )
    expect(arxiv.requests).toHaveLength(5)
    expect(states).toEqual(['open'])
  })

  test('are let through one at a time after the pause of the breaker, until one succeeds', async () => {
    const { arxiv, ask, states } = start({ retries: { tries: 1, breakerFailures: 1, breakerOpenMs: 0 } })
    arxiv.fail('server-error', { times: 3 })
    await sentenceOf(ask())
    const sentences = await Promise.all([sentenceOf(ask()), sentenceOf(ask()), sentenceOf(ask())])
    expect(sentences.filter((sentence) => sentence.includes('answers 500'))).toHaveLength(2)
    expect(sentences).toContain('no failure')
    expect(arxiv.requests).toHaveLength(4)
    expect(states).toEqual(['open', 'half-open', 'open', 'half-open', 'open', 'half-open', 'closed'])
  })

  test('do not open the breaker with responses that a retry cannot change', async () => {
    const { arxiv, ask, states } = start({ retries: { tries: 1, breakerFailures: 2 } })
    for (const path of ['/nowhere', '/nowhere', '/nowhere']) await sentenceOf(ask(path))
    expect(await ask()).toBe('Status: GOOD')
    expect([arxiv.requests.length, states]).toEqual([4, []])
  })

  test('that are aborted while the breaker is half-open do not close it', async () => {
    const { arxiv, ask, states } = start({ retries: { tries: 1, breakerFailures: 1, breakerOpenMs: 0 } })
    arxiv.fail('server-error')
    await sentenceOf(ask())
    arxiv.fail('hang')
    const controller = new AbortController()
    const request = ask('/feed/status', controller.signal).catch((error: Error) => error.message)
    await waitUntil(() => arxiv.requests.length >= 2)
    controller.abort(new Error('stopped'))
    expect(await request).toBe('stopped')
    expect(states).toEqual(['open', 'half-open', 'open'])
  })
})
