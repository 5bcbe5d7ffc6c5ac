import type { Endpoint } from './arxivFaults.ts'
import type { UpstreamFault } from './upstreamFault.ts'

const all: readonly Endpoint[] = ['rss', 'oai', 'api']

/** A fault that changes the document of the correct response. */
const altered = (
  name: string,
  alter: (xml: string, url: string) => string | Uint8Array<ArrayBuffer>,
  { doors = all, ...more }: Partial<UpstreamFault> & { contentType?: string } = {},
): UpstreamFault => ({
  name,
  doors,
  respond: async ({ url }, correct) => {
    const response = await correct()
    if (response.status !== 200) return response
    const type = more.contentType ?? response.headers.get('content-type') ?? 'text/xml'
    return new Response(alter(await response.text(), url), { headers: { 'content-type': type } })
  },
  ...(more.quarantines && { quarantines: true }),
  ...(more.retitles && { retitles: true }),
  ...(more.times !== undefined && { times: more.times }),
})

/** In the first record of a document, replaces what `pattern` finds. */
const inFirst = (xml: string, pattern: RegExp, change: (found: string) => string) => {
  const at = xml.search(/<(?:item|record|entry)[\s>]/)
  return at < 0 ? xml : xml.slice(0, at) + xml.slice(at).replace(pattern, change)
}
const titled = (title: string) => (xml: string) =>
  inFirst(xml, /<title>[^<]*<\/title>/, () => `<title>${title}</title>`)
/** Inserts `text` behind the first word of the first title. */
const inTitle = (text: string) => (xml: string) =>
  inFirst(xml, /<title>[^<]*<\/title>/, (title) => title.replace(' ', ` ${text}`))
const declared = (doctype: string, content: string) => (xml: string) =>
  titled(content)(xml.replace(/\?>/, `?>${doctype}`))

const cuts = [0.1, 0.3, 0.5, 0.7, 0.9, 0.99].map((share) =>
  altered(`a document cut at ${share * 100} %`, (xml) => xml.slice(0, Math.floor(xml.length * share))),
)

/** Characters that Latin-1 lacks are written as references. */
const toLatin1 = (xml: string) =>
  Buffer.from(
    xml.replaceAll(/[\u{100}-\u{10FFFF}]/gu, (character) => `&#${character.codePointAt(0)};`),
    'latin1',
  )
const charsets = [
  altered('Latin-1 without a declaration', toLatin1),
  altered('Latin-1 that is declared as UTF-8', toLatin1, { contentType: 'text/xml; charset=utf-8' }),
  altered('UTF-8 that is declared as Latin-1', (xml) => xml, { contentType: 'text/xml; charset=iso-8859-1' }),
  altered('UTF-16 with a byte order mark', (xml) => Buffer.from(`\uFEFF${xml}`, 'utf16le')),
  altered('a character cut in two', (xml) => Buffer.concat([Buffer.from(xml), Buffer.from([0xc3])])),
  altered('UTF-8 with a byte order mark', (xml) => `\uFEFF${xml}`),
]

const nested = (depth: number) => '<b>'.repeat(depth) + '</b>'.repeat(depth)
const entities = [
  altered('a DOCTYPE', (xml) => xml.replace(/\?>/, '?><!DOCTYPE rss>')),
  altered(
    'a bomb of nested entities',
    declared('<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>', '&b;&b;'),
  ),
  altered(
    'a bomb of one long entity',
    declared(`<!DOCTYPE r [<!ENTITY a "${'a'.repeat(50_000)}">]>`, '&a;'.repeat(1_000)),
  ),
  altered('an external entity', declared('<!DOCTYPE r [<!ENTITY a SYSTEM "file:///etc/passwd">]>', '&a;')),
  altered('many unfinished entities', titled('&a'.repeat(200_000)), { times: 4, retitles: true }),
  altered('deeply nested elements', titled(nested(20_000)), { times: 4 }),
]

const characters = [
  altered('NUL in a title', inTitle('\u0000')),
  altered('a control character in a title', inTitle('\u0001')),
  altered('a lone surrogate in a title', inTitle('&#xD800;')),
  altered('a forbidden character reference', inTitle('&#0;')),
  altered('an unclosed CDATA section', titled('<![CDATA[Lanterns')),
  altered('an attribute without quotes', (xml) => xml.replace(/version="?[\d.]+"?/, 'version=2')),
]

const withoutId = (xml: string) =>
  inFirst(xml, /<(item|record|entry)[\s>][^]*?<\/\1>/, (record) => record.replaceAll(/\d{4}\.\d{4,5}/g, 'not-an-id'))
