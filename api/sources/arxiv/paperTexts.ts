import { AppError } from '../../platform/errors.ts'
import { createFetcher, type FetcherOptions } from '../fetcher.ts'
import { parseResponse } from '../parsing/parseResponse.ts'
import type { TextLookUp } from '../versions.ts'

const HTML_MAX_BYTES = 10 * 1024 * 1024
/** Other requests to arXiv wait while a page arrives. */
const TOTAL_MS = 20_000
const PARSE_LIMITS = { timeMs: 15_000, memoryBytes: 768 * 1024 * 1024 }

/**
 * Reads the texts of versions from the HTML that arXiv makes of their sources. The requests take their place in the queue
 * of all requests to arXiv, with its pauses. Their failures are errors for the reader who asked, and do not count as
 * failures of the interfaces that papers are ingested from.
 */
export function createTextReader(requests: FetcherOptions, htmlUrl: string): Pick<TextLookUp, 'textUrl' | 'readText'> {
  const { onBreaker: _breaker, onRequestFailed: _failed, onRequestSucceeded: _succeeded, ...own } = requests
  const fetcher = createFetcher({
    ...own,
    limits: { ...own.limits, bodyMaxBytes: HTML_MAX_BYTES, totalMs: TOTAL_MS },
  })
  const textUrl = (id: string, version: number) => `${htmlUrl.replace(/\/+$/, '')}/${id}v${version}`
  return {
    textUrl,
    async readText(id, version, { signal }) {
      try {
        return await fetcher.get(new URL(textUrl(id, version)), {
          signal,
          accept: [404],
          tries: 1,
          read: ({ status, body }) =>
            status === 404 ? { problem: 'none' as const } : parseResponse('paperHtml', body, {}, PARSE_LIMITS),
        })
      } catch (error) {
        if (isTooLarge(error)) return { problem: 'too-large' }
        throw error
      }
    },
  }
}

const isTooLarge = (error: unknown): boolean =>
  error instanceof AppError &&
  error.cause instanceof Error &&
  /^the answer (?:is larger|unpacks to more) than/.test(error.cause.message)
