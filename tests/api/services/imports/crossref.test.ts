import { afterAll, beforeEach, expect, test } from 'bun:test'
import mongoose from 'mongoose'
import type { ListImport } from '#api/contract/listImport.ts'
import { setClock } from '#api/platform/clock.ts'
import { importStart } from '#api/services/imports/import.ts'
import { getListImport, importToList } from '#api/services/imports/importList.ts'
import { lookUpPaper } from '#api/services/imports/lookUpPaper.ts'
import { normalise } from '#api/services/ingestion/normalise.ts'
import { categorisePapers } from '#api/services/ingestion/processing.ts'
import { retryQuarantined } from '#api/services/ingestion/quarantine.ts'
import { readSignals } from '#api/services/ranking/tasteSignals.ts'
import { catchUp } from '#api/services/search/indexing.ts'
import { findJobs } from '#api/store/jobs/jobLists.ts'
import { findJoinRecords, writeJoins } from '#api/store/papers/joins.ts'
import { findPaper, toPaper } from '#api/store/papers/papers.ts'
import { savePapers } from '#api/store/papers/paperWrites.ts'
import { findQuarantine } from '#api/store/papers/quarantine.ts'
import { findSavedPaperIds } from '#api/store/readers/readingList.ts'
import type { UserRecord } from '#api/store/readers/users.ts'
import { findSourceState, saveSourceSettings } from '#api/store/sources/sources.ts'
import { createJobContext } from '#tests/api/support/jobContext.ts'
import { paperId, storePapers } from '#tests/api/support/library.ts'
import { simulateCrossref, usePipeline } from '#tests/api/support/pipeline.ts'
import { makeReader } from '#tests/api/support/readers.ts'
import { ARTICLE, article, bring, PREPRINT, preprint } from '#tests/api/services/joining/joinedWorld.ts'
import { CROSSREF_FAULTS } from '#tests/simulators/crossrefAnswers.ts'
import { simPaper } from '#tests/simulators/simPapers.ts'
import { simWork } from '#tests/simulators/simWorks.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

const { simulator: arxiv, product, sources, work } = usePipeline()
const { simulator, crossref } = simulateCrossref()
const DOI = '10.5555/jiv.2026.0011'
const ID = `doi:${DOI}`
let ada: UserRecord

beforeEach(async () => {
  sources.set('crossref', crossref)
  simulator.works.splice(0, Infinity, simWork())
  simulator.requests.length = 0
  simulator.onRequest = null
  setClock(new Date('2026-11-20T12:00:00Z'))
  ada = await makeReader('ada', ['cs.LG'])
})
afterAll(() => simulator.stop())

const ask = (input: { ref?: string; save?: boolean; job_id?: string } = {}, user = ada) =>
  lookUpPaper(product, user, { ref: DOI, ...input }, () => undefined)

async function askUntilEnd(input: { ref?: string; save?: boolean } = {}) {
  const first = await ask(input)
  if ('paper' in first) return first.paper
  return waitUntil(async () => {
    const next = await ask({ ...input, job_id: first.waiting.job_id })
    return 'paper' in next && next.paper
  })
}

test('a paper is looked up by its DOI, in every form, once, and is in no announcement', async () => {
  expect(await ask()).toMatchObject({ waiting: { source: 'Crossref', saves: false } })
  work()
  expect(await askUntilEnd({ ref: `https://doi.org/${DOI.toUpperCase()}` })).toMatchObject({
    id: ID,
    source: 'crossref',
    title: 'Counting Lanterns in H2O',
    urls: {
      abs: `https://doi.org/${DOI}`,
      doi: `https://doi.org/${DOI}`,
      pdf: 'https://example.org/0011.pdf',
    },
    metrics: { citations: 2 },
  })
  for (const ref of [`doi:${DOI}`, `https://press.example.org/doi/full/${DOI}?journal=jiv`, ID])
    expect(await ask({ ref })).toMatchObject({ paper: { id: ID } })
  expect(simulator.requests).toHaveLength(1)
  expect(arxiv.requests).toEqual([])
  expect((await findPaper(ID))?.announcements).toEqual([])
  await waitUntil(async () => (await product.index.search({ q: 'lanterns' })).hits.some(({ id }) => id === ID))
  expect((await findSourceState('crossref')).last_success_at).not.toBeNull()
})

