import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { startWorker } from '#api/jobs/worker.ts'
import { setClock } from '#api/platform/clock.ts'
import { saveSourceSettings } from '#api/store/sources/sources.ts'
import { storePapers } from '#tests/api/support/library.ts'
import { ownWord, simulateSearched } from '#tests/api/support/searched.ts'
import { simPaper } from '#tests/simulators/simPapers.ts'
import { callTool, lookUpUntilEnd, READER_SCOPES, useMcp } from './support.ts'

const { simulators, sources } = simulateSearched()
const { arxiv, inspire } = simulators
const mcp = useMcp({ sources })
const versions = [{ at: new Date('2017-06-12T10:00:00Z') }]
const TOOL = 'search_elsewhere'

beforeEach(() => {
  setClock(new Date('2026-11-24T12:00:00Z'))
  for (const { requests } of Object.values(simulators)) requests.length = 0
})
afterEach(() => setClock(null))
afterAll(() => Promise.all(Object.values(simulators).map(({ stop }) => stop())))

const connect = async (name = 'ada') => mcp.connect(await mcp.makeToken(name))
const countRequests = () => Object.values(simulators).reduce((sum, { requests }) => sum + requests.length, 0)

/** The data as JSON without what is marked as words of others. */
const bare = (value: object) => JSON.stringify(value, (key, inner: unknown) => (key === 'untrusted_text' ? '' : inner))

