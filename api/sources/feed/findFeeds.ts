import { DAY_MS } from '../../platform/clock.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError, invalidField } from '../../platform/errors.ts'
import { canonicalFeedAddress } from '../../text/feedAddress.ts'
import type { FoundFeed } from '../finders.ts'
import type { FeedAnswer, FeedClient, FeedFailure } from './feedClient.ts'
import type { FeedPage } from './feedPage.ts'
import type { ParsedFeed } from './parseFeed.ts'

const GUESSES = [
  'feed/',
  'rss.xml',
  'atom.xml',
  'feed.xml',
  'index.xml',
  'rss/',
  'feed.atom',
  'index.rss',
  'rss/feed.xml',
]
/** Feeds of a page that are read to be shown. */
const SHOWN_MAX = 4
const SAMPLE = 3

/** Why there is nothing to follow at an address. What the rules refuse has the words of no answer. */
const SENTENCES: Readonly<Record<FeedFailure, string>> = {
  'no-answer': 'No answer came from this address.',
  'unknown-name': 'There is no host of this name.',
  'not-a-feed': 'There is no feed at this address, and the page names none.',
  'too-large': 'What is at this address is too large for a feed.',
  blocked: 'This publisher does not let programs read its feed; follow the journal by ISSN instead.',
  refused: 'The server does not let this address be read without signing in.',
  missing: 'There is nothing at this address.',
  gone: 'This feed has ended.',
  busy: 'The server is too busy to answer. Try again in an hour.',
}
const FOR_LATER: ReadonlySet<FeedFailure> = new Set(['no-answer', 'busy'])

interface FindOptions {
  client: FeedClient
  signal: AbortSignal
  /** Pause between two guesses. */
  guessGapMs: number
}

/**
 * Finds the feed at `address`, or those that the page there names, or one at an address where feeds often are. Throws
 * "invalid-input" with the reason when there is none, and "source-unavailable" when there may be one later.
 */
export async function findFeeds(address: string, options: FindOptions): Promise<FoundFeed[]> {
  const { client, signal } = options
  const answer = await askSafely(address, options)
  if (answer.outcome !== 'text') {
    const failure = answer.outcome === 'failed' ? answer.failure : 'no-answer'
    const message = SENTENCES[failure]
    if (FOR_LATER.has(failure)) throw new AppError('source-unavailable', message)
    throw invalidField('url', message)
  }
  const own = answer.response.address.href
  if ('feed' in answer.read) return [describe(canonicalFeedAddress(own) ?? own, answer.read.feed, null)]
  const { page } = answer.read
  const found: FoundFeed[] = []
  for (const link of page.feeds.slice(0, SHOWN_MAX)) {
    const linked = await client.ask(link, { signal })
    if (linked.outcome === 'text' && 'feed' in linked.read) found.push(toFound(linked, linked.read.feed, page))
  }
  if (found.length === 0) found.push(...(await guess(own, page, options)))
  if (found.length === 0) throw invalidField('url', SENTENCES['not-a-feed'])
  return found
}

/** Over https where the server has it. */
async function askSafely(address: string, { client, signal }: FindOptions): Promise<FeedAnswer> {
  const url = new URL(address)
  if (url.protocol === 'http:' && url.port === '') {
    url.protocol = 'https:'
    const safe = await client.ask(url.href, { signal })
    if (safe.outcome === 'text') return safe
  }
  return client.ask(address, { signal })
}

/** Asks where feeds often are, in the folder of the page and at the root; nine requests at most, one after the other. */
async function guess(
  address: string,
  page: FeedPage,
  { client, signal, guessGapMs }: FindOptions,
): Promise<FoundFeed[]> {
  const folder = new URL('.', address).href
  const root = new URL('/', address).href
  const bases = folder === root ? [root] : [folder, root]
  const guesses = GUESSES.flatMap((name) => bases.map((base) => new URL(name, base).href))
  for (const guessed of guesses.slice(0, GUESSES.length)) {
    await sleep(guessGapMs, undefined, { signal })
    const answer = await client.ask(guessed, { signal, isGuess: true })
    if (answer.outcome === 'text' && 'feed' in answer.read) return [toFound(answer, answer.read.feed, page)]
  }
  return []
}

function toFound({ response }: FeedAnswer & { outcome: 'text' }, feed: ParsedFeed, page: FeedPage): FoundFeed {
  const { href } = response.address
  return describe(canonicalFeedAddress(href) ?? href, feed, page)
}

function describe(address: string, { title, issn, items }: ParsedFeed, page: FeedPage | null): FoundFeed {
  const records = items.map(({ record }) => record)
  const dates = records
    .flatMap(({ published_at }) => published_at ?? [])
    .toSorted((one, other) => Number(other) - Number(one))
  const [newest, oldest] = [dates[0], dates.at(-1)]
  const days = newest && oldest ? (newest.getTime() - oldest.getTime()) / DAY_MS : 0
  const share = (count: number) => (records.length === 0 ? 0 : Math.round((count / records.length) * 100) / 100)
  return {
    address,
    title: title || page?.title || new URL(address).hostname,
    sample: records.slice(0, SAMPLE).map((record) => record.title),
    items: records.length,
    newestOn: newest?.toISOString().slice(0, 10) ?? null,
    withAbstract: share(records.filter(({ abstract }) => abstract !== null).length),
    withDoi: share(records.filter(({ doi }) => doi !== null).length),
    perDay: days < 1 ? null : Math.round(((dates.length - 1) / days) * 100) / 100,
    issn: issn ?? page?.issn ?? null,
  }
}