test('a paper of the library with this DOI of its publisher is that paper, and a DOI of arXiv is asked for there', async () => {
  await storePapers([1], { doi: DOI })
  arxiv.papers.push(simPaper({ id: '1706.90001' }))
  expect(await ask()).toMatchObject({ paper: { id: paperId(1) } })
  work()
  expect(await askUntilEnd({ ref: '10.48550/arXiv.1706.90001' })).toMatchObject({ id: 'arxiv:1706.90001' })
  expect(simulator.requests).toEqual([])
})

test('what Crossref lacks, has no title, or cannot be asked is said by name', async () => {
  simulator.works.push(simWork({ DOI: '10.5555/untitled', title: [] }))
  work()
  await expect(askUntilEnd({ ref: '10.5555/none' })).rejects.toMatchObject({
    code: 'not-found',
    message: 'Crossref has no paper 10.5555/none.',
  })
  await expect(askUntilEnd({ ref: '10.5555/untitled' })).rejects.toMatchObject({
    code: 'source-unavailable',
    message: 'The record of Crossref cannot be used: it has no title.',
  })
  await expect(ask({ ref: 'pmid:12345' })).rejects.toMatchObject({
    code: 'not-found',
    message: 'Papers are looked up by their arXiv id, DOI or PMID.',
  })
  await saveSourceSettings('crossref', { enabled: false })
  await expect(ask()).rejects.toMatchObject({
    code: 'conflict',
    message: 'Crossref is switched off in this library: its papers cannot be looked up.',
  })
})

test('a record in quarantine is asked for again by its DOI', async () => {
  simulator.works.splice(0, 1, simWork({ title: [] }))
  work()
  await expect(askUntilEnd()).rejects.toMatchObject({ code: 'source-unavailable' })
  const [record] = (await findQuarantine({ skip: 0, limit: 9 })).items
  expect(record).toMatchObject({ source: 'crossref', reason: 'it has no title' })
  simulator.works.splice(0, 1, simWork())
  expect(await retryQuarantined(sources, record!._id)).toMatchObject({ stored: true, paper_id: ID })
})

test('a look-up that saves is kept while Crossref is down, and done when it is back', async () => {
  await simulator.down()
  work()
  await expect(askUntilEnd()).rejects.toMatchObject({
    code: 'source-unavailable',
    message: 'Crossref refused the connection.',
  })
  const kept = await ask({ save: true })
  const job_id = 'waiting' in kept ? kept.waiting.job_id : ''
  await waitUntil(async () => {
    const answer = await ask({ job_id })
    return 'waiting' in answer && answer.waiting.reason === 'Crossref refused the connection.'
  })
  expect((await findSourceState('crossref')).failure).toBe('Crossref refused the connection.')
  simulator.up()
  const { connection } = mongoose
  await connection.collection('jobs').updateMany({ state: 'queued' }, { $set: { run_at: new Date(0) } })
  await waitUntil(async () => (await findSavedPaperIds(ada._id)).includes(ID))
  expect((await findSourceState('crossref')).failing_since).toBeNull()
})

const ended = (id: string): Promise<ListImport> =>
  waitUntil(async () => {
    const state = await getListImport(ada, id)
    return state.state !== 'looking-up' && state
  })
const bib = (dois: readonly string[]) =>
  dois.map((doi, index) => `@article{key${index}, doi = {${doi}}, title = {Paper ${index}}}`).join('\n')

