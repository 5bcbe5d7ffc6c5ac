import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { resolveReadersHost } from '#api/platform/resolveHost.ts'
import { createFeedSource, type FeedOptions } from '#api/sources/feed/feed.ts'
import { parsePaperPage } from '#api/sources/feed/paperPage.ts'
import { never, sentenceOf } from '#tests/api/sources/useFetcher.ts'
import { startFeedsSimulator } from '#tests/simulators/feeds.ts'
import { localRateLimit } from '#tests/simulators/rateLimit.ts'

const simulator = startFeedsSimulator()
afterAll(() => simulator.stop())
beforeEach(() => {
  simulator.pages.clear()
  simulator.requests.length = 0
})
afterEach(() => {
  simulator.onRequest = null
})

const PATH = '/articles/lanterns'
const find = (changes: Partial<FeedOptions> = {}, address = simulator.addressOf(PATH)) =>
  createFeedSource({
    gapMs: 0,
    contactEmail: 'papers@example.org',
    rateLimit: localRateLimit(),
    publicOnly: false,
    store: { readItems: async () => [], wasUnread: async () => false },
    ...changes,
  }).pages.findReference(address, { signal: never })

const meta = (name: string, content: string, more = '') => `<meta name="${name}" content="${content}"${more}>`
const data = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`
const canonical = (href: string) => `<link rel="canonical" href="${href}">`
const page = (...head: string[]) =>
  `<!doctype html><html><head><title>Counting Lanterns</title>${head.join('\n')}</head><body><p>We count.</p></body></html>`
const DOI = '10.5555/jiv.2026.0011'

/** From the surest field to the one that counts last. */
const FIELDS: readonly [string, string, string][] = [
  ['citation_doi', meta('citation_doi', '10.5555/one'), 'doi:10.5555/one'],
  ['citation_arxiv_id', meta('citation_arxiv_id', '2609.90001'), 'arxiv:2609.90001'],
  ['citation_pmid', meta('citation_pmid', '99900001'), 'pmid:99900001'],
  ['prism.doi', meta('prism.doi', 'doi:10.5555/two'), 'doi:10.5555/two'],
  ['dc.identifier', meta('DC.Identifier', '10.5555/three', ' scheme="doi"'), 'doi:10.5555/three'],
  ['bepress_citation_doi', meta('bepress_citation_doi', 'https://doi.org/10.5555/FOUR'), 'doi:10.5555/four'],
  ['JSON-LD', data({ '@type': 'ScholarlyArticle', sameAs: 'https://doi.org/10.5555/five' }), 'doi:10.5555/five'],
  ['canonical', canonical('https://arxiv.org/abs/2609.90002'), 'https://arxiv.org/abs/2609.90002'],
]

describe('The paper of a page', () => {
  test.each(FIELDS)('is named by %s', (_name, head, reference) =>
    expect(parsePaperPage(page(head))).toEqual({ reference }),
  )

  test.each(FIELDS.map((_field, index) => index))(
    'is named by the first field in their order, from field %d on',
    (index) => {
      const [, , reference] = FIELDS[index]!
      const heads = FIELDS.slice(index).map(([, head]) => head)
      expect(parsePaperPage(page(...heads.toReversed()))).toEqual({ reference })
    },
  )

  test.each<[string, ...string[]]>([
    ['with a property', `<META property='citation_doi' CONTENT=${DOI} />`],
    [
      'whose abstract has angle brackets',
      meta('citation_abstract', 'a < b > c, <meta name='),
      meta('citation_doi', DOI),
    ],
    ['twice', meta('citation_doi', DOI), meta('citation_doi', `https://doi.org/${DOI.toUpperCase()}`)],
    [
      'behind fields that are empty or no DOI',
      meta('citation_doi', ''),
      meta('citation_doi', 'none'),
      meta('prism.doi', DOI),
    ],
    [
      'behind identifiers of other schemes',
      meta('dc.Identifier', '10.5555/x', ' scheme="publisher-id"'),
      meta('dc.identifier', 'ISSN 9999-9994'),
      meta('dc.Identifier', DOI, ' scheme="DOI"'),
    ],
    ['behind a comment', `<!-- ${meta('citation_doi', '10.5555/other')} -->`, meta('citation_doi', DOI)],
    [
      'behind a script that writes tags',
      `<script>document.write('${meta('citation_doi', '10.5555/other')}')</script>`,
      meta('citation_doi', DOI),
    ],
    ['as the value of a property', data([{ '@graph': [{ identifier: [{ propertyID: 'DOI', value: DOI }] }] }])],
    [
      'without the works that it cites',
      data({
        identifier: `https://doi.org/${DOI}`,
        citation: [{ sameAs: 'https://doi.org/10.5555/cited' }],
        isPartOf: { sameAs: 'https://doi.org/10.5555/issue' },
      }),
    ],
    ['behind broken JSON', '<script type="application/ld+json">{"identifier": </script>', meta('citation_doi', DOI)],
  ])('is named %s', (_how, ...head) => expect(parsePaperPage(page(...head))).toEqual({ reference: `doi:${DOI}` }))

  test.each<[string, string]>([
    ['whose head has no end', `<head><title>Lanterns</title>${meta('citation_doi', DOI)}<p>We count`],
    ['without a head', meta('citation_doi', DOI)],
  ])('is named on a page %s', (_how, html) => expect(parsePaperPage(html)).toEqual({ reference: `doi:${DOI}` }))

  test.each<[string, string]>([
    ['an empty page', ''],
    ['a page of words', page()],
    ['a page with a DOI in its text alone', page().replace('We count.', meta('citation_doi', DOI))],
    ['a title that is never closed', `<head><title>Lanterns ${meta('citation_doi', DOI)}`],
    ['a comment that is never closed', `<head><!-- ${meta('citation_doi', DOI)}`],
    [
      'identifiers that are scripts',
      page(
        meta('citation_doi', `javascript:alert('${DOI}')`),
        canonical(`javascript:'${DOI}'`),
        data({ sameAs: `javascript:'https://doi.org/${DOI}'` }),
      ),
    ],
    ['placeholders', page(meta('citation_doi', '10.5555/12345678'), meta('citation_doi', '10.0000/0'))],
    ['a page that forwards', page(`<meta http-equiv="refresh" content="0;url=https://doi.org/${DOI}">`)],
    ['a canonical address of no known form', page(canonical('https://press.example.org/lanterns'))],
    ['deep JSON', page(`<script type="application/ld+json">${'[{"@graph":'.repeat(100_000)}</script>`)],
  ])('is not named by %s', (_what, html) => expect(parsePaperPage(html)).toEqual({ papers: 'none' }))

  test('is one of several in a table of contents', () => {
    const dois = Array.from({ length: 1_000 }, (_, index) => meta('citation_doi', `10.5555/jiv.${index}`))
    expect(parsePaperPage(page(...dois))).toEqual({ papers: 'several' })
    expect(
      parsePaperPage(page(meta('citation_doi', DOI), ...dois.map((one) => one.replace('citation_doi', 'prism.doi')))),
    ).toEqual({
      reference: `doi:${DOI}`,
    })
  })

  test.each([
    ['<meta name="'],
    ["<meta '"],
    ['<!--'],
    ['<script>'],
    ['<meta name=x content=y '],
    ['<'],
    ['<title></title '],
    ['</title'],
  ])('is searched for in linear time in 5 MB of %j', (piece) =>
    expect(parsePaperPage(piece.repeat(5_000_000 / piece.length))).toEqual({ papers: 'none' }),
  )
})

