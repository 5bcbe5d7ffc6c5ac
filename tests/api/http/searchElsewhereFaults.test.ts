import { describe, expect, test } from 'bun:test'
import { log } from '#api/platform/log.ts'
import { searchElsewhere } from '#api/services/imports/searchElsewhere.ts'
import { ownWord, useSearched, type SearchedId } from '#tests/api/support/searched.ts'
import { errorOf } from '#tests/support/errorOf.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

const { simulators, sources, search, failureOf } = useSearched()
const { arxiv, europepmc, inspire } = simulators

/** Does not wait for the answer. */
const ask = (q = '') =>
  searchElsewhere({ sources }, { _id: 'ada' }, { source: 'europepmc', q }, { countRequest: () => undefined, waitMs: 1 })

/** What each service was asked for with a query. */
const sentTo = async (id: SearchedId, q: string) => {
  const { requests } = simulators[id]
  requests.length = 0
  const { status } = await search(id, q, `reader of ${id}`)
  const name = { arxiv: 'search_query', pubmed: 'term', europepmc: 'query', s2: 'query', inspire: 'q', ads: 'q' }[id]
  return [status, new URL(requests[0]?.url ?? '/', 'http://x').searchParams.get(name)] as const
}

test.each<[string, string, readonly string[]]>([
  [
    'signs of query languages',
    'a1" OR all:* AND (b1) [x TO y]~2 ^3 \\ {c1} id:1 "',
    ['a1', 'b1', 'x', 'y', '2', '3', 'c1', 'id', '1'],
  ],
  ['operators', 'lamps2 AND NOT oil2 ANDNOT gas2 OR wax2', ['lamps2', 'gas2', 'wax2']],
  [
    'fields, days and excluded words of the library',
    'title:"night3 lamps3" author:linde3 cat:cs.LG year:2020 -oil3',
    ['night3', 'lamps3', 'linde3'],
  ],
  ['control characters', 'night4\u0001\u001b[31m\u2028lamps4\r\nX-Key: 1', ['night4', '31m', 'lamps4', 'X-Key', '1']],
  [
    'other scripts and signs in words',
    'β5-Zerfall “O’Brien” 光5 3.5 covid-19',
    ['β5-Zerfall', "O'Brien", '光5', '3.5', 'covid-19'],
  ],
])('%s are no part of the query of any service', async (_what, q, words) => {
  const quoted = words.map((one) => `"${one}"`).join(' AND ')
  const plain = words.join(' ')
  expect(await sentTo('arxiv', q)).toEqual([200, words.map((one) => `all:"${one}"`).join(' AND ')])
  expect(await sentTo('pubmed', q)).toEqual([200, plain])
  expect(await sentTo('europepmc', q)).toEqual([200, quoted])
  expect(await sentTo('inspire', q)).toEqual([200, quoted])
  expect(await sentTo('ads', q)).toEqual([200, quoted])
  expect(await sentTo('s2', q)).toEqual([200, plain.replaceAll(/[-'.]/g, ' ')])
})

test('a query without a word is refused, and a very long one is cut to whole words', async () => {
  expect((await search('arxiv', '"" -- ((*')).status).toBe(422)
  expect((await search('arxiv', 'and OR not')).status).toBe(422)
  expect((await search('arxiv', 'x'.repeat(257))).status).toBe(422)
  expect(arxiv.requests).toHaveLength(0)
  const [, sent] = await sentTo(
    'arxiv',
    Array.from({ length: 64 }, (_, at) => `z${at}`)
      .join(' ')
      .slice(0, 256),
  )
  expect(sent?.match(/all:/g)).toHaveLength(30)
})

describe('A service that does not answer', () => {
  const faults: [SearchedId, Parameters<typeof inspire.fail>[0], string][] = [
    ['inspire', 'unavailable', 'INSPIRE answers 503. Try again in a minute.'],
    [
      'europepmc',
      'html',
      'Europe PMC gave an answer that cannot be used: it is a page of HTML. Try again in a minute.',
    ],
    ['ads', 'truncated', 'NASA ADS gave an answer that cannot be used: it is no JSON. Try again in a minute.'],
    [
      'europepmc',
      'other-json',
      'Europe PMC gave an answer that cannot be used: it has no list of records. Try again in a minute.',
    ],
  ]
  test.each(faults)('is said so: %s, %s', async (id, fault, message) => {
    ;(simulators[id] as typeof inspire).fail(fault)
    const q = ownWord()
    expect(failureOf(await search(id, q))).toEqual([502, message])
    expect(simulators[id].requests).toHaveLength(1)
    expect((await search(id, q)).status).toBe(200)
  })

  test('because there were too many requests is left alone, with the seconds to wait', async () => {
    inspire.fail('rate-limited', { retryAfter: '60' })
    expect((await search('inspire', ownWord())).status).toBe(502)
    const second = await search('inspire', ownWord())
    expect(second.status).toBe(502)
    expect(Number(new Headers(second.headers).get('retry-after'))).toBeGreaterThan(50)
    expect(inspire.requests).toHaveLength(1)
  })

  test('because it refuses the search says nothing of the words, nor does the log', async () => {
    const lines: unknown[] = []
    const warn = log.warn
    log.warn = ((...line: unknown[]) => lines.push(line)) as typeof log.warn
    const q = ownWord()
    for (const [id, name] of [
      ['ads', 'NASA ADS'],
      ['s2', 'Semantic Scholar'],
      ['europepmc', 'Europe PMC'],
    ] as const) {
      simulators[id].onRequest = (request) =>
        Response.json({ error: `Cannot parse ${decodeURIComponent(request.url)}`, message: q }, { status: 400 })
      expect(failureOf(await search(id, q))).toEqual([
        502,
        `${name} did not accept this search (400). Try again in a minute.`,
      ])
      simulators[id].onRequest = null
    }
    log.warn = warn
    expect(lines).toHaveLength(3)
    expect(Bun.inspect(lines, { depth: 12 })).not.toContain(q)
  })
})

test('a slow service is not waited for longer than a reader waits, and few searches wait for it', async () => {
  const gate = Promise.withResolvers<undefined>()
  europepmc.onRequest = () => gate.promise
  const words = Array.from({ length: 5 }, ownWord)
  for (const q of words.slice(0, 4))
    expect((await errorOf(ask(q))).message).toBe('Europe PMC did not answer in time. Try again in a minute.')
  const { message, details } = await errorOf(ask(words[4]))
  expect([message, details.retryAfter]).toEqual(['Many searches are being asked for at Europe PMC.', 15])
  gate.resolve(undefined)
  europepmc.onRequest = null
  await waitUntil(async () => europepmc.requests.filter(({ endedAt }) => Number.isFinite(endedAt)).length === 4)
  expect(europepmc.maxConcurrentRequests).toBe(1)
  expect(await waitUntil(() => ask(words[0]).catch(() => false))).toMatchObject({ total: 0 })
  expect(europepmc.requests).toHaveLength(4)
})

test('the same words are asked for once, also by another reader, and a reader has 20 new searches an hour', async () => {
  const q = ownWord()
  for (const name of ['cy', 'cy', 'dee']) expect((await search('arxiv', q.toUpperCase(), name)).status).toBe(200)
  expect(arxiv.requests).toHaveLength(1)
  const statuses: number[] = []
  for (let at = 0; at < 20; at += 1) statuses.push((await search('arxiv', ownWord(), 'cy')).status)
  expect(statuses).toEqual([...Array<number>(19).fill(200), 429])
  expect((await search('arxiv', q, 'cy')).status).toBe(200)
  expect((await search('arxiv', ownWord(), 'dee')).status).toBe(200)
})