test('of a file with ten DOIs each is found, unknown or unusable, in one request', async () => {
  const dois = Array.from({ length: 10 }, (_, index) => `10.5555/paper.${index}`)
  simulator.works.splice(0, 1, ...dois.slice(0, 7).map((doi) => simWork({ DOI: doi.toUpperCase() })))
  simulator.works.push(simWork({ DOI: dois[7]!, title: [] }))
  const first = await importToList(product, ada, { text: bib(dois) })
  expect(first).toMatchObject({ looking_up: 10, looking_up_at: ['Crossref'], missing: [] })
  work()
  const done = await ended(first.id)
  expect(done).toMatchObject({ state: 'done', entries: 10, added: 7, looking_up: 0, looking_up_at: [] })
  expect(done.missing).toEqual([
    { title: 'Paper 7', reason: 'unusable', source: 'Crossref' },
    { title: 'Paper 8', reason: 'not-at-source', source: 'Crossref' },
    { title: 'Paper 9', reason: 'not-at-source', source: 'Crossref' },
  ])
  expect(simulator.requests).toHaveLength(1)
  expect((await findSavedPaperIds(ada._id)).toSorted()).toEqual(dois.slice(0, 7).map((doi) => `doi:${doi}`))
  expect((await readSignals(ada._id)).length).toBe(7)
  expect(await importToList(product, ada, { text: bib(dois) })).toMatchObject({ existing: 7, looking_up: 3 })
})

test('an entry with a title of the library is that paper, and one with an arXiv id is asked for at arXiv', async () => {
  await storePapers([1], { title: 'Owls of the reeds', authors: [{ name: 'Ada Linde' }] })
  await catchUp(product)
  arxiv.papers.push(simPaper({ id: '2611.10001' }))
  const text = `@article{a, doi = {${DOI}}, title = {Owls of the Reeds}, author = {Linde, Ada}}
@article{b, doi = {10.5555/other}, eprint = {2611.10001}, title = {At both}}`
  const first = await importToList(product, ada, { text })
  expect(first).toMatchObject({ added: 1, looking_up: 1, looking_up_at: ['arXiv'] })
  work()
  expect(await ended(first.id)).toMatchObject({ added: 2, missing: [] })
  expect(simulator.requests).toEqual([])
})

test('papers of one source come although the other one is down', async () => {
  arxiv.papers.push(simPaper({ id: '2611.10001' }), simPaper({ id: '2611.10002' }))
  simulator.onRequest = () => CROSSREF_FAULTS.unavailable()
  const first = await importToList(product, ada, { text: `${DOI}\n2611.10001\n2611.10009` })
  expect(first.looking_up_at).toEqual(['Crossref', 'arXiv'])
  work()
  const failed = await ended(first.id)
  expect(failed).toMatchObject({ state: 'failed', added: 1, problem: 'Crossref answers 503.' })
  expect(failed.missing).toEqual([
    { title: '2611.10009', reason: 'not-at-source', source: 'arXiv' },
    { title: DOI, reason: 'not-asked', source: 'Crossref' },
  ])
})

test('the first steps take papers with a DOI, and learn from them when they are here', async () => {
  const text = `https://press.example.org/article/${DOI}/pdf\n10.5555/none`
  const dry = await importStart(product, ada, { text, dry_run: true })
  expect(dry.fetching).toEqual([DOI, '10.5555/none'])
  await importStart(product, ada, { text })
  work()
  await waitUntil(async () => (await findJobs({ skip: 0, limit: 9 })).items.every(({ open }) => !open))
  const { papers, fetching } = await importStart(product, ada, { text })
  expect([papers.map(({ id }) => id), fetching]).toEqual([[ID], ['10.5555/none']])
  expect((await readSignals(ada._id)).map(({ key }) => key)).toContain(ID)
  expect(toPaper((await findPaper(ID))!)).toMatchObject({ kind: 'article', venue: { volume: '3' } })
})

test('a record that joins a paper of the library is found when the paper has what the record gives it', async () => {
  await bring(product, preprint())
  const first = await ask({ ref: ARTICLE })
  await savePapers([normalise(article())], { generation: 0 })
  const [record] = await findJoinRecords([ARTICLE])
  // The first of the two writes of a join.
  await writeJoins([{ record: record!, into: PREPRINT, record_ids: [PREPRINT, ARTICLE], folded: null }])
  const again = () => ask({ ref: ARTICLE, ...('waiting' in first && { job_id: first.waiting.job_id }) })
  expect(await again()).toMatchObject({ waiting: { source: 'Crossref' } })
  await categorisePapers(product, createJobContext())
  expect(await again()).toMatchObject({ paper: { id: PREPRINT, journal_ref: 'Journal of Imaginary Vision 3 (2027)' } })
})
