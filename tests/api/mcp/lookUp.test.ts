import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import mongoose from 'mongoose'
import { startWorker, type Worker } from '#api/jobs/worker.ts'
import { setClock } from '#api/platform/clock.ts'
import { saveSourceSettings } from '#api/store/sources/sources.ts'
import { paperId, storePapers } from '#tests/api/support/library.ts'
import { simulateArxiv, simulateCrossref, simulateFeeds, simulatePubmed } from '#tests/api/support/pipeline.ts'
import { simArticle } from '#tests/simulators/simArticles.ts'
import { simPaper } from '#tests/simulators/simPapers.ts'
import { simWork } from '#tests/simulators/simWorks.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'
import { callTool, lookUpUntilEnd, useMcp } from './support.ts'

const { simulator: arxiv, sources } = simulateArxiv()
const { simulator: crossref, crossref: crossrefSource } = simulateCrossref()
const { simulator: pubmed, pubmed: pubmedSource } = simulatePubmed()
const { simulator: pages, feeds } = simulateFeeds()
sources.set('crossref', crossrefSource)
sources.set('pubmed', pubmedSource)
sources.set('feed', feeds)
const mcp = useMcp({ sources })
const REF = '1706.90001'
const ID = `arxiv:${REF}`
const DOI = '10.5555/jiv.2026.0011'
const PAGE = pages.addressOf('/articles/lanterns')
const workers: Worker[] = []

beforeEach(() => {
  setClock(new Date('2026-11-24T12:00:00Z'))
  const old = simPaper({ id: REF, title: 'Kettles in tune', versions: [{ at: new Date('2017-06-12T10:00:00Z') }] })
  arxiv.papers.splice(0, Infinity, old)
  crossref.works.splice(0, Infinity, simWork())
  pubmed.articles = [simArticle({ pmc: 'PMC9990001' })]
  pages.pages.clear()
  pages.pages.set('/articles/lanterns', `<head><meta name="citation_doi" content="${DOI}"></head>`)
  for (const { requests } of [arxiv, crossref, pubmed, pages]) requests.length = 0
})
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
  setClock(null)
})
afterAll(() => Promise.all([arxiv, crossref, pubmed, pages].map((simulator) => simulator.stop())))

const work = () => void workers.push(startWorker(mcp.product, { pollMs: 20, retryMs: 1 }))
const connect = async () => mcp.connect(await mcp.makeToken('ada'))
const readList = async () => (await mcp.as('ada').users.me['reading-list'].get({ query: {} })).data?.items ?? []
const countJobs = () => mongoose.connection.collection('jobs').countDocuments({ kind: 'look-up-paper' })
const countRequests = () => [arxiv, crossref, pubmed, pages].reduce((sum, { requests }) => sum + requests.length, 0)

/** Lets the pause of the source end now, and the jobs that wait for it start. */
async function endPause(): Promise<void> {
  const { connection } = mongoose
  await connection.collection('sources').updateMany({}, { $unset: { 'slot.paused_until': '', 'slot.free_at': '' } })
  await connection.collection('jobs').updateMany({ state: 'queued' }, { $set: { run_at: new Date(0) } })
}

/** The answer to a token without `scope`. */
const lacks = (scope: string) => ({
  failed: true,
  texts: [`forbidden: This token lacks the scope ${scope}. Make one that has it in your profile.`],
})

describe('A paper that the library lacks', () => {
  test('is first said to be on its way, and is then found, saved, and one that the other tools know', async () => {
    const client = await connect()
    const first = await callTool(client, 'look_up', { ref: REF, save: true })
    expect(first).toMatchObject({
      failed: false,
      data: { state: 'waiting', saves: true, found: null, retry_after: 1, untrusted_text: { source: 'arXiv' } },
    })
    expect(first.texts[0]).toBe(
      'The paper is being fetched and is not here yet. Call look_up again in 1 second with the same `ref` and this ' +
        '`job_id`. It is put on the reading list when it arrives, also if you do not ask again.',
    )
    work()
    const { data, texts } = await lookUpUntilEnd(client, { ref: REF, save: true })
    expect(data).toMatchObject({ state: 'found', saves: true, job_id: null, found: { paper: { paper_id: ID } } })
    expect(data.found.paper.untrusted_text.title).toBe('Kettles in tune')
    expect(texts[0]).toBe('The paper is in the library and on the reading list.')
    expect(JSON.parse(texts[1] ?? '')).toEqual(data)
    const [item] = (await callTool(client, 'my_list')).data.items
    expect([item.item_id, item.paper.paper_id]).toEqual([data.found.saved_item_id, ID])
    expect((await callTool(client, 'get_paper', { paper_id: ID })).data).toEqual(data.found)
    expect(arxiv.requests).toHaveLength(1)
  })

  test.each([
    ['a DOI', DOI, `doi:${DOI}`],
    ['a PMID', 'PMID: 99900001', 'pmid:99900001'],
    ['a PMCID', 'PMC9990001', 'pmid:99900001'],
    ['the address of its page', PAGE, `doi:${DOI}`],
    ['an address of arXiv', `https://arxiv.org/pdf/${REF}v1`, ID],
  ])('is found by %s, and not saved unless that is asked for', async (_name, ref, id) => {
    work()
    const { data, texts } = await lookUpUntilEnd(await connect(), { ref })
    expect(data).toMatchObject({
      state: 'found',
      saves: false,
      found: { saved_item_id: null, paper: { paper_id: id } },
    })
    expect(texts[0]).toBe('The paper is in the library.')
    expect(await readList()).toEqual([])
  })

  test('and that its source lacks, too, is unknown: there is no paper and nothing is saved', async () => {
    work()
    const { failed, data, texts } = await lookUpUntilEnd(await connect(), { ref: '1706.90002', save: true })
    expect(failed).toBe(true)
    expect(data).toMatchObject({ state: 'unknown', saves: false, found: null })
    expect(data.untrusted_text.reason).toBe('arXiv has no paper 1706.90002.')
    expect(texts[0]).toBe(
      'not-found: No paper was found under this name, and nothing was saved. The reason is in `untrusted_text`. ' +
        'Check the name, or ask the reader for another id of the paper.',
    )
    expect(await readList()).toEqual([])
  })

  test('is not called unknown while its source is down; with `save` it is waited for and arrives', async () => {
    const client = await connect()
    await arxiv.down()
    work()
    const down = await lookUpUntilEnd(client, { ref: REF })
    expect(down).toMatchObject({ failed: true, data: { state: 'source_failed', found: null, saves: false } })
    expect(down.data.untrusted_text.reason).toBe('arXiv refused the connection.')
    expect(down.texts[0]).toStartWith('source-unavailable: No answer came that can be used, so that it is not known')
    expect(down.texts[0]).toEndWith('with `save` the request is kept for a day.')
    const wanted = { ref: REF, save: true }
    const { job_id } = (await callTool(client, 'look_up', wanted)).data
    const kept = await waitUntil(async () => {
      const answer = await callTool(client, 'look_up', { ...wanted, job_id })
      return answer.data.untrusted_text.reason !== null && answer
    })
    expect(kept.data).toMatchObject({ state: 'waiting', saves: true, found: null })
    expect(kept.texts[0]).toContain('Its source cannot be read now; `untrusted_text.reason` says why.')
    arxiv.up()
    await endPause()
    expect((await lookUpUntilEnd(client, wanted)).data).toMatchObject({ state: 'found', saves: true })
    expect((await readList()).map(({ paper }) => paper.id)).toEqual([ID])
  })
})

