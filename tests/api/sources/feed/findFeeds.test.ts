import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { AppError } from '#api/platform/errors.ts'
import { resolveReadersHost } from '#api/platform/resolveHost.ts'
import { createFeedSource, type FeedOptions } from '#api/sources/feed/feed.ts'
import { never, sentenceOf } from '#tests/api/sources/useFetcher.ts'
import { simItems, startFeedsSimulator, type SimFeed } from '#tests/simulators/feeds.ts'
import { localRateLimit } from '#tests/simulators/rateLimit.ts'

const simulator = startFeedsSimulator()
afterAll(() => simulator.stop())
beforeEach(() => {
  simulator.feeds.clear()
  simulator.pages.clear()
  simulator.requests.length = 0
})
afterEach(() => {
  simulator.onRequest = null
})

const create = (changes: Partial<FeedOptions> = {}) =>
  createFeedSource({
    gapMs: 0,
    guessGapMs: 0,
    contactEmail: 'papers@example.org',
    rateLimit: localRateLimit(),
    publicOnly: false,
    store: { readItems: async () => [], wasUnread: async () => false },
    ...changes,
  })
const find = (path: string, changes?: Partial<FeedOptions>) =>
  create(changes).feeds.find(path.startsWith('/') ? simulator.addressOf(path) : path, { signal: never })
const refusalOf = (path: string, changes?: Partial<FeedOptions>) => sentenceOf(find(path, changes))

const serve = (path: string, feed: Partial<SimFeed> = {}) =>
  simulator.feeds.set(path, {
    format: 'rss',
    title: 'Journal of Imaginary Vision',
    items: simItems(5, '2026-01-05T12:00:00Z', 1),
    ...feed,
  })
const page = (...links: string[]) =>
  `<!doctype html><title>Imaginary Vision</title><meta name="citation_issn" content="9999-9994">${links.join('')}`
const link = (href: string, title = '') =>
  `<link rel="alternate" type="application/rss+xml" href="${href}" title="${title}">`
const pathsAsked = () => simulator.requests.map(({ url }) => url)

describe('What is found at an address', () => {
  test('is the feed itself, with what a reader wants to know', async () => {
    serve('/jiv.rss', { issn: '9999-9994', items: simItems(25, '2026-01-05T12:00:00Z', 1) })
    expect(await find('/jiv.rss')).toEqual([
      {
        address: simulator.addressOf('/jiv.rss'),
        title: 'Journal of Imaginary Vision',
        sample: [25, 24, 23].map((part) => `Lanterns in the streets of a town, part ${part}`),
        items: 20,
        newestOn: '2026-01-05',
        withAbstract: 1,
        withDoi: 0,
        perDay: null,
        issn: '9999-9994',
      },
    ])
  })

  test('are the feeds that the page names, with the ISSN of the page', async () => {
    serve('/early.rss', { title: 'Early View' })
    serve('/issue.rss', { title: 'Current issue' })
    serve('/comments.rss', { title: 'Comments' })
    const links = [
      link('/comments.rss', 'Comments'),
      link('/issue.rss', 'Current issue'),
      link('/early.rss', 'Early View'),
    ]
    simulator.pages.set('/jiv', page(...links))
    const found = await find('/jiv')
    expect(found.map(({ title, issn }) => `${title} ${issn}`)).toEqual([
      'Early View 9999-9994',
      'Current issue 9999-9994',
      'Comments 9999-9994',
    ])
  })

  test('is a feed at one of the usual addresses, if the page names none', async () => {
    serve('/notes/atom.xml', { format: 'atom' })
    simulator.pages.set('/notes/', page())
    expect((await find('/notes/')).map(({ address }) => address)).toEqual([simulator.addressOf('/notes/atom.xml')])
    expect(pathsAsked().length).toBeLessThanOrEqual(10)
  })

  test('is nothing after nine guesses, none of which follows a redirect', async () => {
    simulator.pages.set('/notes/', page())
    simulator.onRequest = ({ url }) =>
      url.endsWith('/notes/') ? undefined : Response.redirect(simulator.addressOf('/notes/'), 302)
    expect(await refusalOf('/notes/')).toBe('invalid-input: There is no feed at this address, and the page names none.')
    expect(simulator.requests).toHaveLength(10)
  })

  test.each([
    ['wall', 'invalid-input: This publisher does not let programs read its feed; follow the journal by ISSN instead.'],
    ['refused', 'invalid-input: The server does not let this address be read without signing in.'],
    ['missing', 'invalid-input: There is nothing at this address.'],
    ['gone', 'invalid-input: This feed has ended.'],
    ['busy', 'source-unavailable: The server is too busy to answer. Try again in an hour.'],
    ['truncated', 'invalid-input: There is no feed at this address, and the page names none.'],
    ['bomb', 'invalid-input: What is at this address is too large for a feed.'],
    ['endless', 'invalid-input: What is at this address is too large for a feed.'],
    ['loop', 'source-unavailable: No answer came from this address.'],
  ] as const)('is said in a sentence when the answer is %s', async (fault, sentence) => {
    serve('/jiv.rss')
    simulator.fail(fault, { times: fault === 'loop' ? 6 : 1 })
    expect(await refusalOf('/jiv.rss')).toBe(sentence)
  })

  test('follows five redirects', async () => {
    serve('/5')
    simulator.onRequest = ({ url }) => {
      const hop = Number(new URL(url).pathname.slice(1))
      return hop < 5 ? Response.redirect(simulator.addressOf(`/${hop + 1}`), 302) : undefined
    }
    expect((await find('/0')).map(({ address }) => address)).toEqual([simulator.addressOf('/5')])
  })
})

