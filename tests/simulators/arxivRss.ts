import { addDays, ARXIV_ZONE, dayIn, instantOf } from '#api/platform/clock.ts'
import { batchOf, carried, escapeAttribute, escapeXml, readFeedQuery, type FeedItem } from './arxivState.ts'
import type { SimPaper } from './simPapers.ts'

interface FeedRequest {
  papers: readonly SimPaper[]
  /** "rss" or "atom". */
  format: string
  query: string
  /** The feed was rebuilt today but still shows the previous batch. */
  stale: boolean
  at: Date
  ifNoneMatch: string | null
}

/** Responds with the feed of the current batch, 304, or an error feed with 400. Empty on days without announcement. */
export function respondToFeed({ papers, format, query, stale, at, ifNoneMatch }: FeedRequest): Response {
  const today = dayIn(ARXIV_ZONE, at)
  const midnight = instantOf(today, '00:00', ARXIV_ZONE)
  const day = stale ? newestDayBefore(papers, today) : today
  const type = { 'content-type': `application/${format}+xml` }
  try {
    const { names, codes } = readFeedQuery(decodeURIComponent(query))
    const items = batchOf(papers, day, codes)
    const frame = { names, query, today, day, builtAt: new Date(midnight.getTime() + 9_000), items }
    const body = format === 'rss' ? renderRss(frame) : renderAtom(frame)
    // Without quotation marks, as arXiv sends it.
    const etag = new Bun.CryptoHasher('sha256').update(body).digest('hex')
    const next = instantOf(addDays(today, 1), '00:00', ARXIV_ZONE)
    const headers = { ...type, etag, 'cache-control': `max-age=${Math.floor((next.getTime() - at.getTime()) / 1000)}` }
    return ifNoneMatch === etag ? new Response(null, { status: 304, headers }) : new Response(body, { headers })
  } catch (error) {
    return new Response(renderError(format, query, error instanceof Error ? error.message : String(error), at), {
      status: 400,
      headers: type,
    })
  }
}

/** The newest day before `today` on which something was announced. */
function newestDayBefore(papers: readonly SimPaper[], today: string): string {
  const days = papers.flatMap(({ announced }) => announced.map(({ on }) => on)).filter((day) => day < today)
  return days.toSorted().at(-1) ?? addDays(today, -1)
}

interface Frame {
  names: string[]
  query: string
  today: string
  day: string
  builtAt: Date
  items: FeedItem[]
}

const opening = `<?xml version='1.0' encoding='UTF-8'?>
<rss xmlns:arxiv="http://arxiv.org/schemas/atom" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" version="2.0">
  <channel>`

function renderRss({ names, query, today, day, builtAt, items }: Frame): string {
  const address = `http://rss.arxiv.org/rss/${escapeXml(query)}`
  return `${opening}
    <title>${names.join(', ')} updates on arXiv.org</title>
    <link>${address}</link>
    <description>${names.join(', ')} updates on the arXiv.org e-print archive.</description>
    <atom:link href="${address}" rel="self" type="application/rss+xml"/>
    <docs>http://www.rssboard.org/rss-specification</docs>
    <language>en-us</language>
    <lastBuildDate>${rfc822(builtAt, '+0000')}</lastBuildDate>
    <managingEditor>rss-help@arxiv.org</managingEditor>
    <pubDate>${mailingDate(today)}</pubDate>
    <skipDays>
      <day>Sunday</day>
      <day>Saturday</day>
    </skipDays>
${items.map((item) => renderItem(item, day)).join('')}  </channel>
</rss>
`
}

const renderItem = ({ paper, version, type }: FeedItem, day: string) => `    <item>
      <title>${escapeXml(paper.title)}</title>
      <link>https://arxiv.org/abs/${paper.id}</link>
      <description>${escapeXml(describe(paper, version, type))}</description>
      <guid isPermaLink="false">oai:arXiv.org:${paper.id}v${version}</guid>
${carried(paper)
  .map((code) => `      <category>${code}</category>\n`)
  .join('')}      <pubDate>${mailingDate(day)}</pubDate>
      <arxiv:announce_type>${type}</arxiv:announce_type>
${optional('dc:rights', paper.license)}${optional('arxiv:DOI', paper.dois?.[0])}${optional('arxiv:journal_reference', paper.journal_ref)}      <dc:creator>${escapeXml(creators(paper))}</dc:creator>
    </item>
`

