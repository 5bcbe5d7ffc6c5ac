import { describe, expect, test } from 'bun:test'
import { categoryTags, tagsOf } from '#api/search/query/indexTags.ts'
import { parseAtom } from '#api/sources/arxiv/atom.ts'
import { parseRss } from '#api/sources/arxiv/rss.ts'

interface Item {
  title?: string
  categories?: string
  more?: string
}

const item = (n: number, { title = 'T', categories = '<category>cs.LG</category>', more = '' }: Item = {}) =>
  `<item><title>${title}</title><guid>oai:arXiv.org:2611.${10_000 + n}v1</guid>${categories}<creator>A. Lind</creator>` +
  `<pubDate>Fri, 20 Nov 2026 00:00:00 -0500</pubDate><announce_type>new</announce_type>${more}</item>`
const feed = (...items: string[]) => `<rss><channel>${items.join('')}</channel></rss>`

describe('One record that cannot be used', () => {
  test.each([
    ['with text over the limit', { more: 'x'.repeat(1_100_000) }, 'it has more than 1048576 characters of text'],
    ['with too many references', { more: '&lt;'.repeat(60_000) }, 'it has more than 50000 references'],
    ['with too many elements', { more: '<a/>'.repeat(110_000) }, 'it has more than 100000 elements'],
    ['nested too deeply', { more: '<a>'.repeat(70) + '</a>'.repeat(70) }, 'it has elements nested deeper than 64'],
    [
      'with too many attributes',
      { more: `<a ${Array.from({ length: 70 }, (_, n) => `b${n}="1"`).join(' ')}/>` },
      'it has more than 64 attributes',
    ],
    ['with a tag that is not closed', { title: 'a <b title' }, 'the response is not well-formed XML'],
    ['with tags in the wrong order', { more: '<a><b></a></b>' }, 'the response is not well-formed XML'],
    ['with a document type', { more: '<!DOCTYPE a>' }, 'the response has a document type'],
  ])('%s is rejected with the reason and its XML, and the others are kept', (_, broken, reason) => {
    const { records, rejected, items } = parseRss(feed(item(1), item(2, broken), item(3)))
    expect(records.map(({ source_id }) => source_id)).toEqual(['2611.10001', '2611.10003'])
    expect(rejected).toHaveLength(1)
    expect(rejected[0]?.reason).toStartWith(reason)
    expect(rejected[0]?.raw).toStartWith(item(2, broken).slice(0, 40))
    expect(rejected[0]?.raw.length).toBeLessThanOrEqual(64 * 1024)
    expect(items).toBe(3)
  })

  test('is one with invalid UTF-8, if the response has some; a replacement character that was sent is kept', () => {
    const body = feed(item(1, { title: 'Andr\uFFFD' }), item(2, { title: 'André' }))
    const decoded = parseRss(body, { invalidUtf8: true })
    expect(decoded.records.map(({ title }) => title)).toEqual(['André'])
    expect(decoded.rejected.map(({ reason }) => reason)).toEqual(['it is not valid UTF-8'])
    expect(parseRss(body).records.map(({ title }) => title)).toEqual(['Andr\uFFFD', 'André'])
  })
})

test('A page of more than 10,000 records is not used', () => {
  expect(parseRss(feed(...Array.from({ length: 10_000 }, (_, n) => item(n)))).items).toBe(10_000)
  const more = feed(...Array.from({ length: 10_001 }, (_, n) => item(n)))
  expect(() => parseRss(more)).toThrow(new SyntaxError('the response has more than 10000 records'))
})

test('A short mark cannot repeat a long affiliation without end', () => {
  const name = `${'A. Lind (1,1,1,1,1,1), '.repeat(5_000)} B. Moe (1) ((1) ${'x'.repeat(50_000)})`
  const entry =
    `<feed><entry><id>2611.10001</id><title>T</title><published>2026-11-18T00:00:00Z</published>` +
    `<updated>2026-11-18T00:00:00Z</updated><author><name>${name}</name></author></entry></feed>`
  const [record] = parseAtom(entry).records
  expect(record?.authors).toHaveLength(5_001)
  expect(Math.max(...(record?.authors ?? []).map(({ affiliation = '' }) => affiliation.length))).toBe(1_000)
})

test.each(['astro-ph', 'cond-mat', 'q-bio'])(
  'An old paper of the undivided archive %s keeps it as its category',
  (archive) => {
    const { records } = parseRss(feed(item(1, { categories: `<category>${archive}</category>` })))
    expect(records).toMatchObject([{ categories: [archive], primary_category: archive }])
    for (const search of [archive, `${archive}.*`, archive.toUpperCase()])
      expect(tagsOf([archive], 2003)).toEqual(expect.arrayContaining(categoryTags(search)))
  },
)
