import { expect, test } from 'bun:test'
import { parseAds } from '#api/sources/ads/records.ts'
import { parseAtom } from '#api/sources/arxiv/atom.ts'
import { parseOai } from '#api/sources/arxiv/oaiRecords.ts'
import { parseRss } from '#api/sources/arxiv/rss.ts'
import { parsePreprints } from '#api/sources/biorxiv/records.ts'
import { parseEuropepmc } from '#api/sources/europepmc/results.ts'
import { parseDailyPapers } from '#api/sources/huggingface/dailyPapers.ts'
import { parseInspire } from '#api/sources/inspire/hits.ts'
import { parsePubmed } from '#api/sources/pubmed/records.ts'
import { parseFeed } from '#api/sources/feed/parseFeed.ts'
import { cleanAbstract, cleanLine, cleanTitle } from '#api/text/clean.ts'
import { parseDoi } from '#api/text/doi.ts'
import { toPlainMath } from '#api/text/mathText.ts'
import { cleanName, parseAuthors } from '#api/text/names.ts'
import { plainText, toSegments } from '#api/text/segments.ts'
import { texToText } from '#api/text/tex.ts'
import { parseXml } from '#api/text/xml.ts'
import { sized } from '#tests/support/longRun.ts'

/** Characters of the smaller input; the larger one has eight times as many. */
const LENGTH = sized({ short: 2_000, long: 5_000 })
/** Linear is 8, quadratic 64. */
const RATIO_MAX = 32
/** Costs below this are noise. */
const FLOOR_MS = 1
const LINE_MAX = 8 * LENGTH

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const rssItem = (text: string) =>
  `<rss><channel><item><title>${text}</title><description>Abstract: ${text}</description><guid>2611.10001v1</guid>` +
  `<category>${text}</category><pubDate>Fri, 20 Nov 2026 00:00:00 -0500</pubDate><announce_type>new</announce_type>` +
  `<creator>${text}</creator><DOI>${text}</DOI></item></channel></rss>`
const oaiRecord = (text: string) =>
  `<OAI-PMH><ListRecords><record><header><datestamp>2026-11-19</datestamp></header><metadata><arXivRaw><id>2611.10001</id>` +
  `<version version="v1"><date>Wed, 18 Nov 2026 12:00:00 GMT</date></version><title>${text}</title><authors>${text}</authors>` +
  `<categories>${text}</categories><comments>${text}</comments></arXivRaw></metadata></record></ListRecords></OAI-PMH>`
const atomEntry = (text: string) =>
  `<feed><entry><id>http://arxiv.org/abs/2611.10001v1</id><title>${text}</title><summary>${text}</summary>` +
  `<author><name>${text}</name></author><doi>${text}</doi></entry></feed>`

const FEED = { address: 'https://press.example.org/jiv.rss' }
const feedItem = (text: string) =>
  `<rss><channel><link>${text}</link><item><title>${text}</title><description>${text}</description><guid>${text}</guid>` +
  `<link>https://press.example.org/${text}</link><creator>${text}</creator><pubDate>${text}</pubDate><doi>${text}</doi></item></channel></rss>`
const feedEntry = (text: string) =>
  `<feed><entry><id>a</id><title>a</title><content type="xhtml"><div>${text}</div></content></entry></feed>`

const preprint = (text: string) =>
  JSON.stringify({
    messages: [{ status: 'ok' }],
    collection: [
      {
        doi: '10.1101/2026.11.18.1',
        date: '2026-11-19',
        version: '1',
        title: `A ${text}`,
        abstract: text,
        authors: text,
        author_corresponding: text,
        author_corresponding_institution: `A ${text}`,
        category: text,
        license: text,
      },
    ],
  })

/** An article with the text in the fields that are read with markup in them, and in others. */
const article = (text: string) => {
  const name = `<LastName>${text}</LastName><Identifier Source="ORCID">${text}</Identifier>`
  const place = `<AffiliationInfo><Affiliation>A ${text} a</Affiliation></AffiliationInfo>`
  return (
    `<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>1</PMID><Article><Journal><Title>A ${text}</Title><JournalIssue>` +
    `<Volume>${text}</Volume><PubDate><MedlineDate>${text}</MedlineDate></PubDate></JournalIssue></Journal>` +
    `<ArticleTitle>[A ${text}]</ArticleTitle><Abstract><AbstractText Label="${text.replaceAll('"', '')}">${text}</AbstractText>` +
    `</Abstract><AuthorList><Author>${name}${place}</Author></AuthorList></Article></MedlineCitation></PubmedArticle></PubmedArticleSet>`
  )
}

const dailyPaper = (text: string) =>
  JSON.stringify([{ paper: { id: '2611.10001', ai_summary: text, githubRepo: text, projectPage: `https://${text}` } }])
/** A record of Europe PMC. */
const result = (text: string) =>
  JSON.stringify({
    hitCount: 1,
    resultList: { result: [{ id: '1', source: 'MED', abstractText: text, doi: `${text}a`, pmcid: `${text}a` }] },
  })
