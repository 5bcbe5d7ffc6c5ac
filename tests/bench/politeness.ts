import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addDays, ARXIV_ZONE, instantOf, setClock } from '#api/platform/clock.ts'
import { readConfig } from '#api/platform/config.ts'
import { findMongod } from '#api/platform/embedded/findMongod.ts'
import { startMongod } from '#api/platform/embedded/mongod.ts'
import { createSecrets } from '#api/platform/secrets.ts'
import { openSqliteIndex } from '#api/search/sqliteIndex.ts'
import { enrich } from '#api/services/enrichment/enrich.ts'
import { seedCategories } from '#api/services/ingestion/categories.ts'
import { feedStore, visitFeeds } from '#api/services/ingestion/feedVisits.ts'
import { ingest } from '#api/services/ingestion/ingestion.ts'
import { createJournal } from '#api/services/ingestion/journals.ts'
import { createQuery } from '#api/services/ingestion/queries.ts'
import { venueStore } from '#api/services/ingestion/venueReadings.ts'
import type { Product } from '#api/services/product.ts'
import { createSources } from '#api/sources/createSources.ts'
import { rememberRefusedKeys } from '#api/sources/refusedKeys.ts'
import { closeDatabase, openDatabase } from '#api/store/database.ts'
import { findSourceQueries } from '#api/store/papers/categories.ts'
import { takeRequest } from '#api/store/sources/requestBudget.ts'
import { mongoRateLimit } from '#api/store/sources/rateLimit.ts'
import { findSourceState, saveSourceSettings } from '#api/store/sources/sources.ts'
import { makeFeed } from '#tests/api/support/madeFeed.ts'
import { makeReader } from '#tests/api/support/readers.ts'
import { startArxivSimulator } from '#tests/simulators/arxiv.ts'
import { startBiorxivSimulator } from '#tests/simulators/biorxiv.ts'
import { startCrossrefSimulator } from '#tests/simulators/crossref.ts'
import { simEprints, startEprintSimulator } from '#tests/simulators/eprint.ts'
import { simItems, startFeedsSimulator } from '#tests/simulators/feeds.ts'
import { startHuggingfaceSimulator } from '#tests/simulators/huggingface.ts'
import { startOpenalexSimulator } from '#tests/simulators/openalex.ts'
import { startPubmedSimulator } from '#tests/simulators/pubmed.ts'
import { simCreated } from '#tests/simulators/simArticles.ts'
import { simBatch } from '#tests/simulators/simPapers.ts'
import { simPosted } from '#tests/simulators/simPreprints.ts'
import { simJournal, simRegistered } from '#tests/simulators/simWorks.ts'
import { benchRun } from './benchRun.ts'

// Reads three simulated days with the pauses of the real services, and prints for each of them the requests, the shortest
// pause between two of them, and the most at once. Fails if a pause is shorter than that of the source.
const DAYS = ['2026-11-17', '2026-11-18', '2026-11-19']
const posted = DAYS.map((day) => addDays(day, -1))
const KEY = 'invented-key'

const announced = DAYS.flatMap((day, index) =>
  simBatch(300, day).map((paper, n) => ({ ...paper, id: `2611.${10_001 + 300 * index + n}` })),
)
const arxiv = startArxivSimulator({ papers: announced })
const biorxiv = startBiorxivSimulator({ preprints: posted.flatMap((day) => simPosted(140, day)) })
const crossref = startCrossrefSimulator({
  works: posted.flatMap((day) => simRegistered(30, day, { abstract: undefined })),
  journals: [simJournal()],
})
const eprint = startEprintSimulator({ papers: posted.flatMap((day, at) => simEprints(9, day, 1_001 + 9 * at)) })
const pubmed = startPubmedSimulator({
  articles: posted.flatMap((day, at) => simCreated(40, day, 99_900_001 + 40 * at)),
})
const feeds = startFeedsSimulator()
const [openalex, hf] = [startOpenalexSimulator(), startHuggingfaceSimulator()]
feeds.feeds.set('/notes', {
  format: 'rss',
  title: 'Lantern notes',
  items: posted.flatMap((day, at) => simItems(5, `${day}T15:00:00Z`, 5 * at + 1)),
})

