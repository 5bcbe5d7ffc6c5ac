import { expect, test } from 'bun:test'
import { parseFeed } from '#api/sources/feed/parseFeed.ts'
import { ABSTRACT, ADDRESS, item, NAMESPACES, parse, recordOf, rss } from '#tests/api/support/parsedFeeds.ts'

test('an item of RSS 2.0 in the way of a publisher has its DOI, authors, abstract and date, and not the month of its issue', () => {
  const feed = rss(`<item>
   <title>Counting &lt;i&gt;Lanterns&lt;/i&gt;: A Benchmark</title>
   <link>https://press.example.org/doi/10.5555/jiv.2026.0011?af=R</link>
   <guid isPermaLink="false">10.5555/jiv.2026.0011</guid>
   <description>Journal of Imaginary Vision, EarlyView.</description>
   <content:encoded><![CDATA[<h2>ABSTRACT</h2><p>${ABSTRACT} <img src="https://press.example.org/toc.png"/></p>]]></content:encoded>
   <pubDate>Sun, 20 Sep 2026 07:00:00 GMT</pubDate>
   <dc:creator> Mirela Quillfeather, Tomás Óðinsson </dc:creator>
   <prism:doi>10.5555/jiv.2026.0011</prism:doi><prism:publicationName>Journal of Imaginary Vision</prism:publicationName>
   <prism:coverDate>2026-12-01</prism:coverDate></item>`)
  expect(feed.title).toBe('Journal of Imaginary Vision: Early View')
  expect(recordOf(feed)).toMatchObject({
    source: 'feed',
    source_id: 'https://press.example.org/doi/10.5555/jiv.2026.0011',
    kind: 'article',
    title: 'Counting Lanterns: A Benchmark',
    abstract: ABSTRACT,
    authors: [{ name: 'Mirela Quillfeather' }, { name: 'Tomás Óðinsson' }],
    doi: '10.5555/jiv.2026.0011',
    venue: { name: 'Journal of Imaginary Vision' },
    published_at: new Date('2026-09-20T07:00:00Z'),
  })
})

test('an item of RSS 1.0 is beside its channel, not in it', () => {
  const record = recordOf(
    parse(`<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" ${NAMESPACES}>
 <channel rdf:about="https://letters.example.org/current.rdf"><title>Letters of Nowhere</title><link>https://letters.example.org/</link>
  <items><rdf:Seq><rdf:li rdf:resource="https://letters.example.org/a/s1-026-00011-2"/></rdf:Seq></items></channel>
 <item rdf:about="https://letters.example.org/a/s1-026-00011-2">
  <title><![CDATA[Counting lanterns]]></title><link>https://letters.example.org/a/s1-026-00011-2</link>
  <content:encoded><![CDATA[<p>Letters of Nowhere, Published online: 21 September 2026; <a href="https://letters.example.org/a/s1-026-00011-2">doi:10.5555/s1-026-00011-2</a></p>${ABSTRACT}]]></content:encoded>
  <dc:creator>Mirela Quillfeather</dc:creator><dc:creator>Tomás Óðinsson</dc:creator>
  <dc:identifier>doi:10.5555/s1-026-00011-2</dc:identifier><dc:source>Letters of Nowhere (2026)</dc:source><dc:date>2026-09-21</dc:date>
 </item></rdf:RDF>`),
  )
  expect(record).toMatchObject({
    title: 'Counting lanterns',
    abstract: ABSTRACT,
    authors: [{ name: 'Mirela Quillfeather' }, { name: 'Tomás Óðinsson' }],
    doi: '10.5555/s1-026-00011-2',
    venue: { name: 'Letters of Nowhere' },
    published_at: new Date('2026-09-21T00:00:00Z'),
    published_precision: 'day',
  })
})

const atom = (content: string) =>
  recordOf(
    parse(
      `<feed xmlns="http://www.w3.org/2005/Atom"><id>https://blog.example.org/</id><title>Lantern notes</title><updated>2026-09-21T08:00:00Z</updated>
 <link rel="self" href="https://blog.example.org/atom.xml"/><entry><id>tag:blog.example.org,2026:41</id><title type="html">Counting &amp;lt;em&amp;gt;lanterns&amp;lt;/em&amp;gt;</title>
<link rel="alternate" href="/2026/09/lanterns"/><published>2026-09-20T22:10:00+02:00</published><updated>2026-09-21T08:00:00Z</updated>
<author><name>Mirela Quillfeather</name></author><summary type="text">Why we count.</summary>${content}</entry></feed>`,
      'https://blog.example.org/atom.xml',
    ),
  )

test('an entry of Atom has relative addresses, escaped markup and a date with a zone', () => {
  const expected = {
    kind: 'post',
    source_id: 'https://blog.example.org/2026/09/lanterns',
    title: 'Counting lanterns',
    abstract: ABSTRACT,
    authors: [{ name: 'Mirela Quillfeather' }],
    doi: null,
    published_at: new Date('2026-09-20T20:10:00Z'),
  } as const
  expect(atom(`<content type="html">&lt;p&gt;${ABSTRACT}&lt;/p&gt;</content>`)).toMatchObject(expected)
  const [begin, end] = [ABSTRACT.slice(0, 20), ABSTRACT.slice(20)]
  const xhtml = `<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>${begin}<em>${end}</em></p></div></content>`
  expect(atom(xhtml)).toMatchObject(expected)
})

