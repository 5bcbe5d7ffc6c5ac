import { afterAll, afterEach, beforeEach } from 'bun:test'
import mongoose from 'mongoose'
import { setClock } from '#api/platform/clock.ts'
import { enrich } from '#api/services/enrichment/enrich.ts'
import { categorisePapers } from '#api/services/ingestion/processing.ts'
import { followRequests } from '#api/services/ingestion/requestHealth.ts'
import { keepRefusedKeys, readRequestSettings } from '#api/services/ingestion/sourceKeys.ts'
import type { ServiceOptions } from '#api/sources/apiService.ts'
import { createOpenalexSource } from '#api/sources/openalex/openalex.ts'
import { createSemanticScholarSource } from '#api/sources/semanticScholar/semanticScholar.ts'
import { Sources } from '#api/sources/sources.ts'
import { mongoRateLimit } from '#api/store/sources/rateLimit.ts'
import { takeRequest } from '#api/store/sources/requestBudget.ts'
import { seedSwitchedOff } from '#api/store/sources/switches.ts'
import { startOpenalexSimulator } from '#tests/simulators/openalex.ts'
import { simScholarPaper, startSemanticScholarSimulator } from '#tests/simulators/semanticScholar.ts'
import { useApp } from '#tests/support/app.ts'
import { createJobContext } from './jobContext.ts'
import { paperId, storePapers } from './library.ts'
import { FAST_RETRIES } from './pipeline.ts'

/** Semantic Scholar's record of a paper of `storePapers`. */
export const known = (number: number, changes: Parameters<typeof simScholarPaper>[1] = {}) =>
  simScholarPaper(number, { externalIds: { ArXiv: paperId(number).slice(6) }, ...changes })
/** Sets the clock to noon (UTC) of 2026-11-20, or to a later hour of a day after it, because it runs on. */
export const dayAfter = (days: number) => setClock(new Date(Date.UTC(2026, 10, 20 + days, days === 0 ? 12 : 13)))
export const forgetJobs = () => mongoose.connection.collection('jobs').deleteMany({})

/** Stores an article of a journal as Crossref announces it. Returns its id. */
export async function storeArticle(number: number, abstract = ''): Promise<string> {
  const source_id = `10.5555/jiv.2026.${number}`
  const text = { abstract, abstract_segments: abstract === '' ? [] : [{ text: abstract }] }
  const article = { _id: `doi:${source_id}`, source: 'crossref', source_id, doi: source_id, kind: 'article' as const }
  await storePapers([number], { ...article, ...text })
  return article._id
}

/**
 * The app with simulated services that know more about papers: Semantic Scholar is on and has its key, OpenAlex is off. Before
 * each test it is noon (UTC) of 2026-11-20, and they know nothing.
 */
export function useEnriching() {
  const scholar = startSemanticScholarSimulator()
  const openalex = startOpenalexSimulator()
  const optionsOf = (id: string, name: string, apiUrl: string): ServiceOptions => ({
    apiUrl,
    contactEmail: 'papers@example.org',
    gapMs: 0,
    retries: FAST_RETRIES,
    rateLimit: mongoRateLimit(),
    readSettings: () => readRequestSettings(app.product.secrets, { id, apiUrl }),
    takeFromBudget: (requestsPerDay, isWithoutKey) => takeRequest(id, requestsPerDay, isWithoutKey),
    refusedKeys: keepRefusedKeys({ deriveKey: (purpose) => app.product.secrets.deriveKey(purpose) }, id),
    ...followRequests(id, name),
  })
  const sources = new Sources([
    createSemanticScholarSource(optionsOf('s2', 'Semantic Scholar', scholar.apiUrl)),
    createOpenalexSource(optionsOf('openalex', 'OpenAlex', openalex.apiUrl)),
  ])
  const app = useApp({ sources })
  const settings = (id: string) => app.as('admin').admin.sources({ id })

  const run = (input = {}, changes = {}) => enrich(app.product, input, { ...createJobContext(), ...changes })
  const askedIds = () =>
    scholar.requests.flatMap(({ json }) => (JSON.parse(json ?? '{"ids":[]}') as { ids: string[] }).ids)
  /** Stores papers of a journal without abstracts, as Crossref announces them. */
  async function storeTitles(...numbers: number[]): Promise<string[]> {
    const ids: string[] = []
    for (const number of numbers) ids.push(await storeArticle(number))
    await categorisePapers(app.product, createJobContext())
    return ids
  }

  beforeEach(async () => {
    dayAfter(0)
    scholar.papers.length = 0
    scholar.onRequest = null
    openalex.works.length = 0
    for (const one of [scholar, openalex]) one.requests.length = 0
    await seedSwitchedOff(['s2', 'openalex'])
    await settings('s2').put({ enabled: true, key: 'invented-key' })
    await forgetJobs()
  })
  afterEach(() => setClock(null))
  afterAll(() => Promise.all([scholar.stop(), openalex.stop()]))

  return { app, settings, scholar, openalex, run, askedIds, storeTitles }
}
