import { expect, test } from 'bun:test'
import { parseFeed } from '#api/sources/feed/parseFeed.ts'
import { ABSTRACT, item, read, recordOf, rss } from '#tests/api/support/parsedFeeds.ts'

test.each([
  ['<dc:creator>Mirela Quillfeather; Tomás Óðinsson</dc:creator>', ['Mirela Quillfeather', 'Tomás Óðinsson']],
  ['<dc:creator>Mirela Quillfeather and Tomás Óðinsson</dc:creator>', ['Mirela Quillfeather', 'Tomás Óðinsson']],
  ['<dc:creator>Quillfeather, M., Odinsson, T. B.</dc:creator>', ['M. Quillfeather', 'T. B. Odinsson']],
  ['<dc:creator>Ada Lind, Bo Moe, and Cy Ray</dc:creator>', ['Ada Lind', 'Bo Moe', 'Cy Ray']],
  ['<dc:creator>Quillfeather, Mirela</dc:creator>', ['Mirela Quillfeather']],
  ['<author>lind@example.org (Ada Lind)</author>', ['Ada Lind']],
  ['<author>lind@example.org</author>', []],
  ['<dc:creator>Ada Lind</dc:creator><author>press@example.org (The Press)</author>', ['Ada Lind']],
])('the authors of %s', (fields, names) => {
  expect(read(fields).authors.map(({ name }) => name)).toEqual(names)
})

test('3,000 authors are too many for an item, and the feed is read', () => {
  const many = Array.from({ length: 3_000 }, (_, at) => `<dc:creator>Ada Lind${at}</dc:creator>`).join('')
  const feed = rss(item(many) + item('<guid>2</guid>'))
  expect(feed.items).toHaveLength(1)
  expect(feed.rejected.map(({ reason }) => reason)).toEqual(['it has more than 1000 authors'])
})

test.each([
  ['Mon, 21 Sep 2026 06:00:00 GMT', '2026-09-21T06:00:00.000Z'],
  ['Mon, 21 Sep 2026 06:00:00 +0200', '2026-09-21T04:00:00.000Z'],
  ['Mon, 21 Sep 2026 06:00:00', '2026-09-21T06:00:00.000Z'],
  ['2026-09-21T06:00:00', '2026-09-21T06:00:00.000Z'],
  ['21 Sep 2026', '2026-09-21T00:00:00.000Z'],
  ['2026-09', '2026-09-01T00:00:00.000Z'],
  ['21 septembre 2026', null],
  ['Thu, 01 Jan 1970 00:00:00 GMT', null],
  ['soon', null],
])('the date %p is %p', (date, instant) => {
  expect(read(`<pubDate>${date}</pubDate>`).published_at?.toISOString() ?? null).toBe(instant)
})

test.each([
  ['<guid>https://doi.org/10.5555/JIV.1</guid>', '10.5555/jiv.1'],
  ['<prism:doi>10.5555/jiv.1</prism:doi>', '10.5555/jiv.1'],
  ['<dc:identifier>doi:10.5555/jiv.1</dc:identifier>', '10.5555/jiv.1'],
  ['<guid>https://press.example.org/doi/full/10.5555%2Fjiv.1/abstract</guid>', '10.5555/jiv.1'],
  ['<description>doi:10.5555/jiv.1 A text.</description>', '10.5555/jiv.1'],
  [`<description>${ABSTRACT} ${ABSTRACT} As in doi:10.5555/b and doi:10.5555/c.</description>`, null],
  ['<guid>https://arxiv.org/abs/2609.90001v2</guid>', '10.48550/arxiv.2609.90001'],
])('the id in %s', (fields, doi) => {
  expect(read(fields).doi).toBe(doi)
})

test('a post about a paper is not that paper: its text names the DOI', () => {
  expect(read('<description>doi:10.5555/jiv.1 A text.</description>').kind).toBe('post')
})

test.each([
  ['Journal of Imaginary Vision, EarlyView.', null],
  [`<p>${ABSTRACT}</p><script>alert(1)</script><table><tr><td>1</td></tr></table>`, ABSTRACT],
  [`Abstract: ${ABSTRACT}`, ABSTRACT],
  [`&lt;p&gt;${ABSTRACT}&lt;/p&gt;`, ABSTRACT],
  [`<p>${ABSTRACT}</p><p>The post Counting lanterns appeared first on Lantern notes.</p>`, ABSTRACT],
  [
    '<p>Publication date: October 2026</p><p><b>Source:</b> Journal of Imaginary Vision, Volume 12</p><p>Author(s): Ada Lind, Bo Moe, Cy Ray</p>',
    null,
  ],
])('the abstract of %p', (text, abstract) => {
  expect(read(`<description><![CDATA[${text}]]></description>`).abstract).toBe(abstract)
})

test('a publisher writes date and authors in place of the abstract', () => {
  const text = 'Publication date: October 2026 Source: Journal of Imaginary Vision Author(s): Ada Lind, Bo Moe, Cy Ray'
  expect(read(`<description>${text}</description>`)).toMatchObject({
    authors: [{ name: 'Ada Lind' }, { name: 'Bo Moe' }, { name: 'Cy Ray' }],
    published_at: new Date('2026-10-01T00:00:00Z'),
    published_precision: 'month',
  })
})

