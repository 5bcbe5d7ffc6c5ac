import { afterEach, describe, expect, spyOn, test } from 'bun:test'
import { setClock } from '#api/platform/clock.ts'
import { localRateLimit } from '#tests/simulators/rateLimit.ts'
import { errorOf } from '#tests/support/errorOf.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'
import { never, readBody, sentenceOf, useFetcher } from './useFetcher.ts'

const { start, serve } = useFetcher()
afterEach(() => setClock(null))

const moved = () => new Response(null, { status: 302, headers: { location: '/new', 'retry-after': '7200' } })

/** Returns HTTP dates relative to one moment. */
function dates() {
  const from = Date.now()
  return (ms: number) => new Date(from + ms).toUTCString()
}

/** About two hours: a slow machine may have used some of them. */
const twoHours = expect.closeTo(7_200, -2)

/** Returns the seconds until the service may be asked again, after an answer with these headers. */
async function secondsAfter(headers: Record<string, string>, status = 503) {
  const { fetcher, address, requests } = serve([() => new Response('', { status, headers })], {
    retries: { waitMaxMs: 0, tries: 1 },
  })
  const error = await errorOf(fetcher.get(address, { signal: never, read: readBody }))
  expect(requests).toHaveLength(1)
  return error.details.retryAfter
}

describe('A service that asks for a pause', () => {
  test('is asked again after the pause: in seconds, as a date, and as a date of its own clock', async () => {
    const at = dates()
    expect(await secondsAfter({ 'retry-after': '7200' })).toBe(7_200)
    expect(await secondsAfter({ 'retry-after': '7200' }, 429)).toBe(7_200)
    expect(await secondsAfter({ 'retry-after': at(7_200_000), date: at(0) })).toBe(7_200)
    // The clock of the service is a day behind.
    expect(await secondsAfter({ 'retry-after': at(-79_200_000), date: at(-86_400_000) })).toBe(7_200)
  })

  test('is asked again after a day when it asks for years', async () => {
    expect(await secondsAfter({ 'retry-after': '999999999999' })).toBe(86_400)
    expect(await secondsAfter({ 'retry-after': 'Fri, 31 Dec 9999 23:59:59 GMT' })).toBe(86_400)
    expect(await secondsAfter({ 'retry-after': '9'.repeat(400) })).toBe(86_400)
  })

  test('is asked again when its requests begin again, if it says nothing else', async () => {
    const reset = String(Math.round(Date.now() / 1000) + 7_200)
    expect(await secondsAfter({ 'x-ratelimit-reset': reset }, 429)).toEqual(twoHours)
    expect(await secondsAfter({ 'x-ratelimit-reset': reset, 'retry-after': '60' }, 429)).toBe(60)
    // It is sent with answers that are no refusals, too, and by others as a number of seconds.
    expect(await secondsAfter({ 'x-ratelimit-reset': reset })).toBeUndefined()
    expect(await secondsAfter({ 'x-ratelimit-reset': '7200' }, 429)).toBeUndefined()
  })

  test('is asked again as usual when its header has no meaning', async () => {
    for (const value of ['', 'soon', '-5', '0', 'Thu, 01 Jan 1970 00:00:00 GMT'])
      expect(await secondsAfter({ 'retry-after': value })).toBeUndefined()
  })

  test('is not asked by anyone before the end of a short pause, and then by all', async () => {
    const { arxiv, ask } = start()
    arxiv.fail('unavailable', { retryAfter: '1' })
    const first = ask()
    await waitUntil(() => arxiv.requests[0]?.status === 503)
    const answers = await Promise.all([first, ask(), ask('/rss/cs'), ask('/oai2?verb=Identify')])
    expect(answers[0]).toBe('Status: GOOD')
    expect(arxiv.requests.length).toBeGreaterThanOrEqual(5)
    expect(arxiv.gaps()[0]).toBeGreaterThan(950)
  })

  test('is not asked during a long pause: requests fail at once and say when it may be asked again', async () => {
    setClock(new Date('2026-11-20T04:12:30Z'))
    const { arxiv, ask } = start()
    arxiv.fail('unavailable', { retryAfter: '7200' })
    const cause = await errorOf(ask())
    expect(cause).toMatchObject({ code: 'source-unavailable', details: { retryAfter: 7_200 } })
    expect(cause.message).toBe('arXiv answers 503: Service Unavailable; it may be asked again at 2026-11-20 06:13 UTC.')
    const refusal = await errorOf(ask('/rss/cs'))
    expect(refusal).toMatchObject({ code: 'source-unavailable', details: { refused: true, retryAfter: twoHours } })
    expect(refusal.message).toBe('arXiv asked for a pause; it may be asked again at 2026-11-20 06:13 UTC.')
    expect(arxiv.requests).toHaveLength(1)
  })

  test('is not asked by requests that waited for their time while it answered', async () => {
    const { arxiv, ask } = start({ gapMs: 20 })
    arxiv.fail('rate-limited', { retryAfter: '7200' })
    const errors = await Promise.all(Array.from({ length: 6 }, () => errorOf(ask())))
    expect(arxiv.requests).toHaveLength(1)
    for (const error of errors) expect(error).toMatchObject({ details: { retryAfter: twoHours } })
  })

  test('with a redirect is asked at the new address after the pause', async () => {
    const { fetcher, address, requests } = serve([moved, () => new Response('feed')])
    const error = await errorOf(fetcher.get(address, { signal: never, read: readBody }))
    expect(error).toMatchObject({ details: { refused: false, retryAfter: twoHours } })
    expect(requests).toHaveLength(1)
  })

  test('is left alone by all requests after "slow down" without a time', async () => {
    using random = spyOn(Math, 'random').mockReturnValue(1)
    const rateLimit = localRateLimit()
    const { arxiv, ask, failures } = start({ rateLimit, retries: { basePauseMs: 300, tries: 2 } })
    arxiv.fail('rate-limited')
    const first = ask()
    await waitUntil(() => failures.length === 1)
    await Promise.all([first, ask('/rss/cs')])
    expect(random).toHaveBeenCalled()
    expect(arxiv.gaps()[0]).toBeGreaterThan(250)
  })
})