/** As in production, where the simulator is on the public internet under these names. */
const asPublic = (names: Record<string, string>): Partial<FeedOptions> => ({
  resolve: async (host) => names[host] ?? resolveReadersHost(host),
})
const twoAddresses = async () => [
  { address: '127.0.0.1', family: 4 },
  { address: '2606:4700::1', family: 6 },
]

describe('Addresses that readers may not have asked', () => {
  const NO_ANSWER = 'source-unavailable: No answer came from this address.'
  test.each([
    'http://127.0.0.1/feed',
    'http://10.0.0.1/feed',
    'http://[::1]/feed',
    'http://[::ffff:127.0.0.1]/feed',
    'http://[64:ff9b::7f00:1]/feed',
    'http://[2002:7f00:1::]/feed',
    'http://169.254.169.254/latest/meta-data',
    'http://localhost/feed',
  ])('such as %p have the words of an address without an answer', async (address) => {
    const refused = await refusalOf(address, { publicOnly: true, resolve: (host) => resolveReadersHost(host) })
    expect(refused).toBe(NO_ANSWER)
  })

  test('are never connected to, also behind a redirect from a public host', async () => {
    const { host, port } = new URL(simulator.apiUrl)
    simulator.onRequest = (request) =>
      request.headers.get('host') === host
        ? Response.json({ secret: 1 })
        : Response.redirect(`${simulator.apiUrl}/inner`, 302)
    expect(
      await refusalOf(`http://feeds.example.org:${port}/feed`, asPublic({ 'feeds.example.org': '127.0.0.1' })),
    ).toBe(NO_ANSWER)
    expect(simulator.requests.map(({ url }) => url)).toEqual(['/feed'])
  })

  test('are checked at each connection: a name that changes to a private address is not asked again', async () => {
    serve('/feed')
    const { port } = new URL(simulator.apiUrl)
    let looks = 0
    const source = create({
      resolve: async (host) => {
        looks += 1
        if (looks === 1) return '127.0.0.1'
        return resolveReadersHost(host, async () => [{ address: '10.0.0.1', family: 4 }])
      },
    })
    const address = `http://feeds.example.org:${port}/feed`
    expect(await source.feeds.find(address, { signal: never })).toHaveLength(1)
    expect(await sentenceOf(source.feeds.find(address, { signal: never }))).toBe(NO_ANSWER)
    expect(simulator.requests).toHaveLength(1)
  })

  test('of a name with a public and a private address, the public one is used', async () => {
    expect(await resolveReadersHost('feeds.example.org', twoAddresses)).toBe('2606:4700::1')
    const refused = resolveReadersHost('feeds.example.org', async () => [{ address: '127.0.0.1', family: 4 }])
    await expect(refused).rejects.toBeInstanceOf(AppError)
  })

  test('have other ports than those of the web', async () => {
    serve('/jiv.rss')
    expect(await refusalOf('/jiv.rss', { publicOnly: true })).toBe(NO_ANSWER)
    expect(simulator.requests).toEqual([])
  })

  test('have a user and a password behind a redirect', async () => {
    const { port } = new URL(simulator.apiUrl)
    simulator.onRequest = () => Response.redirect(`http://mirela:secret@127.0.0.1:${port}/feed`, 302)
    expect(await refusalOf('/jiv.rss')).toBe(NO_ANSWER)
    expect(simulator.requests).toHaveLength(1)
  })
})

test('requests say who asks and what is read, and have neither cookies nor a referrer', async () => {
  serve('/jiv.rss')
  let headers = new Headers()
  simulator.onRequest = (request) => {
    headers = new Headers(request.headers)
    return undefined
  }
  await find('/jiv.rss')
  expect(headers.get('user-agent')).toBe('Paperdawn/0.1 (mailto:papers@example.org)')
  expect(headers.get('accept')).toStartWith('application/atom+xml, application/rss+xml')
  expect([headers.get('cookie'), headers.get('referer')]).toEqual([null, null])
})
