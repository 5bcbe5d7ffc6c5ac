import { afterEach, describe, expect, spyOn, test } from 'bun:test'
import { setClock } from '#api/platform/clock.ts'
import { boundedFetch, type FetchedResponse } from '#api/sources/boundedFetch.ts'
import type { RequestFailure } from '#api/sources/fetcher.ts'
import { simBatch } from '#tests/simulators/simPapers.ts'
import { never, readBody, sentenceOf, useFetcher } from './useFetcher.ts'

const { start, serve } = useFetcher()
afterEach(() => setClock(null))
const NAME = 'João Óðinsson'
const latin1 = new Uint8Array([...'Jo'].map((letter) => letter.charCodeAt(0)).concat(0xe3, 0x6f))
const readText = ({ body, invalidUtf8 }: FetchedResponse) => ({ body, invalidUtf8 })
const rejectHtml = () => {
  throw new SyntaxError('a page of HTML')
}
const writeProgressTooLate = async () => {
  throw new Error('the job was taken over')
}
const answer = (body: string | Uint8Array<ArrayBuffer>, contentType: string) => () =>
  new Response(body, { headers: { 'content-type': contentType, etag: 'abc' } })

/** Requests a body of `bytes` whose reading lasts `ms` by the clock of the process. Returns what went wrong, or null. */
async function readDuring(bytes: number, ms: number): Promise<string | null> {
  const { address } = serve([() => new Response('b'.repeat(bytes))])
  const limits = {
    firstByteMs: 600_000,
    totalMs: 600_000,
    bodyMaxBytes: 100_000,
    ratioMax: 1,
    bytesPerSecondMin: 100,
  }
  using _ = spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValue(ms)
  const [outcome] = await Promise.allSettled([boundedFetch(address, { headers: {}, signal: never, limits })])
  return outcome.status === 'fulfilled' ? null : (outcome.reason as Error).message
}

describe('The bytes of an answer', () => {
  test('come at a minimum rate, except in the first ten seconds', async () => {
    const tooSlow = 'the answer arrives too slowly'
    expect(await readDuring(1_999, 20_000)).toBe(tooSlow)
    expect(await readDuring(2_000, 20_000)).toBeNull()
    expect(await readDuring(1, 10_001)).toBe(tooSlow)
    expect(await readDuring(1, 10_000)).toBeNull()
  })

  const charsets = ['text/xml', 'text/xml; charset=iso-8859-1', 'text/xml; charset=utf-16', 'text/xml; charset=x"\'y']
  test.each(charsets)('are UTF-8, whatever the header says: %s', async (contentType) => {
    const { fetcher, address } = serve([answer(NAME, contentType)])
    expect(await fetcher.get(address, { signal: never, read: readBody })).toBe(NAME)
  })

  test('are UTF-16 when they begin with its byte order mark; a mark is not part of the text', async () => {
    const little = Buffer.from(`\uFEFF${NAME}`, 'utf16le')
    for (const body of [little, Buffer.from(little).swap16(), Buffer.from(`\uFEFF${NAME}`)]) {
      const { fetcher, address } = serve([answer(new Uint8Array(body), 'text/xml')])
      expect(await fetcher.get(address, { signal: never, read: readBody })).toBe(NAME)
    }
  })

  test('are requested again when they are not UTF-8', async () => {
    const { fetcher, address, requests } = serve([answer(latin1, 'text/xml'), answer(NAME, 'text/xml')])
    expect(await fetcher.get(address, { signal: never, read: readBody })).toBe(NAME)
    expect(requests).toHaveLength(2)
  })

  test('are passed on as damaged, without a validator, when the last attempt is not UTF-8 either', async () => {
    const { fetcher, address, requests } = serve([answer(latin1, 'text/xml')], { retries: { tries: 3 } })
    expect(await fetcher.getIfChanged(address, { signal: never, read: readText })).toEqual({
      unchanged: false,
      page: { body: 'Jo\uFFFDo', invalidUtf8: true },
      etag: null,
    })
    expect(requests).toHaveLength(3)
  })

  test('that are not UTF-8 fail a request that its caller repeats', async () => {
    const { fetcher, address, requests } = serve([answer(latin1, 'text/xml')])
    expect(await sentenceOf(fetcher.get(address, { signal: never, read: readBody, tries: 1 }))).toBe(
      'source-unavailable: arXiv gave an answer that is not UTF-8.',
    )
    expect(requests).toHaveLength(1)
  })
})

