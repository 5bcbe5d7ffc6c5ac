import { now } from '#api/platform/clock.ts'
import { escapeXml } from './arxivState.ts'
import { FEED_FAULTS, type FeedFault } from './feedFaults.ts'
import { serveSimulated, type SimulatedService } from './simulatedService.ts'

export type FeedFormat = 'rss' | 'rdf' | 'atom' | 'json'

/** An item of a feed. It is in the feed from `at` on, which is also its date, until newer ones displace it. */
export interface SimItem {
  guid: string
  title: string
  /** Path on the simulator's host, or an address. */
  link: string
  text?: string
  authors?: string[]
  doi?: string
  at: string
  /** The date as it is written, if it is not `at`; "" for none. */
  date?: string
}

/** A feed at a path of the simulator. */
export interface SimFeed {
  format: FeedFormat
  title: string
  items: SimItem[]
  /** Items that it shows at most, the newest first. */
  shown?: number
  issn?: string
  ttlMinutes?: number
  headers?: Record<string, string>
  /** What its server says about changes: by default both validators, correctly. */
  validators?: 'none' | 'changing-etag' | 'always-unchanged' | 'future'
  /** Where its guids are other ones at each build. */
  hasChangingGuids?: boolean
  /** Replaces the answer. */
  answer?: (request: Request) => Response
}

export interface FeedsSimulator extends SimulatedService<FeedFault> {
  /** By path: "/jiv.rss". */
  feeds: Map<string, SimFeed>
  /** Pages of HTML by path. */
  pages: Map<string, string>
  /** The `If-None-Match` of each request, in order; null without one. */
  validators: (string | null)[]
  addressOf(path: string): string
}

const TYPES: Readonly<Record<FeedFormat, string>> = {
  rss: 'application/rss+xml; charset=utf-8',
  rdf: 'application/rdf+xml',
  atom: 'application/atom+xml',
  json: 'application/feed+json',
}

/** Serves feeds and pages on a local port. What a feed shows depends on the product's clock. */
export function startFeedsSimulator({ port = 0 } = {}): FeedsSimulator {
  let builds = 0

  function respond(url: URL, fault: FeedFault | undefined, request: Request): Response {
    if (fault !== undefined) return FEED_FAULTS[fault](url)
    const page = simulator.pages.get(url.pathname)
    if (page !== undefined) return new Response(page, { headers: { 'content-type': 'text/html; charset=utf-8' } })
    const feed = simulator.feeds.get(url.pathname)
    if (feed === undefined) return new Response('Not Found', { status: 404 })
    return feed.answer?.(request) ?? serve(feed, request)
  }

  function serve(feed: SimFeed, request: Request): Response {
    const shown = feed.items
      .filter(({ at }) => new Date(at) <= now())
      .toSorted((one, other) => (one.at < other.at ? 1 : -1))
      .slice(0, feed.shown ?? 20)
    builds += 1
    const body = write(feed, shown, simulator.apiUrl, feed.hasChangingGuids ? `-${builds}` : '')
    const newest = shown[0]?.at ?? '2026-01-01T00:00:00Z'
    const tag = feed.validators === 'changing-etag' ? `W/"${builds}"` : `W/"${Bun.hash(body).toString(36)}"`
    const isUnchanged = feed.validators === 'always-unchanged' || request.headers.get('if-none-match') === tag
    const changedAt = feed.validators === 'future' ? 'Fri, 01 Jan 2100 00:00:00 GMT' : new Date(newest).toUTCString()
    const headers = {
      'content-type': TYPES[feed.format],
      ...(feed.validators !== 'none' && { etag: tag, 'last-modified': changedAt }),
      ...feed.headers,
    }
    if (isUnchanged && request.headers.has('if-none-match')) return new Response(null, { status: 304, headers })
    return new Response(body, { headers })
  }

  const service = serveSimulated<FeedFault>({
    port,
    respond: (url, plan, request) => {
      simulator.validators.push(request.headers.get('if-none-match'))
      return respond(url, plan?.fault, request)
    },
  })
  const simulator: FeedsSimulator = Object.assign(service, {
    feeds: new Map<string, SimFeed>(),
    pages: new Map<string, string>(),
    validators: [],
    addressOf: (path: string) => `${service.apiUrl}${path}`,
  })
  return simulator
}

