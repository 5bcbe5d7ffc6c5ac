import { afterEach } from 'bun:test'
import type { BreakerState } from '#api/contract/admin.ts'
import type { FetchedResponse } from '#api/sources/boundedFetch.ts'
import { now } from '#api/platform/clock.ts'
import { createFetcher, type Fetcher, type FetcherOptions, type RequestFailure } from '#api/sources/fetcher.ts'
import { startArxivSimulator } from '#tests/simulators/arxiv.ts'
import { localRateLimit } from '#tests/simulators/rateLimit.ts'

type Options = Partial<FetcherOptions>

/** No test waits for a longer pause: a request that plans one fails at once, so that no test hangs in it. */
const PAUSE_MAX_MS = 20_000

function createOn(origin: string, options: Options): Fetcher {
  const tooLong = Promise.withResolvers<never>()
  tooLong.promise.catch(() => undefined)
  const fetcher = createFetcher({
    name: 'arXiv',
    rateLimit: localRateLimit(),
    slotKey: 'arxiv',
    gapMs: 0,
    userAgent: 'Paperdawn/0.1 (mailto:ada@example.org)',
    origins: [origin],
    ...options,
    retries: { basePauseMs: 1, ...options.retries },
    onRequestFailed(failure) {
      options.onRequestFailed?.(failure)
      const pauseMs = (failure.willRetryAt ?? now()).getTime() - now().getTime()
      if (pauseMs > PAUSE_MAX_MS) tooLong.reject(new Error(`the request would be repeated in ${pauseMs / 1000} s`))
    },
  })
  return {
    get: (...request) => Promise.race([fetcher.get(...request), tooLong.promise]),
    getIfChanged: (...request) => Promise.race([fetcher.getIfChanged(...request), tooLong.promise]),
  }
}

/** Fetchers of a simulated arXiv and of a service that a test writes. Both end with the test. */
export function useFetcher() {
  const stops: (() => unknown)[] = []
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop()
  })

  return {
    /** A simulated arXiv with a fetcher, and what it reported. */
    start(options: Options = {}) {
      const arxiv = startArxivSimulator()
      stops.push(() => arxiv.stop())
      const states: BreakerState[] = []
      const failures: RequestFailure[] = []
      const fetcher = createOn(arxiv.rssUrl, {
        onBreaker: (state) => states.push(state),
        onRequestFailed: (failure) => failures.push(failure),
        ...options,
      })
      const ask = (path = '/feed/status', signal = new AbortController().signal) =>
        fetcher.get(new URL(path, arxiv.rssUrl), { signal, read: ({ body }) => body })
      return { arxiv, fetcher, ask, states, failures }
    },

    /** A service that answers its requests, in order, with `answers`; the last one repeats. */
    serve(answers: readonly (() => Response | Promise<Response>)[], options: Options = {}) {
      const requests: { validator: string | null }[] = []
      const server = Bun.serve({
        hostname: '127.0.0.1',
        port: 0,
        fetch(request) {
          // Bun drops the headers of a request when it has been answered.
          requests.push({ validator: request.headers.get('if-none-match') })
          return (answers[requests.length - 1] ?? answers.at(-1) ?? Response.error)()
        },
      })
      stops.push(() => server.stop(true))
      const { origin } = server.url
      return { address: new URL('/feed', origin), requests, fetcher: createOn(origin, options) }
    },
  }
}

export const { signal: never } = new AbortController()
export const readBody = ({ body }: FetchedResponse) => body

/** Returns the code and message of the error that a failed request throws. */
export const sentenceOf = (request: Promise<unknown>) =>
  request.then(
    () => 'no failure',
    (error: { code: string; message: string }) => `${error.code}: ${error.message}`,
  )