const config = readConfig({
  NODE_ENV: 'test',
  ARXIV_RSS_URL: arxiv.rssUrl,
  ARXIV_OAI_URL: arxiv.oaiUrl,
  ARXIV_API_URL: arxiv.apiUrl,
  ARXIV_HTML_URL: arxiv.htmlUrl,
  BIORXIV_URL: biorxiv.apiUrl,
  CROSSREF_API_URL: crossref.apiUrl,
  CONTACT_EMAIL: 'papers@example.org',
  EPRINT_URL: `${eprint.apiUrl}/oai`,
  PUBMED_URL: pubmed.apiUrl,
  OPENALEX_URL: openalex.apiUrl,
  HUGGINGFACE_URL: hf.apiUrl,
})
const sources = createSources(config, {
  rateLimit: mongoRateLimit(),
  readSettings: async ({ id }) => findSourceState(id),
  followRequests: () => ({}),
  keepRefusedKeys: rememberRefusedKeys,
  takeRequest,
  readQueries: findSourceQueries,
  feedStore,
  venueStore,
})
const index = openSqliteIndex({ folder: ':memory:' })
const product = { config, sources, index, secrets: createSecrets(`${KEY} of a benchmark, long enough`) } as Product

async function readDay(day: string): Promise<void> {
  const at = (time: string) => setClock(instantOf(day, time, ARXIV_ZONE))
  setClock(instantOf(addDays(day, -1), '18:00', ARXIV_ZONE))
  await visitFeeds(product, benchRun)
  at('05:00')
  await ingest(product, {}, benchRun)
  at('06:35')
  await enrich(product, {}, benchRun)
}

const folder = await mkdtemp(join(tmpdir(), 'paperdawn-bench-'))
const binary = await findMongod({ configured: process.env['MONGOD_BINARY'], report: console.error })
const mongod = await startMongod({ binary, folder: join(folder, 'mongo'), report: console.error })
const simulators = { arxiv, biorxiv, crossref, eprint, pubmed, feed: feeds, openalex, hf }
try {
  await openDatabase(mongod.uri)
  await seedCategories()
  setClock(instantOf(DAYS[0] ?? '', '00:00', ARXIV_ZONE))
  for (const id of ['s2', 'europepmc', 'inspire', 'ads', 'openreview']) await saveSourceSettings(id, { enabled: false })
  const { category: journal } = await createJournal(sources, '9999-9994')
  const { category: query } = await createQuery(sources, 'lanterns[ti]')
  const feed = await makeFeed(feeds.addressOf('/notes'), 'Lantern notes')
  const chosen = [
    'cs.LG',
    'hep-th',
    'math.PR',
    'biorxiv.neuroscience',
    'eprint.foundations',
    journal.id,
    query.id,
    feed,
  ]
  await makeReader('ada', chosen)
  for (const day of DAYS) await readDay(day)
  const rows: Record<string, object> = {}
  for (const [id, { requests, gaps, maxConcurrentRequests }] of Object.entries(simulators)) {
    const gapMs = sources.get(id)?.defaults.gapMs ?? 0
    const shortest = Math.min(...gaps())
    if (shortest < gapMs || maxConcurrentRequests > 1) process.exitCode = 1
    rows[id] = {
      requests: requests.length,
      'pause wanted, ms': gapMs,
      'shortest pause, ms': Math.round(shortest),
      'at once': maxConcurrentRequests,
    }
  }
  console.log(`Requests of ${DAYS.length} simulated days with the pauses of the real services`)
  console.table(rows)
} finally {
  await closeDatabase()
  await Promise.all([index.close(), ...Object.values(simulators).map((simulator) => simulator.stop())])
  await mongod.stop()
  await rm(folder, { recursive: true, force: true })
}