const tag = (name: string, text: string | undefined) =>
  text === undefined || text === '' ? '' : `<${name}>${escapeXml(text)}</${name}>`

function write(feed: SimFeed, items: readonly SimItem[], host: string, build: string): string {
  const addressOf = (link: string) => (link.startsWith('/') ? `${host}${link}` : link)
  const dateOf = ({ date, at }: SimItem) => date ?? new Date(at).toISOString()
  if (feed.format === 'json')
    return JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      title: feed.title,
      home_page_url: `${host}/`,
      items: items.map((item) => ({
        id: item.guid + build,
        url: addressOf(item.link),
        title: item.title,
        content_html: item.text,
        date_published: dateOf(item),
        authors: item.authors?.map((name) => ({ name })),
      })),
    })
  if (feed.format === 'atom')
    return (
      `<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom"><id>${host}/</id>${tag('title', feed.title)}` +
      items
        .map(
          (item) =>
            `<entry>${tag('id', item.guid + build)}${tag('title', item.title)}<link rel="alternate" href="${escapeXml(item.link)}"/>` +
            `${tag('published', dateOf(item))}${(item.authors ?? []).map((name) => `<author>${tag('name', name)}</author>`).join('')}` +
            `<content type="html">${escapeXml(item.text ?? '')}</content></entry>`,
        )
        .join('') +
      '</feed>'
    )
  const about = (item: SimItem) => (feed.format === 'rdf' ? ` rdf:about="${escapeXml(addressOf(item.link))}"` : '')
  const written = items
    .map(
      (item) =>
        `<item${about(item)}>${tag('title', item.title)}${tag('link', addressOf(item.link))}` +
        `${feed.format === 'rdf' ? '' : tag('guid', item.guid + build)}${tag('description', item.text)}` +
        `${tag(feed.format === 'rdf' ? 'dc:date' : 'pubDate', item.date ?? (feed.format === 'rdf' ? dateOf(item) : new Date(item.at).toUTCString()))}` +
        `${(item.authors ?? []).map((name) => tag('dc:creator', name)).join('')}${tag('prism:doi', item.doi)}</item>`,
    )
    .join('')
  const facts = `${tag('title', feed.title)}${tag('link', `${host}/`)}${tag('prism:issn', feed.issn)}${tag('ttl', feed.ttlMinutes?.toString())}`
  const spaces =
    'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:prism="http://prismstandard.org/namespaces/basic/2.0/"'
  return feed.format === 'rdf'
    ? `<?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" ${spaces}><channel rdf:about="${host}/">${facts}</channel>${written}</rdf:RDF>`
    : `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" ${spaces}><channel>${facts}${written}</channel></rss>`
}

const TEXT =
  'We count the lanterns of a town that we invented, street by street, and say how many there are, who lights them, and when. ' +
  'Those who count by machine miss some of them, mostly at corners, and we show why this is so and what helps.'

/** `count` items with invented titles, one an hour up to `until`, with consecutive numbers from `first` on. */
export const simItems = (count: number, until: string, first: number, changes: Partial<SimItem> = {}): SimItem[] =>
  Array.from({ length: count }, (_, index) => ({
    guid: `tag:feeds.example.org,2026:${first + index}`,
    title: `Lanterns in the streets of a town, part ${first + index}`,
    link: `/articles/${first + index}`,
    text: `<p>Part ${first + index}. ${TEXT}</p>`,
    authors: ['Mirela Quillfeather', 'Tomás Óðinsson'],
    at: new Date(new Date(until).getTime() - (count - 1 - index) * 3_600_000).toISOString(),
    ...changes,
  }))