test('a text of 2 MB and an item without a title are read', () => {
  const feed = rss(
    `<item><title>Untitled</title><link>https://press.example.org/a/1</link><description>We count. ${'lanterns '.repeat(250_000)}</description></item>`,
  )
  const { title, abstract } = recordOf(feed)
  expect(title).toBe('We count.')
  expect(abstract!.length).toBeLessThanOrEqual(20_000)
})

const numbered = (title: string, at: number) =>
  `<item><title>${title}</title><link>https://press.example.org/a/${at}</link></item>`

test('front matter is left out, and a correction is a notice', () => {
  const feed = rss(
    numbered('Issue Information', 1) + numbered('Editorial Board', 2) + numbered('Erratum: Counting lanterns', 3),
  )
  expect(recordOf(feed)).toMatchObject({ title: 'Erratum: Counting lanterns', kind: 'other' })
})

const addressOf = (text: string) => recordOf(rss(`<item><title>A</title><link>${text}</link></item>`)).source_id

test('addresses of an item are those of the web alone, without marks and trackers', () => {
  expect(addressOf('https://press.example.org/a/1?af=R&amp;utm_source=rss')).toBe('https://press.example.org/a/1')
  expect(addressOf('javascript:alert(1)')).toBe('https://press.example.org/jiv')
})

test('the month of an issue is not the date of an item', () => {
  expect(read('<prism:coverDate>2026-12-01</prism:coverDate>').published_at).toBeNull()
})

test('an article with another guid, link and title is the same by its DOI', () => {
  const [[one = []] = [], [other = []] = []] = [
    keysOf(`<item><title>A</title><guid>x</guid><link>${LINK}1</link><prism:doi>10.5555/a</prism:doi></item>`),
    keysOf(`<item><title>B</title><guid>y</guid><link>${LINK}2</link><prism:doi>10.5555/A</prism:doi></item>`),
  ]
  expect(one.some((key) => other.includes(key))).toBe(true)
})

const keysOf = (text: string) => rss(text).items.map(({ keys }) => keys)
const titled = (title: string, guid: string, link: string) =>
  `<item><title>${title}</title><guid isPermaLink="false">${guid}</guid><link>${link}</link></item>`
const LINK = 'https://press.example.org/a/'

test.each([
  ['another guid', titled('A', 'one', `${LINK}1`), titled('A', 'two', `${LINK}1`)],
  ['another link', titled('A', 'one', `${LINK}1`), titled('A', 'one', `${LINK}2`)],
  ['marks in its link', titled('A', 'one', `${LINK}1`), titled('A', 'two', `${LINK}1?af=R`)],
  ['another title', titled('A', 'one', `${LINK}1`), titled('B', 'one', `${LINK}1`)],
])('an item with %s is the same', (_, before, after) => {
  const [[one = []] = [], [other = []] = []] = [keysOf(before), keysOf(after)]
  expect(one.some((key) => other.includes(key))).toBe(true)
})

test.each([
  ['the same guid', titled('A', 'one', `${LINK}1`) + titled('B', 'one', `${LINK}2`)],
  ['the same guid and title', titled('A', 'one', `${LINK}1`) + titled('A', 'one', `${LINK}2`)],
  ['the same link', titled('A', 'one', LINK) + titled('B', 'two', LINK)],
  [
    'the page of the feed as link',
    titled('A', 'one', 'https://press.example.org/jiv') + titled('B', 'two', 'https://press.example.org/jiv'),
  ],
])('items with %s are two', (_, text) => {
  const [one = [], other = []] = keysOf(text)
  expect([one, other].every(({ length }) => length > 0)).toBe(true)
  expect(one.filter((key) => other.includes(key))).toEqual([])
})

test('a page names its feeds, the articles first and the comments last, and its journal', () => {
  const page = parseFeed(
    `<!DOCTYPE html><html><head><title>Imaginary &amp; Vision</title><base href="https://press.example.org/base/">
    <meta name="citation_issn" content="9999-9994"><link rel="alternate" type="application/rss+xml" title="Comments" href="comments.rss">
    <link rel='alternate' type='application/rss+xml' title='Current issue' href='/issue.rss'><link rel=alternate type=application/atom+xml title="Early View" href="early.atom">
    <link rel="alternate" type="application/json" href="/wp-json/1"><link rel="alternate" type="application/rss+xml" href="javascript:alert(1)"></head>
    <body><a href="/more.xml">RSS of news</a> <a href="/about">About</a></body></html>`,
    { address: 'https://press.example.org/jiv' },
  )
  expect(page).toEqual({
    page: {
      title: 'Imaginary & Vision',
      issn: '9999-9994',
      feeds: [
        'https://press.example.org/base/early.atom',
        'https://press.example.org/issue.rss',
        'https://press.example.org/more.xml',
        'https://press.example.org/base/comments.rss',
      ],
    },
  })
})
