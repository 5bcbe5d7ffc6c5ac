import { afterAll, afterEach, beforeEach, expect, test } from 'bun:test'
import mongoose from 'mongoose'
import { setClock } from '#api/platform/clock.ts'
import { AppError } from '#api/platform/errors.ts'
import { getListImport, importToList } from '#api/services/imports/importList.ts'
import { lookUpPaper } from '#api/services/imports/lookUpPaper.ts'
import { findWhereabouts } from '#api/services/papers/whereabouts.ts'
import { findSavedPaperIds } from '#api/store/readers/readingList.ts'
import type { UserRecord } from '#api/store/readers/users.ts'
import { saveSourceSettings } from '#api/store/sources/sources.ts'
import { paperId, storePapers } from '#tests/api/support/library.ts'
import { simulateCrossref, simulateEprint, simulateFeeds, usePipeline } from '#tests/api/support/pipeline.ts'
import { makeReader } from '#tests/api/support/readers.ts'
import { simEprints } from '#tests/simulators/eprint.ts'
import { simWork } from '#tests/simulators/simWorks.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

const { simulator: crossref, crossref: crossrefSource } = simulateCrossref()
const { simulator: pages, feeds } = simulateFeeds()
const { simulator: eprint, eprint: eprintSource } = simulateEprint()
const { product, work } = usePipeline({ further: [eprintSource, crossrefSource, feeds] })
const DOI = '10.5555/jiv.2026.0011'
const ID = `doi:${DOI}`
const ADDRESS = pages.addressOf('/articles/lanterns')
const NAMED = `<head><meta name="citation_doi" content="${DOI}"></head>`
let ada: UserRecord
let counted = 0

beforeEach(async () => {
  crossref.works.splice(0, Infinity, simWork())
  crossref.requests.length = 0
  pages.requests.length = 0
  pages.pages.clear()
  pages.pages.set('/articles/lanterns', NAMED)
  counted = 0
  setClock(new Date('2026-11-24T12:00:00Z'))
  ada = await makeReader('ada', ['cs.LG'])
})
afterEach(() => {
  pages.onRequest = null
})
afterAll(() => Promise.all([crossref.stop(), pages.stop(), eprint.stop()]))

const ask = (input: { ref?: string; save?: boolean; job_id?: string } = {}, user = ada) =>
  lookUpPaper(product, user, { ref: ADDRESS, ...input }, () => void (counted += 1))

async function askUntilEnd(input: { ref?: string; save?: boolean } = {}) {
  const first = await ask(input)
  if ('paper' in first) return first.paper
  return waitUntil(async () => {
    const next = await ask({ ...input, job_id: first.waiting.job_id })
    return 'paper' in next && next.paper
  })
}

test('a paper is looked up by the address of its page, which is read once, for all who ask, and saved', async () => {
  const ben = await makeReader('ben', ['cs.LG'])
  const first = await ask({ save: true })
  expect(first).toMatchObject({ waiting: { source: 'the page at 127.0.0.1', saves: true } })
  expect(await ask({ ref: `${ADDRESS}?utm_source=mail#top` }, ben)).toMatchObject({
    waiting: { job_id: 'waiting' in first && first.waiting.job_id, saves: false },
  })
  expect(counted).toBe(1)
  work()
  expect(await askUntilEnd({ save: true })).toMatchObject({ id: ID, title: 'Counting Lanterns in H2O' })
  await waitUntil(async () => (await findSavedPaperIds(ada._id)).includes(ID))
  expect(await findSavedPaperIds(ben._id)).toEqual([])
  expect([pages.requests.length, crossref.requests.length]).toEqual([1, 1])
})

test('a paper of the library is found by the DOI that its page names, without a request to its source', async () => {
  await storePapers([1], { doi: DOI })
  work()
  expect(await askUntilEnd({ save: true })).toMatchObject({ id: paperId(1) })
  await waitUntil(async () => (await findSavedPaperIds(ada._id)).includes(paperId(1)))
  expect(crossref.requests).toEqual([])
})

test.each([
  [
    '<head><title>Lanterns</title></head>',
    'This page names no DOI, arXiv id or PMID of a paper. If it shows one, enter that.',
  ],
  [NAMED.replace(DOI, '10.5555/none'), 'Crossref has no paper 10.5555/none.'],
  [
    '<link rel="canonical" href="https://hal.science/hal-0990001">',
    'This page names a paper of which no source of this library can be asked.',
  ],
])('the page %j ends the look-up with a sentence, also one that saves', async (html, message) => {
  pages.pages.set('/articles/lanterns', html)
  work()
  await expect(askUntilEnd({ save: true })).rejects.toMatchObject({ code: 'not-found', message })
  expect(pages.requests).toHaveLength(1)
})

test('a page without an answer ends the look-up for now, and one that saves is kept until it answers', async () => {
  await pages.down()
  work()
  await expect(askUntilEnd()).rejects.toMatchObject({
    code: 'source-unavailable',
    message: 'No answer came from this address.',
  })
  const kept = await ask({ save: true })
  const job_id = 'waiting' in kept ? kept.waiting.job_id : ''
  await waitUntil(async () => {
    const answer = await ask({ job_id })
    return 'waiting' in answer && answer.waiting.reason === 'No answer came from this address.'
  })
  pages.up()
  await mongoose.connection.collection('jobs').updateMany({ state: 'queued' }, { $set: { run_at: new Date(0) } })
  await waitUntil(async () => (await findSavedPaperIds(ada._id)).includes(ID))
})