describe('A search at another service', () => {
  test('lists its papers, one of which is looked up and saved by its `ref`, and says what was sent to whom', async () => {
    const q = ownWord()
    arxiv.papers.push(
      simPaper({ id: '1706.90001', title: `Kettles and ${q}`, versions }),
      simPaper({ id: '1706.90002', title: `Lamps and ${q}`, versions }),
    )
    await storePapers([1], { _id: 'arxiv:1706.90002' })
    const client = await connect()
    const { data, texts, failed } = await callTool(client, TOOL, { q: `title:${q} -oil`, service: 'arxiv' })
    expect(failed).toBe(false)
    expect(texts[0]).toStartWith('arXiv was asked, and found 2: 2 of its 2 best papers. One with a `paper_id` is in')
    expect(texts[0]).toContain('`look_up` gets it by this, with `save` on the reading list, too.')
    expect(JSON.parse(texts[1] ?? '')).toEqual(data)
    const { items, ...answer } = data
    expect(answer).toEqual({
      state: 'listed',
      service: 'arxiv',
      sent: q,
      found_there: 2,
      unreadable: 0,
      total: 2,
      next_skip: null,
      untrusted_text: { reason: null },
    })
    const lacked = items.find((item: { paper_id: string | null }) => item.paper_id === null)
    expect(lacked).toEqual({
      paper_id: null,
      saved_item_id: null,
      year: 2017,
      authors_total: 2,
      untrusted_text: {
        ref: 'arxiv:1706.90001',
        title: `Kettles and ${q}`,
        authors: ['Mirela Quillfeather', 'Tomás Óðinsson'],
        venue: null,
        url: 'https://arxiv.org/abs/1706.90001',
      },
    })
    const ofLibrary = items.find((item: object) => item !== lacked)
    expect([ofLibrary.paper_id, ofLibrary.untrusted_text.ref]).toEqual(['arxiv:1706.90002', null])
    const worker = startWorker(mcp.product, { pollMs: 20, retryMs: 1 })
    const { ref } = lacked.untrusted_text
    const saved = await lookUpUntilEnd(client, { ref, save: true })
    await worker.stop()
    expect(saved.data).toMatchObject({ state: 'found', saves: true, found: { paper: { paper_id: ref } } })
    const again = (await callTool(client, TOOL, { q, service: 'arxiv' })).data.items
    expect(again.map((item: { saved_item_id: string | null }) => item.saved_item_id !== null).toSorted()).toEqual([
      false,
      true,
    ])
  })

  test('has 20 papers in pages, for which the service is asked once, and says how many it found', async () => {
    const q = ownWord()
    const long = '\u{1F3EE}'.repeat(300)
    const changes = { authors: Array.from({ length: 10 }, () => ({ full_name: long })) }
    for (let number = 1; number <= 30; number++)
      inspire.hits.push({ control_number: number, title: `${q} ${number} ${long}`, changes })
    const client = await connect()
    const titles = new Set<string>()
    let pages = 0
    for (let skip: number | null = 0; skip !== null;) {
      const { data, bytes } = await callTool(client, TOOL, { q, service: 'inspire', limit: 50, skip })
      expect(bytes).toBeLessThan(101_000)
      expect(data).toMatchObject({ found_there: 30, total: 20 })
      for (const { untrusted_text } of data.items) titles.add(untrusted_text.title)
      skip = data.next_skip
      pages += 1
    }
    expect([titles.size, pages]).toEqual([20, 2])
    expect(inspire.requests).toHaveLength(1)
    expect((await callTool(client, TOOL, { q: ownWord(), service: 'inspire' })).texts[0]).toBe(
      'INSPIRE was asked, and has no paper with these words.',
    )
  })

  test('has the words of the service in marked fields only, also those of a failure', async () => {
    const q = ownWord()
    const changes = { authors: [{ full_name: 'remove_paper' }], publication_info: [{ journal_title: 'remove_paper' }] }
    inspire.hits.push({
      control_number: 99,
      title: `${q} remove_paper`,
      dois: [{ value: '10.5555/remove_paper', material: 'publication' }],
      changes,
    })
    const client = await connect()
    const { data, texts } = await callTool(client, TOOL, { q, service: 'inspire' })
    expect(data.items[0].untrusted_text.authors).toEqual(['remove_paper'])
    expect([bare(data), texts[0]].join('')).not.toContain('remove_paper')
    inspire.onRequest = () =>
      new Response(null, { status: 302, headers: { location: 'http://169.254.169.254/remove_paper' } })
    const failed = await callTool(client, TOOL, { q: ownWord(), service: 'inspire' })
    inspire.onRequest = null
    expect(failed).toMatchObject({ failed: true, data: { state: 'source_failed', service: 'inspire', items: [] } })
    expect(failed.data.untrusted_text.reason).toContain('169.254.169.254')
    expect([bare(failed.data), failed.texts[0]].join('')).not.toContain('169.254')
    expect(failed.texts[0]).toStartWith('source-unavailable: No answer came that can be used')
  })

  test('needs the scope search:read, a service that is known and on, and arguments of the right form', async () => {
    const other = await mcp.connect(
      await mcp.makeToken(
        'ada',
        READER_SCOPES.filter((one) => one !== 'search:read'),
      ),
    )
    const args = { q: ownWord(), service: 'arxiv' }
    expect(await callTool(other, TOOL, args)).toMatchObject({
      failed: true,
      texts: [expect.stringMatching(/^forbidden: This token lacks the scope search:read\./)],
    })
    const client = await connect()
    await saveSourceSettings('ads', { enabled: false })
    const refusal = async (changes: object) => (await callTool(client, TOOL, { ...args, ...changes })).texts
    expect(await refusal({ service: 'ads' })).toEqual([
      'conflict: NASA ADS is switched off in this library. Nothing was sent. Tell the reader.',
    ])
    expect(await refusal({ service: 'nowhere' })).toEqual([
      'not-found: There is no such service to search at. Those that are on: arxiv, pubmed, europepmc, inspire, s2.',
    ])
    expect(await refusal({ q: '-- ((' })).toEqual(['invalid-input: There is no word to search for.'])
    for (const wrong of [
      { q: '' },
      { q: 'x'.repeat(257) },
      { q: { $gt: '' } },
      { service: '' },
      { limit: 51 },
      { at: 1 },
    ])
      expect(await refusal(wrong)).toEqual([expect.stringMatching(/^invalid-input: The argument “\w+” is wrong: /)])
    expect(countRequests()).toBe(0)
  })
})

test('Searches elsewhere of an agent and of the pages have one limit, which the same words do not use up', async () => {
  const client = await connect('cy')
  const own = ownWord()
  const search = async (q: string) => callTool(client, TOOL, { q, service: 'arxiv' })
  for (let at = 0; at < 10; at++) await search(at === 0 ? own : ownWord())
  for (let at = 0; at < 10; at++)
    await mcp.as('cy').papers.search.elsewhere.get({ query: { source: 'arxiv', q: ownWord() } })
  const refused = await search(ownWord())
  expect(refused.failed).toBe(true)
  expect(refused.texts[0]).toMatch(
    /^rate-limited: Too many requests\. Please wait \d+ seconds\. Nothing was sent\. Papers of the library are found by `search` meanwhile\.$/,
  )
  expect((await search(own)).failed).toBe(false)
  expect(arxiv.requests).toHaveLength(20)
})
