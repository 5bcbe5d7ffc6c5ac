import { afterAll, beforeEach, expect, test } from 'bun:test'
import { setClock } from '#api/platform/clock.ts'
import { getListImport, importToList } from '#api/services/imports/importList.ts'
import { importStart } from '#api/services/imports/import.ts'
import { lookUpPaper } from '#api/services/imports/lookUpPaper.ts'
import { readSignals } from '#api/services/ranking/tasteSignals.ts'
import { findSavedPaperIds } from '#api/store/readers/readingList.ts'
import type { UserRecord } from '#api/store/readers/users.ts'
import { paperId, storePapers } from '#tests/api/support/library.ts'
import { simulatePubmed, usePipeline } from '#tests/api/support/pipeline.ts'
import { announcedOn } from '#tests/api/support/preprints.ts'
import { makeReader } from '#tests/api/support/readers.ts'
import { simArticle } from '#tests/simulators/simArticles.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

const { simulator, pubmed } = simulatePubmed()
const { product, work } = usePipeline({ further: [pubmed] })
let ada: UserRecord

beforeEach(async () => {
  simulator.articles = [simArticle({ pmc: 'PMC9990001' })]
  simulator.requests.length = 0
  setClock(new Date('2026-11-24T12:00:00Z'))
  ada = await makeReader('ada', ['cs.LG'])
})
afterAll(() => simulator.stop())

const ask = (ref: string, more: { save?: boolean; job_id?: string } = {}) =>
  lookUpPaper(product, ada, { ref, ...more }, () => undefined)

/** What PubMed was asked to search for. */
const termsAsked = () =>
  simulator.requests.flatMap(({ url }) => new URL(url, simulator.apiUrl).searchParams.get('term') ?? [])

async function askUntilEnd(ref: string, save = false) {
  const first = await ask(ref, { save })
  if ('paper' in first) return first.paper
  return waitUntil(async () => {
    const next = await ask(ref, { save, job_id: first.waiting.job_id })
    return 'paper' in next && next.paper
  })
}

test('a paper is looked up by its PMID once, has links to PubMed and PMC, and is then found by its PMC id and DOI', async () => {
  expect(await ask('PMID: 99900001')).toMatchObject({ waiting: { source: 'PubMed' } })
  work()
  const paper = await askUntilEnd('https://pubmed.ncbi.nlm.nih.gov/99900001/', true)
  expect(paper).toMatchObject({
    id: 'pmid:99900001',
    title: 'Effect of E. fictus on H2O lanterns',
    urls: {
      abs: 'https://pubmed.ncbi.nlm.nih.gov/99900001/',
      html: 'https://pmc.ncbi.nlm.nih.gov/articles/PMC9990001/',
      doi: 'https://doi.org/10.5555/jim.2026.1',
    },
  })
  for (const ref of ['https://pmc.ncbi.nlm.nih.gov/articles/PMC9990001/', 'pmid:99900001', '10.5555/jim.2026.1'])
    expect(await ask(ref)).toMatchObject({ paper: { id: 'pmid:99900001' } })
  expect(simulator.requests).toHaveLength(1)
  expect(await announcedOn('pmid:99900001')).toEqual([])
  await waitUntil(async () => (await findSavedPaperIds(ada._id)).length > 0)
})

test.each([
  ['PMID: 7', 'PubMed has no paper 7.'],
  ['PMC9990009', 'PubMed has no paper PMC9990009.'],
])('%s, which PubMed lacks, is said to be unknown', async (ref, message) => {
  work()
  await expect(askUntilEnd(ref)).rejects.toMatchObject({ code: 'not-found', message })
})

test.each([
  'PMC9990001',
  'https://pmc.ncbi.nlm.nih.gov/articles/PMC9990001/',
  'https://www.ncbi.nlm.nih.gov/pmc/articles/PMC9990001/',
])('%s is asked for at PubMed by a search and saved under its PMID', async (ref) => {
  work()
  expect(await askUntilEnd(ref, true)).toMatchObject({ id: 'pmid:99900001' })
  expect(simulator.requests).toHaveLength(2)
  expect(termsAsked()).toEqual(['PMC9990001[pmcid]'])
  await waitUntil(async () => (await findSavedPaperIds(ada._id)).includes('pmid:99900001'))
  expect(await ask(ref)).toMatchObject({ paper: { id: 'pmid:99900001' } })
})

test('a PMC id of a paper that the library has by its DOI is joined to it', async () => {
  await storePapers([1], { doi: '10.5555/jim.2026.1', title: 'Effect of E. fictus on H2O lanterns' })
  work()
  const paper = await askUntilEnd('PMC9990001', true)
  expect(paper.id).toBe(paperId(1))
  await waitUntil(async () => (await findSavedPaperIds(ada._id)).includes(paperId(1)))
})

test('PMC ids of a file are searched for at once, and the one that PubMed lacks is named', async () => {
  simulator.articles.push(simArticle({ pmid: '99900002', pmc: 'PMC9990002', doi: '10.5555/jim.2026.2' }))
  const first = await importToList(product, ada, { text: 'PMC9990001\nPMC9990002\nPMC9990009' })
  expect(first).toMatchObject({ looking_up: 3, looking_up_at: ['PubMed'] })
  work()
  const done = await waitUntil(async () => {
    const state = await getListImport(ada, first.id)
    return state.state !== 'looking-up' && state
  })
  expect(done).toMatchObject({ state: 'done', added: 2 })
  expect(done.missing).toContainEqual({ title: 'PMC9990009', reason: 'not-at-source', source: 'PubMed' })
  expect(termsAsked()).toEqual(['PMC9990001[pmcid] OR PMC9990002[pmcid] OR PMC9990009[pmcid]'])
})

test('while the search of PubMed fails, a paper is not said to be unknown', async () => {
  work()
  simulator.fail('search-failed')
  await expect(askUntilEnd('PMC9990001')).rejects.toMatchObject({
    code: 'source-unavailable',
    message: 'PubMed did not answer the search: Search Backend failed: read failed.',
  })
  expect(await askUntilEnd('PMC9990001')).toMatchObject({ id: 'pmid:99900001' })
})

test('the first steps take a PMC id, and learn from its paper when it is here', async () => {
  expect((await importStart(product, ada, { text: 'PMC9990001' })).fetching).toEqual(['PMC9990001'])
  work()
  await waitUntil(async () => (await readSignals(ada._id)).some(({ key }) => key === 'pmid:99900001'))
  expect((await importStart(product, ada, { text: 'PMC9990001' })).papers).toMatchObject([{ id: 'pmid:99900001' }])
  expect((await readSignals(ada._id)).map(({ key }) => key)).toEqual(['pmid:99900001'])
})