const records = [
  altered('a title of 1 MB', titled('lantern '.repeat(130_000)), { times: 4, retitles: true }),
  altered('an empty title', titled(' '), { quarantines: true }),
  altered(
    '40,000 authors',
    (xml) =>
      inFirst(xml, /(?<=<(?:dc:creator|authors|name)>)[^<]*/, (names) => `${'Ada Lovelace, '.repeat(40_000)}${names}`),
    { times: 4 },
  ),
  altered('an id that is none', (xml) => withoutId(xml), { quarantines: true }),
  altered('each record twice', (xml) => xml.replaceAll(/<(item|record|entry)>[^]*?<\/\1>/g, '$&$&')),
  altered('another root element', (xml) => xml.replaceAll(/(<\/?)(?:rss|OAI-PMH|feed)\b/g, '$1other')),
]

const ofYearBefore = (xml: string) =>
  xml
    .replaceAll(
      /\b(\d\d)(\d\d\.\d{4,5})(?!\d)/g,
      (_, year, rest) => `${String(Number(year) - 1).padStart(2, '0')}${rest}`,
    )
    .replaceAll(/ Sep 2026/g, ' Sep 2025')

const feeds = (
  [
    ['dates in the future', (xml) => xml.replaceAll(/(<pubDate>\w+, \d+ \w+) 2026/g, '$1 2099')],
    ['dates that cannot be read', (xml) => xml.replaceAll(/<pubDate>[^<]*/g, '<pubDate>soon')],
    ['a batch of the year before', (xml) => ofYearBefore(xml)],
    ['an empty feed', (xml) => xml.replaceAll(/<item>[^]*?<\/item>/g, '')],
    ['half of the feed', (xml) => halve(xml)],
    ['no announcement type', (xml) => xml.replaceAll(/<arxiv:announce_type>[^<]*<\/arxiv:announce_type>/g, '')],
    ['HTML from one archive', (xml, url) => (url.endsWith('/math') ? '<html><body>busy</body></html>' : xml)],
    [
      'an empty feed of one archive',
      (xml, url) => (url.endsWith('/math') ? xml.replaceAll(/<item>[^]*?<\/item>/g, '') : xml),
    ],
  ] satisfies [string, (xml: string, url: string) => string][]
).map(([name, alter]) => altered(name, alter, { doors: ['rss'] }))

function halve(xml: string): string {
  const items = [...xml.matchAll(/<item>[^]*?<\/item>/g)].map(([item]) => item)
  return items.slice(Math.ceil(items.length / 2)).reduce((rest, item) => rest.replace(item, ''), xml)
}

let serial = 0
const token = (text: () => string) => (xml: string) =>
  xml.replace(
    /(<resumptionToken[^>]*\/>|<resumptionToken[^>]*>[^<]*<\/resumptionToken>)?(\s*<\/ListRecords>)/,
    (_, __, end: string) => `<resumptionToken>${text()}</resumptionToken>${end}`,
  )
const error = (code: string) => () =>
  `<?xml version="1.0"?><OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><error code="${code}">no</error></OAI-PMH>`
const changes = (
  [
    ['a token that is always the same', token(() => 'verb%3DListRecords%26skip%3D0')],
    [
      'ever new tokens with the same records',
      (xml) =>
        token(
          () => `verb%3DListRecords%26metadataPrefix%3DarXivRaw%26from%3D2026-09-15%26skip%3D0%26n%3D${(serial += 1)}`,
        )(xml),
    ],
    [
      'an expired token',
      (xml, url) => (url.includes('resumptionToken') ? error('badResumptionToken')() : token(() => 'gone')(xml)),
    ],
    ['badArgument', error('badArgument')],
    ['noRecordsMatch on a day with records', error('noRecordsMatch')],
    ['a list without records', (xml) => xml.replaceAll(/<record>[^]*?<\/record>/g, '')],
    ['records without metadata', (xml) => xml.replaceAll(/<metadata>[^]*?<\/metadata>/g, '')],
    [
      'deleted records',
      (xml) => xml.replaceAll('<header>', '<header status="deleted">').replaceAll(/<metadata>[^]*?<\/metadata>/g, ''),
    ],
    ['versions without dates', (xml) => xml.replaceAll(/<date>[^<]*<\/date>/g, '')],
    ['dates of versions in the future', (xml) => xml.replaceAll(/(<date>\w+, \d+ \w+) 2026/g, '$1 2099')],
    ['no datestamps', (xml) => xml.replaceAll(/<datestamp>[^<]*<\/datestamp>/g, '')],
  ] satisfies [string, (xml: string, url: string) => string][]
).map(([name, alter]) => altered(name, alter, { doors: ['oai'] }))

/** Faults of the documents themselves. */
export const documentFaults: readonly UpstreamFault[] = [
  ...cuts,
  ...charsets,
  ...entities,
  ...characters,
  ...records,
  ...feeds,
  ...changes,
]