test('while the source of the paper is down, the page is not read again', async () => {
  await crossref.down()
  work()
  const kept = await ask({ save: true })
  const job_id = 'waiting' in kept ? kept.waiting.job_id : ''
  await waitUntil(async () => {
    const answer = await ask({ job_id })
    return (
      'waiting' in answer &&
      answer.waiting.reason === 'Crossref refused the connection.' &&
      answer.waiting.source === 'Crossref'
    )
  })
  crossref.up()
  await mongoose.connection.collection('jobs').updateMany({ state: 'queued' }, { $set: { run_at: new Date(0) } })
  await waitUntil(async () => (await findSavedPaperIds(ada._id)).includes(ID))
  expect(pages.requests).toHaveLength(1)
})

test('an address with a key for one person, words with a dot, and addresses while feeds are switched off are refused', async () => {
  await expect(ask({ ref: `${ADDRESS}?token=abc` })).rejects.toMatchObject({ code: 'invalid-input' })
  for (const ref of ['lanterns.example', 'ftp://press.example.org/a', 'https://ada:secret@press.example.org/a'])
    await expect(ask({ ref })).rejects.toMatchObject({ code: 'invalid-input' })
  await saveSourceSettings('feed', { enabled: false })
  await expect(ask()).rejects.toMatchObject({ code: 'conflict' })
  expect([counted, pages.requests.length]).toEqual([0, 0])
})

test('the question where its paper went offers to read the page', async () => {
  expect((await findWhereabouts(product, ada, ADDRESS)).look_up_id).toBe(ADDRESS)
})

const importText = async (text: string, countPage?: () => void) => {
  const { id } = await importToList(product, ada, { text }, countPage)
  return waitUntil(async () => {
    const state = await getListImport(ada, id)
    return state.state !== 'looking-up' && state
  })
}

test('of a list of addresses each page is read once, and what is found, repeated or missing is said', async () => {
  const addressOf = (path: string) => pages.addressOf(path)
  await storePapers([1], { doi: '10.5555/here' })
  crossref.works.push(simWork({ DOI: '10.5555/untitled', title: [] }))
  const doiOf: Record<string, string> = {
    '/~ada/a_b%20c': '10.5555/here',
    '/again?id=1&x=%7B': DOI,
    '/none': '10.5555/none',
    '/untitled': '10.5555/untitled',
  }
  for (const [path, doi] of Object.entries(doiOf)) pages.pages.set(path.split('?')[0]!, NAMED.replace(DOI, doi))
  pages.pages.set('/about', '<title>About</title>')
  work()
  const text = [ADDRESS, ...Object.keys(doiOf).map(addressOf), addressOf('/about'), ADDRESS].join('\n')
  const done = await importText(text)
  const source = 'Crossref'
  expect(done).toMatchObject({ state: 'done', entries: 7, added: 2, looking_up: 0 })
  expect(done.missing).toEqual([
    { title: addressOf('/none'), reason: 'not-at-source', source },
    { title: addressOf('/untitled'), reason: 'unusable', source },
    { title: addressOf('/about'), reason: 'not-at-source', source: 'the page at 127.0.0.1' },
  ])
  expect(done.added + done.existing + done.repeated + done.missing.length).toBe(7)
  expect((await findSavedPaperIds(ada._id)).toSorted()).toEqual([paperId(1), ID])
  expect(pages.requests).toHaveLength(6)
})

const refuse = () => {
  throw new AppError('rate-limited', 'Too many requests.')
}

test('an import says which pages were not asked, above the limit and while there is no answer', async () => {
  work()
  const missing = [{ title: ADDRESS, reason: 'not-asked', source: 'the page at 127.0.0.1' }]
  expect(await importText(ADDRESS, refuse)).toMatchObject({ state: 'done', added: 0, missing })
  expect(pages.requests).toEqual([])
  await pages.down()
  const failed = await importText(`${ADDRESS}\n${DOI}`)
  expect(failed).toMatchObject({ state: 'failed', added: 1, missing, problem: 'No answer came from this address.' })
  pages.up()
})

test('a paper of the IACR archive is looked up by its number and saved, and announced to no reader', async () => {
  eprint.papers = simEprints(1, '2026-01-05', 7)
  work()
  expect(await askUntilEnd({ ref: '2026/007', save: true })).toMatchObject({
    id: 'eprint:2026/7',
    announced_on: null,
    urls: { abs: 'https://eprint.iacr.org/2026/007' },
  })
  for (const ref of ['eprint:2026/7', 'https://eprint.iacr.org/2026/7', 'https://eprint.iacr.org/2026/007.pdf'])
    expect(await ask({ ref })).toMatchObject({ paper: { id: 'eprint:2026/7' } })
  await expect(askUntilEnd({ ref: 'eprint:2026/8' })).rejects.toMatchObject({
    code: 'not-found',
    message: 'IACR ePrint has no paper 2026/8.',
  })
})
