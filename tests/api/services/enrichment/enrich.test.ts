import { describe, expect, test } from 'bun:test'
import { requestEnrichment } from '#api/services/enrichment/enrich.ts'
import { categorisePapers } from '#api/services/ingestion/processing.ts'
import { claimJob, finishJob } from '#api/store/jobs/jobClaims.ts'
import { findOpenJob } from '#api/store/jobs/jobs.ts'
import { findPaper } from '#api/store/papers/papers.ts'
import { countQueued } from '#api/store/sources/factQueue.ts'
import { dayAfter, forgetJobs, known, storeArticle, useEnriching } from '#tests/api/support/enriching.ts'
import { createJobContext } from '#tests/api/support/jobContext.ts'
import { paperId, storePapers } from '#tests/api/support/library.ts'
import { simOpenWork } from '#tests/simulators/openalex.ts'

const { app, settings, scholar, openalex, run, askedIds, storeTitles } = useEnriching()

describe('A service that is asked about papers', () => {
  test('is asked on some days after each paper of a followed category was stored, until it knows it and after', async () => {
    await storePapers([1, 2])
    await storePapers([3], { categories: ['astro-ph.GA'], primary_category: 'astro-ph.GA' })
    await run()
    expect(askedIds()).toEqual([])
    dayAfter(1)
    await run()
    await run()
    expect(askedIds()).toEqual(['ARXIV:2611.00001', 'ARXIV:2611.00002'])
    scholar.papers.push(known(1, { citationCount: 3 }))
    for (let day = 2; day <= 40; day++) {
      dayAfter(day)
      await run()
    }
    // On days 1, 3, 7, 14 and 30.
    expect(askedIds()).toEqual(Array.from({ length: 5 }, () => ['ARXIV:2611.00001', 'ARXIV:2611.00002']).flat())
    expect(await countQueued('s2')).toBe(0)
    expect((await findPaper(paperId(1)))?.metrics).toMatchObject({ citations: 3 })
  })

  test('gives figures, a summary and a PDF, which are shown with its name and page', async () => {
    await storePapers([1])
    scholar.papers.push(known(1, { citationCount: 12 }))
    dayAfter(1)
    await run()
    const { data } = await app
      .as('ada')
      .papers({ id: paperId(1) })
      .get()
    const url = known(1).url
    expect(data).toMatchObject({
      metrics: { citations: 12 },
      summary: { text: 'A benchmark for counting lanterns at night.', name: 'Semantic Scholar', url },
      facts_from: [{ name: 'Semantic Scholar', url, facts: expect.arrayContaining(['citations']) }],
    })
    expect(data).not.toHaveProperty('abstract_from')
    // Figures alone are no news for readers.
    expect(await findOpenJob('process-papers')).toBeNull()
    expect(await findOpenJob('deliver:2026-11-20')).toBeNull()
  })

  test('is asked about what was stored before, once a category of it is followed', async () => {
    await storePapers([3], { categories: ['astro-ph.GA'], primary_category: 'astro-ph.GA' })
    dayAfter(1)
    await run()
    expect(askedIds()).toEqual([])
    await app.as('ada').users.me.put({ category_ids: ['astro-ph.GA'] } as never)
    dayAfter(2)
    await run()
    expect(askedIds()).toEqual(['ARXIV:2611.00003'])
  })

  test('is asked about an old paper that a reader saves, and again every month while it is saved', async () => {
    await storePapers([4])
    dayAfter(60)
    await run()
    expect(askedIds()).toEqual([])
    const saved = await app.as('ada').users.me['reading-list'].post({ paper_id: paperId(4) })
    expect(saved.status).toBe(201)
    for (let day = 61; day < 160; day++) {
      dayAfter(day)
      await run()
    }
    // On days 1, 3, 7, 14 and 30, and then every 30 days.
    expect(askedIds()).toHaveLength(7)
  })

  test('is not asked when it is off, and one that is switched on is asked at once', async () => {
    await settings('s2').put({ enabled: false })
    await requestEnrichment(app.product)
    expect(await findOpenJob('enrich')).toBeNull()
    await settings('openalex').put({ enabled: true })
    expect(await findOpenJob('enrich')).toMatchObject({ kind: 'enrich', requested_by: 'schedule' })
    await forgetJobs()
    await requestEnrichment(app.product)
    expect(await findOpenJob('enrich')).not.toBeNull()
    await storePapers([1])
    dayAfter(1)
    await run()
    expect(scholar.requests).toHaveLength(0)
    const status = await app.as('admin').admin['paper-sources-status'].get()
    expect(status.data?.items).toMatchObject([
      { id: 's2', abilities: ['enrichment'], state: 'off', next_run_at: null },
      { id: 'openalex', state: 'ok', next_run_at: '2026-11-21T13:35:00.000Z' },
    ])
  })

  test('is asked by an admin as the source of a fetch, and only it', async () => {
    await settings('openalex').put({ enabled: true })
    await forgetJobs()
    const fetched = await app.as('admin').admin['fetch-all-sources'].post({ source: 'openalex' })
    expect(fetched.data).toMatchObject({ kind: 'enrich' })
    await storeTitles(7)
    await storePapers([1])
    dayAfter(1)
    await run({ source: 'openalex' })
    expect(scholar.requests).toHaveLength(0)
    expect(openalex.requests.length).toBeGreaterThan(0)
  })
})