const hit = (text: string) => ({ value: `${text}a`, material: 'publication' })
/** A record of INSPIRE. */
const literature = (text: string) =>
  JSON.stringify({
    hits: { total: 1, hits: [{ metadata: { control_number: 1, arxiv_eprints: [hit(text)], dois: [hit(text)] } }] },
  })
/** A record of NASA ADS. */
const doc = (text: string) =>
  JSON.stringify({
    response: {
      numFound: 1,
      docs: [{ bibcode: '2026JIV.....3...11Q', identifier: [`10.5555/${text}a`, `arXiv:${text}`] }],
    },
  })

const targets: Record<string, (text: string) => unknown> = {
  'parseXml, as content': (text) => parseXml(`<f>${text}</f>`),
  'parseXml, as records': (text) => parseXml(`<f>${text}</f>`, { records: ['a'], onRecord: () => undefined }),
  'parseRss, as a whole': parseRss,
  'parseRss, in an item': (text) => parseRss(rssItem(escape(text))),
  'parseOai, in a record': (text) => parseOai(oaiRecord(escape(text)), {}),
  'parseFeed, as a whole': (text) => parseFeed(text, FEED),
  'parseFeed, behind its beginning': (text) => parseFeed(`<rss>${text}`, FEED),
  'parseFeed, in an item': (text) => parseFeed(feedItem(escape(text)), FEED),
  'parseFeed, in an entry': (text) => parseFeed(feedEntry(escape(text)), FEED),
  'parseFeed, in a page': (text) => parseFeed(`<html>${text}`, FEED),
  'parsePreprints, in a row': (text) =>
    parsePreprints(preprint(text), { server: 'biorxiv', from: '2026-11-19', to: '2026-11-19' }),
  'parsePubmed, in an article': (text) => parsePubmed(article(escape(text))),
  'parseDailyPapers, in a paper': (text) => parseDailyPapers(dailyPaper(text), {}),
  'parseEuropepmc, in a record': (text) => parseEuropepmc(result(text), {}),
  'parseInspire, in a record': (text) => parseInspire(literature(text), {}),
  'parseAds, in a record': (text) => parseAds(doc(text), {}),
  'parseAtom, in an entry': (text) => parseAtom(atomEntry(escape(text))),
  parseAuthors,
  cleanName,
  cleanTitle,
  cleanAbstract,
  cleanLine: (text) => cleanLine(text, LINE_MAX),
  texToText,
  'segments, and back to text': (text) => plainText(toSegments(text)),
  toPlainMath,
  parseDoi,
}

const parts = [
  ['&a', '&', '&#', '&#x1', '&lt;', '<a ', '<a b="', '<a b="">', '<a>', '</a>', '<!--', '<![CDATA[', '<?', '<'],
  ['\\( ', '\\[ ', '\\({', '$', '$ {', '$$', '{', '}', "\\'{", "\\'", '\\\\', '\\', '\\text{', '\\href{', '\\frac{'],
  [
    '(',
    ')',
    '((1) ',
    '(a',
    ',',
    ';',
    ' and ',
    ' for the ',
    ' on behalf of ',
    'team ',
    ' collaboration',
    'et al',
    '$^',
    'a',
  ],
  [
    ' ',
    '\t',
    '\n',
    '\n  x',
    '\u0301',
    'a\u0301',
    '\u200D',
    '\uD800',
    '~',
    '-',
    '_',
    '^',
    '.',
    '10.1/',
    'https://github.com/',
  ],
].flat()
const pairs = ['&a', '\\( ', '$', '{', ' and ', ',', '(', ' ', '\u0301', '<a '].flatMap((first, n, all) =>
  all.slice(n + 1).map((second) => first + second),
)

/** CPU time of this process, the best of `times` runs: other processes do not count. */
function costOf(read: (text: string) => unknown, text: string, times: number): number {
  const costs = Array.from({ length: times }, () => {
    const before = process.cpuUsage()
    try {
      read(text)
    } catch (error) {
      // A refusal must be as fast as a result.
      if (!(error instanceof SyntaxError)) throw error
    }
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  })
  return Math.min(...costs)
}

test.each(Object.keys(targets))('Eight times the text takes about eight times the time: %s', (name) => {
  const read = targets[name] ?? (() => undefined)
  const slow = [...parts, ...pairs].filter((part) => {
    const repeat = (length: number) => part.repeat(Math.ceil(length / part.length))
    const ratio = (times: number) =>
      costOf(read, repeat(8 * LENGTH), times) / Math.max(FLOOR_MS, costOf(read, repeat(LENGTH), times))
    // Measured again when it looks slow: a garbage collection is not a slow scanner.
    return ratio(1) > RATIO_MAX && ratio(3) > RATIO_MAX
  })
  expect(slow).toEqual([])
})
