import { afterEach } from 'bun:test'
import type { BreakerState } from '#api/contract/admin.ts'
import type { FetchedResponse } from '#api/sources/boundedFetch.ts'
import { createFetcher, type FetcherOptions, type RequestFailure } from '#api/sources/fetcher.ts'
import { startArxivSimulator } from '#tests/simulators/arxiv.ts'
import { localRateLimit } from '#tests/simulators/rateLimit.ts'

type Options = Partial<FetcherOptions>

const createOn = (origin: string, options: Options) =>
  createFetcher({
    name: 'arXiv',
    rateLimit: localRateLimit(),
    slotKey: 'arxiv',
    gapMs: 0,
    userAgent: 'Paperdawn/0.1 (mailto:ada@example.org)',
    origins: [origin],
    ...options,
    retries: { basePauseMs: 1, ...options.retries },
  })

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
    serve(answers: readonly (() => Response)[], options: Options = {}) {
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