describe('A paper without an abstract', () => {
  test('gets one from the first service that has it, with its name, and is processed and encoded like a new one', async () => {
    await settings('s2').put({ enabled: false })
    await settings('openalex').put({ enabled: true })
    const [id = '', other = ''] = await storeTitles(7, 8)
    openalex.works.push(simOpenWork(7))
    await run()
    const paper = await findPaper(id)
    expect(paper?.abstract.length).toBeGreaterThan(200)
    expect(paper).toMatchObject({
      abstract_from: { name: 'OpenAlex', url: 'https://openalex.org/W9999000007' },
      processed_at: null,
      embedded_by: null,
    })
    expect(await findOpenJob('process-papers')).not.toBeNull()
    expect((await findPaper(other))?.abstract).toBe('')
    // The other one is asked about again on day 1, this one is not.
    openalex.requests.length = 0
    dayAfter(1)
    await run()
    const asked = openalex.requests.map(({ url }) => decodeURIComponent(url)).join()
    expect(asked).toContain('jiv.2026.8')
    expect(asked).not.toContain('jiv.2026.7')
  })

  test('is processed with it after the job that processes papers when that runs', async () => {
    await settings('openalex').put({ enabled: true })
    await storeTitles(7)
    openalex.works.push(simOpenWork(7))
    await forgetJobs()
    await app.as('admin').admin['process-papers'].post()
    const running = (await claimJob('worker', 60_000))!
    expect(running.kind).toBe('process-papers')
    await run()
    await finishJob(running, { state: 'succeeded', error: null, counters: {} })
    expect(await findOpenJob('process-papers')).toMatchObject({ state: 'queued' })
  })

  test('has that of its publisher instead, when it registers one later', async () => {
    await settings('openalex').put({ enabled: true })
    const [id = ''] = await storeTitles(7)
    openalex.works.push(simOpenWork(7))
    await run()
    await storeArticle(7, 'From the publisher.')
    await categorisePapers(app.product, createJobContext())
    const paper = await findPaper(id)
    expect(paper?.abstract).toBe('From the publisher.')
    expect(paper).not.toHaveProperty('abstract_from')
    expect(paper?.metrics).toMatchObject({ citations: 2 })
  })
})

describe('A paper with several records', () => {
  test('is asked about once, and has what was said about each of them', async () => {
    await storePapers([1], { doi: '10.5555/jiv.2026.7' })
    const article = await storeArticle(7)
    scholar.papers.push(known(1, { citationCount: 4 }))
    dayAfter(1)
    await run()
    await categorisePapers(app.product, createJobContext())
    expect((await findPaper(article))?._id).toBe(paperId(1))
    expect((await findPaper(article))?.metrics).toMatchObject({ citations: 4 })
    scholar.requests.length = 0
    dayAfter(3)
    await run()
    expect(askedIds()).toEqual(['ARXIV:2611.00001'])
  })
})