test('a title of Atom with elements keeps their words in order', () => {
  const title = '<title>Counting <em>red</em> lanterns <b>by</b> hand</title>'
  const feed = parse(
    `<feed xmlns="http://www.w3.org/2005/Atom"><title>A</title><entry><id>1</id>${title}</entry></feed>`,
  )
  expect(recordOf(feed).title).toBe('Counting red lanterns by hand')
})

const entry = (base: string) => `<entry ${base}><id>1</id><title>A</title><link href="a/1"/></entry>`

const entryIn = (base: string) =>
  recordOf(
    parse(
      `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://blog.example.org/x/"><title>A</title>${entry(base)}</feed>`,
    ),
  )

test('addresses are relative to the base of the item, in that of the feed', () => {
  expect(entryIn('').source_id).toBe('https://blog.example.org/x/a/1')
  expect(entryIn('xml:base="y/"').source_id).toBe('https://blog.example.org/x/y/a/1')
})

test('the end of a feed in the text of an item is not its end', () => {
  expect(recordOf(rss(item('<description><![CDATA[It ends with </rss> always.]]></description>'))).title).toBe(
    'Counting lanterns',
  )
})

test('an item of a JSON Feed', () => {
  const feed = parse(
    JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'Lantern notes',
      home_page_url: 'https://blog.example.org/',
      items: [
        {
          id: 41,
          url: 'https://blog.example.org/41',
          title: 'Counting lanterns',
          content_html: `<p>${ABSTRACT}</p>`,
          date_published: '2026-09-20T22:10:00+02:00',
          authors: [{ name: 'Mirela Quillfeather' }],
        },
        { id: 42, url: 7 },
      ],
    }),
  )
  expect(feed.items.map(({ record }) => record)).toMatchObject([
    { title: 'Counting lanterns', abstract: ABSTRACT, authors: [{ name: 'Mirela Quillfeather' }] },
  ])
  expect(feed.rejected).toHaveLength(1)
})

test.each([
  [
    'a blank line before the declaration',
    `\n\n<?xml version="1.0"?><rss version="2.0"><channel><title>A</title>${item('')}</channel></rss>`,
  ],
  [
    'control characters',
    `<rss version="2.0"><channel><title>A</title>${item('<guid>1\u0001\u0008</guid>')}</channel></rss>`,
  ],
  [
    'a document type',
    `<!DOCTYPE rss SYSTEM "http://my.example.org/rss-0.91.dtd"><rss version="0.91"><channel><title>A</title>${item('')}</channel></rss>`,
  ],
  [
    'text behind the end',
    `<rss version="2.0"><channel><title>A</title>${item('')}</channel></rss>\n<!-- cached -->garbage <`,
  ],
  ['a byte order mark', `\uFEFF<rss version="2.0"><channel><title>A</title>${item('')}</channel></rss>`],
  ['names of HTML', `<rss version="2.0"><channel><title>A&nbsp;B</title>${item('')}</channel></rss>`],
])('a feed with %s is read', (_, text) => {
  expect(recordOf(parse(text)).title).toBe('Counting lanterns')
})

test.each([
  ['without a channel', '<rss version="2.0"></rss>', 'it is a feed without a channel'],
  ['that is truncated', '<rss version="2.0"><channel><item><title>A', 'the response is truncated'],
  ['that is empty', '', 'it is no feed'],
  ['that is a text', 'Please log in.', 'it is no feed'],
  ['that is other XML', '<opml version="2.0"><body/></opml>', 'it is no feed'],
  ['that is other JSON', '{"status":"ok"}', 'it is no feed'],
  [
    'with entities of its own',
    '<!DOCTYPE rss [<!ENTITY a "b">]><rss><channel><title>&a;</title></channel></rss>',
    'the response has a document type declaration, which is not allowed',
  ],
])('a feed %s is refused', (_, text, reason) => {
  expect(() => parse(text)).toThrow(new SyntaxError(reason))
})

test('a page of HTML, such as one for signing in, is no feed', () => {
  expect(parseFeed('<!doctype html><title>Sign in</title>', { address: ADDRESS })).toEqual({
    page: { title: 'Sign in', feeds: [], issn: null },
  })
})

test('one item that cannot be read does not spoil the feed', () => {
  const feed = rss(
    `<item><title>bad <b></title></item>${item('')}<item><link>https://press.example.org/a/2</link></item>`,
  )
  expect(feed.items).toHaveLength(1)
  expect(feed.rejected.map(({ reason }) => reason)).toEqual([
    expect.stringContaining('not well-formed'),
    'it has no title',
  ])
  expect(feed.count).toBe(3)
})
