import { afterAll, afterEach, beforeAll, beforeEach } from 'bun:test'
import mongoose from 'mongoose'
import { startWorker, type Worker, type WorkerOptions } from '#api/jobs/worker.ts'
import { addDays, setClock, weekday } from '#api/platform/clock.ts'
import { openSqliteIndex } from '#api/search/sqliteIndex.ts'
import { feedStore } from '#api/services/ingestion/feedVisits.ts'
import { followRequests } from '#api/services/ingestion/requestHealth.ts'
import { startJob } from '#api/services/jobs/jobs.ts'
import type { Product } from '#api/services/product.ts'
import { createCrossrefSource, type CrossrefOptions } from '#api/sources/crossref/crossref.ts'
import { createBiorxivSource, type BiorxivOptions } from '#api/sources/biorxiv/biorxiv.ts'
import { createEprintSource, type EprintOptions } from '#api/sources/eprint/eprint.ts'
import { createPubmedSource, type PubmedOptions } from '#api/sources/pubmed/pubmed.ts'
import { createFeedSource, type FeedOptions } from '#api/sources/feed/feed.ts'
import type { Source } from '#api/sources/source.ts'
import { createArxivSource, type ArxivOptions, type ArxivSource } from '#api/sources/arxiv/arxiv.ts'
import { openDatabase } from '#api/store/database.ts'
import { findJob, type JobRecord, type JobRequest } from '#api/store/jobs/jobs.ts'
import { findSourceQueries } from '#api/store/papers/categories.ts'
import { mongoRateLimit } from '#api/store/sources/rateLimit.ts'
import { findSourceState } from '#api/store/sources/sources.ts'
import { startArxivSimulator } from '#tests/simulators/arxiv.ts'
import { startBiorxivSimulator } from '#tests/simulators/biorxiv.ts'
import { startCrossrefSimulator } from '#tests/simulators/crossref.ts'
import { startEprintSimulator } from '#tests/simulators/eprint.ts'
import { startPubmedSimulator } from '#tests/simulators/pubmed.ts'
import { startFeedsSimulator } from '#tests/simulators/feeds.ts'
import { simPaper, type SimPaper } from '#tests/simulators/simPapers.ts'
import { testDatabase } from '#tests/support/mongod.ts'
import { dropDatabase, resetDatabase } from '#tests/support/database.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'
import { Sources } from '#api/sources/sources.ts'

/** Retries without long pauses, and without a circuit breaker. */
export const FAST_RETRIES = { tries: 2, basePauseMs: 1, pauseMaxMs: 2, breakerFailures: 1_000_000 }

/** Starts a simulated arXiv and creates its source. */
export function simulateArxiv(retries: ArxivOptions['retries'] = FAST_RETRIES) {
  const simulator = startArxivSimulator()
  const arxiv = createSource(simulator, { retries })
  return { simulator, arxiv, sources: new Sources([arxiv]) }
}

/** The source of a simulated arXiv, with `changes` to its settings. */
export const createSource = (
  { rssUrl, oaiUrl, apiUrl, htmlUrl }: Pick<ArxivOptions, 'rssUrl' | 'oaiUrl' | 'apiUrl' | 'htmlUrl'>,
  changes: Partial<ArxivOptions> = {},
): ArxivSource =>
  createArxivSource({
    rssUrl,
    oaiUrl,
    apiUrl,
    htmlUrl,
    gapMs: 0,
    retries: FAST_RETRIES,
    contactEmail: 'papers@example.org',
    rateLimit: mongoRateLimit(),
    ...followRequests('arxiv', 'arXiv'),
    ...changes,
  })

/** Starts a simulated Crossref and creates its source. */
export function simulateCrossref(changes: Partial<CrossrefOptions> = {}) {
  const simulator = startCrossrefSimulator()
  const crossref = createCrossrefSource({
    apiUrl: simulator.apiUrl,
    gapMs: 0,
    retries: FAST_RETRIES,
    mailto: 'papers@example.org',
    rateLimit: mongoRateLimit(),
    readSettings: () => findSourceState('crossref'),
    ...followRequests('crossref', 'Crossref'),
    ...changes,
  })
  return { simulator, crossref }
}

/** Starts the simulated servers of preprints, which are one host, and creates their sources. */
export function simulatePreprints(changes: Partial<BiorxivOptions> = {}) {
  const simulator = startBiorxivSimulator()
  const create = (server: 'biorxiv' | 'medrxiv', name: string) =>
    createBiorxivSource({
      server,
      apiUrl: simulator.apiUrl,
      gapMs: 0,
      retries: FAST_RETRIES,
      contactEmail: 'papers@example.org',
      rateLimit: mongoRateLimit(),
      ...followRequests(server, name),
      ...changes,
    })
  return { simulator, biorxiv: create('biorxiv', 'bioRxiv'), medrxiv: create('medrxiv', 'medRxiv') }
}