describe('A conditional request', () => {
  test('to an unchanged feed returns no page, and a page with its validator after a change', async () => {
    const day = '2026-11-20'
    setClock(new Date(`${day}T12:00:00Z`))
    const { arxiv, fetcher } = start()
    const address = new URL('/rss/cs', arxiv.rssUrl)
    const ask = (validator?: string | null) =>
      fetcher.getIfChanged(address, { signal: never, read: readBody, validator })
    const first = await ask()
    if (first.unchanged) throw new Error('the first request was conditional')
    expect(first.etag).toMatch(/^[0-9a-f]{64}$/)
    expect(await ask(first.etag)).toMatchObject({ unchanged: true })
    expect(await ask(null)).toEqual(first)
    arxiv.papers.push(...simBatch(1, day))
    expect(await ask(first.etag)).toMatchObject({ unchanged: false, page: expect.stringContaining('<item>') })
    expect(arxiv.requests.map(({ status }) => status)).toEqual([200, 304, 200, 200])
  })

  test.each(['abc', '"abc"', 'W/"abc"', 'a,b c'])('sends the validator byte for byte: %s', async (etag) => {
    const { fetcher, address, requests } = serve([() => new Response('feed', { headers: { etag } })])
    const result = await fetcher.getIfChanged(address, { signal: never, read: readBody, validator: etag })
    expect(result).toEqual({ unchanged: false, page: 'feed', etag })
    expect(requests).toEqual([{ validator: etag }])
  })

  test('is the only one that may be answered with 304', async () => {
    const { fetcher, address, requests } = serve([() => new Response(null, { status: 304 })])
    const get = { signal: never, read: readBody }
    expect(await sentenceOf(fetcher.get(address, get))).toBe('source-unavailable: arXiv answers 304.')
    expect(await sentenceOf(fetcher.getIfChanged(address, get))).toBe('source-unavailable: arXiv answers 304.')
    expect(requests).toEqual([{ validator: null }, { validator: null }])
  })
})

describe('A request that fails', () => {
  test('is reported from the first failure on, with the reason and the time of the next attempt', async () => {
    const succeeded: string[] = []
    const { arxiv, fetcher, failures } = start({
      retries: { tries: 3 },
      onRequestSucceeded: (host) => succeeded.push(host),
    })
    const address = new URL('/feed/status', arxiv.rssUrl)
    const { host } = address
    arxiv.fail('unavailable', { times: 2 })
    const retries: RequestFailure[] = []
    await fetcher.get(address, { signal: never, read: readBody, onRetry: (failure) => void retries.push(failure) })
    const reason = 'answers 503: Service Unavailable'
    expect(failures).toEqual([
      { host, reason, attempt: 1, willRetryAt: expect.any(Date) },
      { host, reason, attempt: 2, willRetryAt: expect.any(Date) },
    ])
    expect([retries, succeeded]).toEqual([failures, [host]])
    arxiv.fail('html', { times: 3 })
    await sentenceOf(fetcher.get(address, { signal: never, read: rejectHtml }))
    expect(failures.at(-1)).toEqual({
      host,
      reason: 'gave an answer that cannot be used: a page of HTML',
      attempt: 3,
      willRetryAt: null,
    })
    expect(succeeded).toEqual([host])
  })

  test('is retried even when the hooks that it calls fail', async () => {
    const { arxiv, ask } = start({
      onRequestFailed() {
        throw new Error('the hook is broken')
      },
      onRequestSucceeded: (async () => {
        throw new Error('the hook is broken')
      }) as () => void,
    })
    arxiv.fail('unavailable')
    expect(await ask()).toBe('Status: GOOD')
  })

  test('ends when the job that it calls has been stopped', async () => {
    const { arxiv, fetcher } = start()
    arxiv.fail('unavailable')
    const request = fetcher.get(new URL('/feed/status', arxiv.rssUrl), {
      signal: never,
      read: readBody,
      onRetry: writeProgressTooLate,
    })
    expect(await request.catch((error: Error) => error.message)).toBe('the job was taken over')
    expect(arxiv.requests).toHaveLength(1)
  })

  test('is not repeated when the caller wants one attempt', async () => {
    const { arxiv, fetcher } = start({ retries: { basePauseMs: 600_000 } })
    arxiv.fail('unavailable')
    const request = fetcher.get(new URL('/feed/status', arxiv.rssUrl), { signal: never, read: readBody, tries: 1 })
    expect(await sentenceOf(request)).toBe('source-unavailable: arXiv answers 503: Service Unavailable.')
    expect(arxiv.requests).toHaveLength(1)
  })

  test('because the connection was closed is not sent a second time, unseen, without the gap', async () => {
    let requests = 0
    const answerOnce = 'HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nfeed'
    using server = Bun.listen({
      hostname: '127.0.0.1',
      port: 0,
      socket: {
        data(socket) {
          requests += 1
          if (requests === 1) socket.write(answerOnce)
          else socket.end()
        },
      },
    })
    const origin = `http://127.0.0.1:${server.port}`
    const { fetcher } = start({ origins: [origin], retries: { tries: 1 } })
    const ask = () => fetcher.get(new URL(origin), { signal: never, read: readBody })
    expect(await ask()).toBe('feed')
    expect(await sentenceOf(ask())).toContain('closed the connection')
    expect(requests).toBe(2)
  })
})

test('A page may be parsed elsewhere, and a parser that rejects it causes a retry', async () => {
  const { arxiv, fetcher } = start()
  let calls = 0
  const page = await fetcher.get(new URL('/feed/status', arxiv.rssUrl), {
    signal: never,
    async read({ body }) {
      await Bun.sleep(0)
      if (++calls === 1) throw new SyntaxError('an empty page')
      return body
    },
  })
  expect([page, calls, arxiv.requests.length]).toEqual(['Status: GOOD', 2, 2])
})
