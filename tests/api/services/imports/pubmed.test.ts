import { afterAll, beforeEach, expect, test } from 'bun:test'
import { setClock } from '#api/platform/clock.ts'
import { lookUpPaper } from '#api/services/imports/lookUpPaper.ts'
import { findSavedPaperIds } from '#api/store/readers/readingList.ts'
import type { UserRecord } from '#api/store/readers/users.ts'
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

test('a PMID that PubMed lacks is said to be unknown, and a PMC id that no paper of the library has, too', async () => {
  work()
  await expect(askUntilEnd('PMID: 7')).rejects.toMatchObject({ code: 'not-found' })
  await expect(ask('PMC9990009')).rejects.toMatchObject({ code: 'not-found' })
})