/** Starts the simulated archive of cryptology and creates its source. */
export function simulateEprint(changes: Partial<EprintOptions> = {}) {
  const simulator = startEprintSimulator()
  const eprint = createEprintSource({
    oaiUrl: `${simulator.apiUrl}/oai`,
    gapMs: 0,
    retries: FAST_RETRIES,
    contactEmail: 'papers@example.org',
    rateLimit: mongoRateLimit(),
    ...followRequests('eprint', 'IACR ePrint'),
    ...changes,
  })
  return { simulator, eprint }
}

/** Starts a simulated PubMed and creates its source. */
export function simulatePubmed(changes: Partial<PubmedOptions> = {}) {
  const simulator = startPubmedSimulator()
  const pubmed = createPubmedSource({
    apiUrl: simulator.apiUrl,
    gapMs: 0,
    retries: FAST_RETRIES,
    contactEmail: 'papers@example.org',
    rateLimit: mongoRateLimit(),
    readQueries: findSourceQueries,
    ...followRequests('pubmed', 'PubMed'),
    ...changes,
  })
  return { simulator, pubmed }
}

/** Starts a simulated host of feeds and creates the source of feeds. */
export function simulateFeeds(changes: Partial<FeedOptions> = {}) {
  const simulator = startFeedsSimulator()
  const feeds = createFeedSource({
    gapMs: 0,
    guessGapMs: 0,
    contactEmail: 'papers@example.org',
    rateLimit: mongoRateLimit(),
    publicOnly: false,
    store: feedStore,
    ...changes,
  })
  return { simulator, feeds }
}

/**
 * The ingestion pipeline with its own real database and a simulated arXiv, both empty before each test. `further`: other
 * sources that it reads, whose simulators `stop` stops.
 */
export function usePipeline({ further = [], stop }: { further?: readonly Source[]; stop?: () => Promise<void> } = {}) {
  const { simulator, arxiv } = simulateArxiv()
  const sources = new Sources([arxiv, ...further])
  const index = openSqliteIndex({ folder: ':memory:' })
  // The pipeline uses only these parts of the product.
  const product = { sources, index, config: { samples: false } } as unknown as Product
  const workers: Worker[] = []
  let uri = ''

  beforeAll(async () => {
    uri = await testDatabase()
    await openDatabase(uri)
  })
  beforeEach(async () => {
    await resetDatabase()
    await index.reset()
    simulator.papers.length = 0
    simulator.requests.length = 0
    simulator.staleFeeds.clear()
  })
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop()))
    setClock(null)
  })
  afterAll(async () => {
    await simulator.stop()
    await stop?.()
    await index.close()
    await dropDatabase()
  })

  /** Starts a worker, which is stopped after the test. */
  function work(options: WorkerOptions = {}): Worker {
    const worker = startWorker(product, { pollMs: 20, retryMs: 1, ...options })
    workers.push(worker)
    return worker
  }

  /** Runs a job and the jobs that it enqueues until all have ended; returns the first. */
  async function run(kind: JobRequest['kind'], input: object = {}): Promise<JobRecord> {
    if (workers.length === 0) work()
    const { id } = await startJob({ kind, input: { ...input }, dedupe_key: kind, requested_by: 'start' })
    const jobs = mongoose.connection.collection('jobs')
    await waitUntil(async () => (await jobs.countDocuments({ open: true })) === 0)
    const job = await findJob(id)
    if (job === null) throw new Error('the job was not found')
    return job
  }

  return { simulator, product, sources, arxiv, work, run, databaseUri: () => uri }
}

/** `count` papers announced on `day`, submitted on the last weekday before it, with consecutive ids from `first`. */
export function batch(count: number, day: string, first: number, changes: Partial<SimPaper> = {}): SimPaper[] {
  const submittedOn = addDays(day, weekday(day) === 1 ? -3 : -1)
  return Array.from({ length: count }, (_, index) =>
    simPaper({
      id: `2611.${first + index}`,
      versions: [{ at: new Date(`${submittedOn}T10:00:00Z`) }],
      announced: [{ on: day, type: 'new' }],
      ...changes,
    }),
  )
}

/** Returns all documents without the fields that differ between runs: times, sequence numbers, retry counts. */
export async function dump(collections: readonly string[]): Promise<Record<string, unknown[]>> {
  const ignoredFields = new Set([
    'seq',
    'stored_at',
    'processed_at',
    'first_seen_at',
    'completed_at',
    'read_at',
    'created_at',
    'asked_at',
    'last_seen_at',
    'tries',
    'seen_at',
    'slot',
  ])
  const { db } = mongoose.connection
  if (db === undefined) throw new Error('the database is not open')
  const parts = collections.map(async (name) => {
    const documents = await db.collection(name).find().sort({ _id: 1 }).toArray()
    return [
      name,
      documents.map((document) =>
        JSON.parse(JSON.stringify(document, (key, value) => (ignoredFields.has(key) ? undefined : value))),
      ),
    ]
  })
  return Object.fromEntries(await Promise.all(parts))
}
