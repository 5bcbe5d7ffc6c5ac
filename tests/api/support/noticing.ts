import { afterAll, afterEach, beforeEach } from 'bun:test'
import { readNotices } from '#api/services/enrichment/readNotices.ts'
import { setClock } from '#api/platform/clock.ts'
import { followRequests } from '#api/services/ingestion/requestHealth.ts'
import { categorisePapers } from '#api/services/ingestion/processing.ts'
import { createCrossrefSource } from '#api/sources/crossref/crossref.ts'
import { createRetractionWatchSource } from '#api/sources/retractionWatch/retractionWatch.ts'
import { Sources } from '#api/sources/sources.ts'
import { mongoRateLimit } from '#api/store/sources/rateLimit.ts'
import { startCrossrefSimulator } from '#tests/simulators/crossref.ts'
import { simNotice, type simUpdate } from '#tests/simulators/notices.ts'
import { simRow, startRetractionWatchSimulator } from '#tests/simulators/retractionWatch.ts'
import { simWork } from '#tests/simulators/simWorks.ts'
import { useApp } from '#tests/support/app.ts'
import { storeArticle } from './enriching.ts'
import { createJobContext } from './jobContext.ts'
import { FAST_RETRIES } from './pipeline.ts'

/** The DOI of an article of `storeArticle`. */
export const doiOf = (number: number) => `10.5555/jiv.2026.${number}`
/** Sets the clock to noon (UTC) of 2026-11-20, or of a day after it; a minute later each day, because it runs on. */
export const noonAfter = (days: number) => setClock(new Date(Date.UTC(2026, 10, 20 + days, 12, days)))

/** A row about a paper that no test has: a file without rows is none. */
const OTHER = simRow(900, { OriginalPaperDOI: '10.5555/other.900', RetractionDOI: '10.5555/other.900r' })

/** The app with a simulated Crossref and a simulated file of Retraction Watch, which know of no notices before each test. */
export function useNoticing() {
  const crossref = startCrossrefSimulator()
  const watch = startRetractionWatchSimulator()
  const common = { gapMs: 0, retries: FAST_RETRIES, rateLimit: mongoRateLimit() }
  const sources = new Sources([
    createCrossrefSource({
      ...common,
      apiUrl: crossref.apiUrl,
      mailto: 'papers@example.org',
      ...followRequests('crossref', 'Crossref'),
    }),
    createRetractionWatchSource({
      ...common,
      apiUrl: watch.apiUrl,
      contactEmail: 'papers@example.org',
      ...followRequests('retraction-watch', 'Retraction Watch'),
    }),
  ])
  const app = useApp({ sources })
  const run = (changes = {}, input = {}) => readNotices(app.product, input, { ...createJobContext(), ...changes })
  const categorise = () => categorisePapers(app.product, createJobContext())

  /** Stores articles as Crossref has them, processed. Returns their ids. */
  async function storeArticles(...numbers: number[]): Promise<string[]> {
    const ids: string[] = []
    for (const number of numbers) {
      ids.push(await storeArticle(number, 'We count lanterns at night.'))
      if (crossref.works.every(({ DOI }) => DOI !== doiOf(number))) crossref.works.push(simWork({ DOI: doiOf(number) }))
    }
    await categorise()
    return ids
  }
  /** Stores articles, which "ada" saves. */
  async function saveArticles(...numbers: number[]): Promise<string[]> {
    const ids = await storeArticles(...numbers)
    for (const paper_id of ids) await app.as('ada').users.me['reading-list'].post({ paper_id })
    return ids
  }
  /** Registers the retraction of an article at Crossref. */
  const retract = (number: number, on = '2026-11-19') =>
    void crossref.works.push(simNotice({ about: doiOf(number), doi: `${doiOf(number)}r`, on }))
  /** Sets what Crossref says in the record of an article about it. */
  const update = (number: number, ...updates: ReturnType<typeof simUpdate>[]) =>
    void Object.assign(crossref.works.find(({ DOI }) => DOI === doiOf(number)) ?? {}, { 'updated-by': updates })
  const noticesOf = async (id: string) =>
    (
      await app
        .as('ada')
        .papers({ id: encodeURIComponent(id) })
        .get()
    ).data?.notices
  const kindsOf = async (id: string) => ((await noticesOf(id)) ?? []).map(({ kind }) => kind)

  beforeEach(() => {
    noonAfter(0)
    crossref.works.length = 0
    watch.rows = [OTHER]
    for (const one of [crossref, watch]) one.requests.length = 0
  })
  afterEach(() => setClock(null))
  afterAll(() => Promise.all([crossref.stop(), watch.stop()]))

  return { app, crossref, watch, run, retract, update, categorise, storeArticles, saveArticles, noticesOf, kindsOf }
}