test('A paper of the library is answered and saved at once, without a job and a request to a source', async () => {
  await storePapers([1])
  const client = await connect()
  const read = await callTool(client, 'look_up', { ref: paperId(1) })
  expect(read.data).toMatchObject({ state: 'found', saves: false, found: { saved_item_id: null } })
  const saved = await callTool(client, 'look_up', { ref: paperId(1), save: true })
  const again = await callTool(client, 'look_up', { ref: paperId(1) })
  expect(saved.data).toMatchObject({ state: 'found', saves: true, found: { saved_item_id: expect.any(String) } })
  expect(again.data).toEqual(saved.data)
  expect([await countJobs(), countRequests()]).toEqual([0, 0])
})

test('Look-ups of an agent and of the pages have one limit, which papers of the library do not use up', async () => {
  await storePapers([1])
  const client = await connect()
  const { papers } = mcp.as('ada')
  for (let number = 10; number < 25; number++) await papers.lookup.post({ ref: `1706.900${number}` })
  for (let number = 25; number < 40; number++) {
    await callTool(client, 'look_up', { ref: paperId(1) })
    expect((await callTool(client, 'look_up', { ref: `1706.900${number}` })).data.state).toBe('waiting')
  }
  const refused = await callTool(client, 'look_up', { ref: '1706.90040' })
  expect(refused.failed).toBe(true)
  expect(refused.texts[0]).toMatch(
    /^rate-limited: Too many requests\. Please wait \d+ seconds\. Nothing was asked for\. Papers that the library has can be read meanwhile\.$/,
  )
  expect(await countJobs()).toBe(30)
  expect((await callTool(client, 'look_up', { ref: '1706.90030' })).data.state).toBe('waiting')
  expect((await papers.lookup.post({ ref: '1706.90040' })).status).toBe(429)
})

test('A token needs search:read to look up and list:write to save, and without them asks for nothing', async () => {
  await storePapers([1])
  const reader = await mcp.connect(await mcp.makeToken('ada', ['search:read']))
  const writer = await mcp.connect(await mcp.makeToken('ada', ['list:write']))
  for (const ref of [REF, paperId(1)]) {
    expect(await callTool(reader, 'look_up', { ref, save: true })).toMatchObject(lacks('list:write'))
    expect(await callTool(writer, 'look_up', { ref })).toMatchObject(lacks('search:read'))
  }
  expect([await countJobs(), await readList()]).toEqual([0, []])
  expect((await callTool(reader, 'look_up', { ref: REF })).data.state).toBe('waiting')
})

test('A title, an address with a key for one person, a source that is switched off, and wrong arguments are refused', async () => {
  const client = await connect()
  const refusal = async (args: Record<string, unknown>) => (await callTool(client, 'look_up', args)).texts
  expect(await refusal({ ref: 'Kettles that whistle' })).toEqual([
    'invalid-input: Enter an arXiv id, a DOI, a PMID or the address of a paper. For a title or other words use `search`.',
  ])
  expect(await refusal({ ref: `${PAGE}?token=abc` })).toEqual([
    expect.stringMatching(/^invalid-input: The address has a key for one person in it\./),
  ])
  await saveSourceSettings('arxiv', { enabled: false })
  expect(await refusal({ ref: REF })).toEqual([
    'conflict: arXiv is switched off in this library: its papers cannot be looked up. Nothing was asked for. Tell the reader.',
  ])
  for (const args of [{}, { ref: '' }, { ref: 'x'.repeat(2_049) }, { ref: { $gt: '' } }, { ref: REF, save: 'yes' }])
    expect(await refusal(args)).toEqual([expect.stringMatching(/^invalid-input: The argument “\w+” is wrong: /)])
  expect([await countJobs(), countRequests()]).toEqual([0, 0])
})
