import { beforeEach, describe, expect, test } from 'bun:test'
import { findSourceState } from '#api/store/sources/sources.ts'
import { batch } from '#tests/api/support/pipeline.ts'
import { at, cardsOf, findFalseLedgers, ledgerOf, storedPapers, usePreprints } from '#tests/api/support/preprints.ts'
import { makeReader } from '#tests/api/support/readers.ts'
import { findAnnouncement } from '#api/store/papers/announcements.ts'

const { simulator: arxiv, servers, run, post } = usePreprints()

const [MON, TUE, WED] = ['2026-11-16', '2026-11-17', '2026-11-18'] as const
const unavailable = () => new Response('Service Unavailable', { status: 503 })
const readers: Record<string, string> = {}

beforeEach(async () => {
  arxiv.onRequest = null
  for (const [name, categories] of Object.entries({
    ada: ['cs.LG'],
    bela: ['biorxiv.neuroscience'],
    cleo: ['cs.LG', 'biorxiv.neuroscience', 'medrxiv.oncology'],
  }))
    readers[name] = (await makeReader(name, categories))._id
  arxiv.papers.push(...batch(8, TUE, 10_001), ...batch(6, WED, 10_101))
  post(5, MON)
  post(4, TUE)
  post(6, MON, { server: 'medRxiv' })
  post(6, TUE, { server: 'medRxiv' })
})
const counts = async () =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(readers).map(async ([name, id]): Promise<[string, number]> => [name, (await cardsOf(id)).length]),
    ),
  )

describe('While arXiv does not answer', () => {
  test('the servers are read and delivered in the same run, and a retry reads only arXiv', async () => {
    at(TUE, '00:45')
    arxiv.onRequest = () => (servers.requests.length < 2 ? unavailable() : undefined)
    expect(await run('ingest')).toMatchObject({ state: 'succeeded', failed_attempts: 1 })
    expect(servers.requests.map(({ url }) => url.split('/')[2])).toEqual(['biorxiv', 'medrxiv'])
    expect(await findAnnouncement('arxiv', TUE)).toMatchObject({ arrivals: 8 })
    expect(await ledgerOf('biorxiv')).toEqual([`${TUE} announced 5`])
    expect(await counts()).toMatchObject({ ada: 8, bela: 1 })
    expect(await findFalseLedgers()).toEqual([])
  })

  test('readers of a server get its papers, and the job says by name what it could not read', async () => {
    at(TUE, '00:45')
    arxiv.onRequest = unavailable
    expect(await run('ingest')).toMatchObject({ state: 'failed', error: expect.stringContaining('arXiv') })
    expect([await ledgerOf('biorxiv'), await ledgerOf('medrxiv')]).toEqual([
      [`${TUE} announced 5`],
      [`${TUE} announced 6`],
    ])
    expect(await counts()).toMatchObject({ ada: 0, bela: 1, cleo: 0 })
    expect(await findSourceState('biorxiv')).toMatchObject({ failing_since: null })
    expect(await findSourceState('arxiv')).toMatchObject({ failing_since: expect.any(Date) })
    arxiv.onRequest = null
    at(TUE, '01:15')
    await run('ingest')
    expect(await counts()).toMatchObject({ ada: 8, bela: 1 })
    const cards = await cardsOf(readers['cleo']!)
    // Two of the six papers of medRxiv are about cancer.
    expect(cards.filter((card) => card.startsWith(TUE))).toHaveLength(8 + 1 + 1)
    expect(new Set(cards).size).toBe(cards.length)
  })
})

describe('While a server does not answer', () => {
  test('and asks for a long pause, arXiv can be read again at once', async () => {
    at(TUE, '00:10')
    const late = arxiv.papers.splice(0)
    servers.onRequest = () => new Response('', { status: 503, headers: { 'retry-after': '3600' } })
    const first = await run('ingest')
    expect(first).toMatchObject({ state: 'partial', error: expect.stringContaining('bioRxiv'), failed_attempts: 0 })
    arxiv.papers.push(...late)
    const sent = servers.requests.length
    at(TUE, '00:40')
    await run('ingest')
    expect(await counts()).toMatchObject({ ada: 8 })
    expect(servers.requests).toHaveLength(sent)
  })

  test.each(['biorxiv', 'medrxiv'])(
    '(%s) arXiv and the other are complete and delivered, and the job names it',
    async (down) => {
      const name = down === 'biorxiv' ? 'bioRxiv' : 'medRxiv'
      at(TUE, '00:45')
      servers.onRequest = ({ url }) => (url.includes(`/${down}/`) ? unavailable() : undefined)
      const job = await run('ingest')
      expect(job).toMatchObject({ state: 'failed', error: expect.stringContaining(name) })
      expect(await findAnnouncement('arxiv', TUE)).toMatchObject({ arrivals: 8, complete: true })
      expect(await ledgerOf(down)).toEqual([])
      expect(await ledgerOf(down === 'biorxiv' ? 'medrxiv' : 'biorxiv')).toHaveLength(1)
      expect(await counts()).toMatchObject({ ada: 8, bela: down === 'biorxiv' ? 0 : 1, cleo: 0 })
      const feeds = arxiv.requests.filter(({ door }) => door === 'rss')
      expect(new Set(feeds.map(({ url }) => url)).size).toBe(feeds.length)

      // From the hour on at which the day is late, the others are not held back.
      at(TUE, '08:10')
      await run('ingest')
      expect((await counts())['cleo']).toBeGreaterThanOrEqual(8)
      servers.onRequest = null
      at(WED, '00:45')
      await run('ingest')
      expect(await ledgerOf(down)).toHaveLength(2)
      expect(await counts()).toEqual({ ada: 14, bela: 2, cleo: 14 + 2 + 2 })
      expect(await findFalseLedgers()).toEqual([])
      expect(await storedPapers()).toHaveLength(14 + 9 + 12)
    },
  )
})