describe('A page that a reader names', () => {
  test('is read once, without cookies, for what it names', async () => {
    simulator.pages.set(PATH, page(meta('citation_doi', DOI)))
    expect(await find()).toBe(`doi:${DOI}`)
    expect(simulator.requests).toHaveLength(1)
    const [{ headers, userAgent }] = simulator.requests as [(typeof simulator.requests)[0]]
    expect(userAgent).toBe('Paperdawn/0.1 (mailto:papers@example.org)')
    expect(headers['accept']).toStartWith('text/html')
    expect([headers['cookie'], headers['referer']]).toEqual([undefined, undefined])
  })

  test('is decoded as Windows-1252 where it is that', async () => {
    const html = page(
      '<meta charset="windows-1252">',
      meta('citation_title', 'Zürich'),
      meta('citation_doi', '10.5555/zürich'),
    )
    simulator.onRequest = () => new Response(Buffer.from(html, 'latin1'), { headers: { 'content-type': 'text/html' } })
    expect(await find()).toBe('doi:10.5555/zürich')
  })

  test('is found behind five redirects', async () => {
    simulator.pages.set('/5', page(meta('citation_doi', DOI)))
    simulator.onRequest = ({ url }) => {
      const hop = Number(/\/(\d)$/.exec(url)?.[1] ?? 0)
      return hop < 5 ? Response.redirect(simulator.addressOf(`/${hop + 1}`), 302) : undefined
    }
    expect(await find()).toBe(`doi:${DOI}`)
  })

  test.each([
    ['wall', 'invalid-input: This site does not let programs read its pages. Enter the DOI that it shows.'],
    [
      'refused',
      'invalid-input: The server does not let this page be read without signing in. Enter the DOI that it shows.',
    ],
    ['missing', 'invalid-input: There is nothing at this address.'],
    ['gone', 'invalid-input: There is nothing at this address any more.'],
    ['login', 'invalid-input: This page names no DOI, arXiv id or PMID of a paper. If it shows one, enter that.'],
    ['busy', 'source-unavailable: The server is too busy to answer. Try again in an hour.'],
    [
      'bomb',
      'invalid-input: What is at this address is too large for a page. If it is a PDF, enter the address of the page of the paper.',
    ],
    [
      'endless',
      'invalid-input: What is at this address is too large for a page. If it is a PDF, enter the address of the page of the paper.',
    ],
    ['loop', 'source-unavailable: No answer came from this address.'],
    ['to-private', 'source-unavailable: No answer came from this address.'],
  ] as const)('is said in a sentence when the answer is %s', async (fault, sentence) => {
    simulator.fail(fault, { times: fault === 'loop' ? 6 : 1 })
    const inProduction: Partial<FeedOptions> = {
      resolve: async (host) => (host === '127.0.0.1' ? host : resolveReadersHost(host)),
    }
    expect(await sentenceOf(find(inProduction))).toBe(sentence)
  })

  test('is none when it is a PDF, or names several papers', async () => {
    simulator.onRequest = () => new Response('%PDF-1.7\n%âãÏÓ', { headers: { 'content-type': 'application/pdf' } })
    expect(await sentenceOf(find())).toBe(
      'invalid-input: This is the address of a PDF. Enter the address of the page of the paper.',
    )
    simulator.onRequest = null
    simulator.pages.set(PATH, page(meta('citation_doi', '10.5555/a'), meta('citation_doi', '10.5555/b')))
    expect(await sentenceOf(find())).toBe(
      'invalid-input: This page names several papers. Enter the address of the page of one of them.',
    )
  })

  test('is never asked for at another port than those of the web', async () => {
    simulator.pages.set(PATH, page(meta('citation_doi', DOI)))
    expect(await sentenceOf(find({ publicOnly: true }))).toBe('source-unavailable: No answer came from this address.')
    expect(simulator.requests).toEqual([])
  })

  test('is not read at 10 MB', async () => {
    simulator.onRequest = () => new Response(page(meta('citation_doi', DOI)) + ' '.repeat(10 * 1024 * 1024))
    expect(await sentenceOf(find())).toStartWith('invalid-input: What is at this address is too large for a page.')
  })

  test.each([
    'http://127.0.0.1/a',
    'http://[::1]/a',
    'http://169.254.169.254/latest',
    'http://localhost/a',
    'http://10.0.0.1:8080/a',
  ])('is never asked for at %s, in the words of no answer', async (address) => {
    const refused = find({ publicOnly: true, resolve: (host) => resolveReadersHost(host) }, address)
    expect(await sentenceOf(refused)).toBe('source-unavailable: No answer came from this address.')
  })
})
