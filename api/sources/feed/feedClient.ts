import { AppError } from '../../platform/errors.ts'
import { isPublicUrl } from '../../platform/hosts.ts'
import type { ClientOptions } from '../clientOptions.ts'
import { readRetryAfter } from '../failures.ts'
import { createFetcher, type Fetcher } from '../fetcher.ts'
import { parseResponse } from '../parsing/parseResponse.ts'
import type { SentResponse } from '../requestSender.ts'
import { decodeFeed } from './decodeFeed.ts'
import type { PaperPage } from './paperPage.ts'
import type { FeedOrPage } from './parseFeed.ts'

/** Why an address could not be read. "no-answer" is also what the rules refuse: a reader learns nothing of inner hosts. */
export type FeedFailure =
  | 'no-answer'
  | 'unknown-name'
  | 'not-a-feed'
  | 'too-large'
  | 'blocked'
  | 'refused'
  | 'missing'
  | 'gone'
  | 'busy'

/** The result of one request, with redirects. */
export type FeedAnswer =
  | { outcome: 'unchanged'; response: SentResponse }
  | { outcome: 'text'; response: SentResponse; read: FeedOrPage; hash: string }
  | Failed
interface Failed {
  outcome: 'failed'
  failure: FeedFailure
  retryAfterMs: number
}

export interface FeedClientOptions extends ClientOptions {
  contactEmail: string
  /** Only hosts on the public internet, and the ports of the web. Off where the feeds of a simulator are read. */
  publicOnly: boolean
}

interface Asking {
  signal: AbortSignal
  etag?: string | null
  modified?: string | null
  /** Hash of the text that the caller has. */
  hash?: string | null
  /** A guess does not follow redirects. */
  isGuess?: boolean
}

export interface FeedClient {
  /** Asks an address once. Throws only when it is stopped. */
  ask(address: string, options: Asking): Promise<FeedAnswer>
  /** Asks once for the page of a paper. Throws only when it is stopped. */
  askPage(address: string, options: { signal: AbortSignal }): Promise<{ outcome: 'page'; page: PaperPage } | Failed>
}

const NAME = 'The feed'
const SLOT = 'feed'
const ACCEPT =
  'application/atom+xml, application/rss+xml, application/rdf+xml, application/feed+json, application/xml;q=0.9, text/html;q=0.5'
const ACCEPT_PAGE = 'text/html, application/xhtml+xml'
const REDIRECTS_MAX = 5
const LIMITS = { firstByteMs: 20_000, totalMs: 30_000, bodyMaxBytes: 8 * 1024 * 1024, ratioMax: 100 }
/** The schedule repeats a visit that failed. */
const RETRIES = { tries: 1, waitMaxMs: 60_000, breakerFailures: 1_000 }
const ANY_STATUS = Array.from({ length: 500 }, (_, at) => 100 + at)
/** What the services that keep programs away put into their pages. */
const WALL = /challenge-platform|just a moment|attention required|captcha-delivery|_incapsula_/i
const FAILURES: Readonly<Record<number, FeedFailure>> = { 401: 'refused', 403: 'refused', 404: 'missing', 410: 'gone' }

/** The client of all feeds, and of pages that readers name: one request at a time to each host, with a pause between two. */
export function createFeedClient({
  contactEmail,
  publicOnly,
  gapMs,
  readSettings,
  ...options
}: FeedClientOptions): FeedClient {
  const create = (redirectsMax: number, accept = ACCEPT): Fetcher =>
    createFetcher({
      ...options,
      retries: { ...RETRIES, ...options.retries },
      limits: { ...LIMITS, ...options.limits },
      name: NAME,
      slotKey: SLOT,
      slotOf: ({ host }) => `${SLOT} ${host}`,
      userAgent: `Paperdawn/0.1 (mailto:${contactEmail})`,
      headers: async () => ({ accept }),
      gapMs: async () => (await readSettings?.())?.gap_ms ?? gapMs,
      origins: 'any',
      redirectsMax,
      decode: decodeFeed,
      refuse: (address) => (isAllowed(address, publicOnly) ? null : 'did not answer'),
    })
  const fetcher = create(REDIRECTS_MAX)
  const guesser = create(0)
  const pages = create(REDIRECTS_MAX, ACCEPT_PAGE)

  return {
    ask: (address, { signal, etag, modified, hash: known, isGuess = false }) =>
      orFailure(signal, async () => {
        const asked = await (isGuess ? guesser : fetcher).getIfChanged(new URL(address), {
          signal,
          accept: ANY_STATUS,
          validator: etag,
          modified,
          read: async (response) => failureIn(response) ?? (await readFeed(response, known ?? null)),
        })
        return asked.unchanged ? { outcome: 'unchanged', response: asked.answer } : asked.page
      }),
    askPage: (address, { signal }) =>
      orFailure(signal, () =>
        pages.get(new URL(address), {
          signal,
          accept: ANY_STATUS,
          async read(response) {
            const failed = failureIn(response)
            return failed ?? { outcome: 'page', page: await parseResponse('paperPage', response.body, {}) }
          },
        }),
      ),
  }
}

async function orFailure<Answer>(signal: AbortSignal, ask: () => Promise<Answer | Failed>): Promise<Answer | Failed> {
  try {
    return await ask()
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof AppError)) throw error
    return { outcome: 'failed', failure: failureOf(error), retryAfterMs: (error.details.retryAfter ?? 0) * 1000 }
  }
}

/** Ports other than those of the web, names of this network, and names with a password are never asked. */
function isAllowed({ href, protocol, username, password, port }: URL, publicOnly: boolean): boolean {
  const isWeb = protocol === 'https:' || protocol === 'http:'
  const isPublic = (port === '' || port === '80' || port === '443') && isPublicUrl(href)
  return isWeb && username === '' && password === '' && (isPublic || !publicOnly)
}

/** Why an answer is none that can be read; null for one that may be. */
function failureIn(response: SentResponse): Failed | null {
  const { status, headers, body } = response
  const isWall = headers.get('cf-mitigated') === 'challenge' || ((status === 403 || status === 503) && WALL.test(body))
  if (isWall) return { outcome: 'failed', failure: 'blocked', retryAfterMs: 0 }
  if (status === 200) return null
  const failure = FAILURES[status] ?? (status === 429 || status >= 500 ? 'busy' : 'no-answer')
  return { outcome: 'failed', failure, retryAfterMs: readRetryAfter(response) }
}

async function readFeed(response: SentResponse, known: string | null): Promise<FeedAnswer> {
  const { body, address } = response
  const hash = new Bun.CryptoHasher('sha256').update(body).digest('base64url')
  if (hash === known) return { outcome: 'unchanged', response }
  const read = await parseResponse('feed', body, { address: address.href })
  return { outcome: 'text', response, read, hash }
}

function failureOf({ cause, details }: AppError): FeedFailure {
  if (cause instanceof SyntaxError) return 'not-a-feed'
  if (details.retryAfter !== undefined) return 'busy'
  if (cause instanceof AppError) return cause.code === 'unavailable' ? 'unknown-name' : 'no-answer'
  if (!(cause instanceof Error)) return 'no-answer'
  if ('code' in cause && (cause.code === 'ENOTFOUND' || cause.code === 'EAI_NONAME')) return 'unknown-name'
  return /larger than|unpacks to more/.test(cause.message) ? 'too-large' : 'no-answer'
}