const optional = (name: string, value: string | undefined) =>
  value ? `      <${name}>${escapeXml(value)}</${name}>\n` : ''

/** arXiv, too, sends a space before the line break. */
const describe = (paper: SimPaper, version: number, type: string) =>
  `arXiv:${paper.id}v${version} Announce Type: ${type} \nAbstract: ${paper.abstract}`

const creators = ({ authors, authors_text }: SimPaper) =>
  authors_text ?? authors.map(({ name, affiliation }) => (affiliation ? `${name} (${affiliation})` : name)).join(', ')

function renderAtom({ names, query, today, day, builtAt, items }: Frame): string {
  const address = `http://rss.arxiv.org/atom/${escapeXml(query)}`
  const entries = items.map(
    ({ paper, version, type }) => `  <entry>
    <id>oai:arXiv.org:${paper.id}v${version}</id>
    <title>${escapeXml(paper.title)}</title>
    <updated>${builtAt.toISOString()}</updated>
    <link href="https://arxiv.org/abs/${paper.id}" rel="alternate" type="text/html"/>
    <summary>${escapeXml(describe(paper, version, type))}</summary>
${carried(paper)
  .map((code) => `    <category term="${escapeAttribute(code)}"/>\n`)
  .join('')}    <published>${day}T00:00:00${offsetOf(day)}</published>
    <arxiv:announce_type>${type}</arxiv:announce_type>
    <dc:creator>${escapeXml(creators(paper))}</dc:creator>
  </entry>
`,
  )
  return `<?xml version='1.0' encoding='UTF-8'?>
<feed xmlns:arxiv="http://arxiv.org/schemas/atom" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns="http://www.w3.org/2005/Atom">
  <id>${address}</id>
  <title>${names.join(', ')} updates on arXiv.org</title>
  <updated>${today}T00:00:00${offsetOf(today)}</updated>
  <link href="${address}" rel="self" type="application/atom+xml"/>
  <subtitle>${names.join(', ')} updates on the arXiv.org e-print archive.</subtitle>
${entries.join('')}</feed>
`
}

function renderError(format: string, query: string, message: string, at: Date): string {
  const address = `http://rss.arxiv.org/${format}/${escapeXml(query)}`
  const title = `Feed error for query: ${address}`
  if (format === 'atom')
    return `<?xml version='1.0' encoding='UTF-8'?>\n<feed xmlns="http://www.w3.org/2005/Atom">\n  <id>${address}</id>\n  <title>${title}</title>\n  <updated>${at.toISOString()}</updated>\n  <subtitle>${escapeXml(message)}</subtitle>\n</feed>\n`
  return `${opening}
    <title>${title}</title>
    <link>${address}</link>
    <description>${escapeXml(message)}</description>
    <docs>http://www.rssboard.org/rss-specification</docs>
    <language>en-us</language>
    <lastBuildDate>${rfc822(at, '+0000')}</lastBuildDate>
    <managingEditor>rss-help@arxiv.org</managingEditor>
    <pubDate>${mailingDate(dayIn(ARXIV_ZONE, at))}</pubDate>
  </channel>
</rss>
`
}

const rfc822 = (at: Date, offset: string) => at.toUTCString().replace('GMT', offset)

/** Midnight of `day` in Eastern time, in arXiv's format. */
const mailingDate = (day: string) => rfc822(new Date(`${day}T00:00:00Z`), offsetOf(day).replace(':', ''))

const offsetOf = (day: string) =>
  `-0${(instantOf(day, '00:00', ARXIV_ZONE).getTime() - Date.parse(`${day}T00:00:00Z`)) / 3_600_000}:00`