describe('A service that fails again and again', () => {
  test('is not asked while the breaker is open, and the error says for how long', async () => {
    const { arxiv, ask } = start({ retries: { tries: 1, breakerFailures: 2, breakerOpenMs: 600_000 } })
    arxiv.fail('server-error', { times: 2 })
    await sentenceOf(ask())
    await sentenceOf(ask())
    expect(await errorOf(ask())).toMatchObject({ details: { refused: true, retryAfter: expect.closeTo(600, -2) } })
    expect(arxiv.requests).toHaveLength(2)
  })

  test('was asked when the breaker opened between two attempts of a request', async () => {
    const { arxiv, ask } = start({ retries: { tries: 5, breakerFailures: 2, breakerOpenMs: 600_000 } })
    arxiv.fail('server-error', { times: 2 })
    expect(await errorOf(ask())).toMatchObject({ details: { refused: false, retryAfter: expect.closeTo(600, -2) } })
  })

  test('does not keep a job that is stopped while another one makes the trial request', async () => {
    const { arxiv, ask } = start({ retries: { tries: 1, breakerFailures: 1, breakerOpenMs: 0 } })
    arxiv.fail('server-error')
    await sentenceOf(ask())
    arxiv.fail('hang')
    const stopTrial = new AbortController()
    const trial = ask('/feed/status', stopTrial.signal).catch((error: unknown) => error)
    await waitUntil(() => arxiv.requests.length === 2)
    const stop = new AbortController()
    const waiting = ask('/feed/status', stop.signal).catch((error: unknown) => error)
    stop.abort(new Error('stopped'))
    expect(await waiting).toMatchObject({ message: 'stopped' })
    stopTrial.abort(new Error('stopped, too'))
    expect(await trial).toMatchObject({ message: 'stopped, too' })
  })
})
