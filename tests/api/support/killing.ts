import { afterAll, afterEach, beforeAll } from 'bun:test'
import { setClock } from '#api/platform/clock.ts'
import { isDatabaseDown } from '#api/platform/databaseDown.ts'
import { findMongod } from '#api/platform/embedded/findMongod.ts'
import { startMongod, type Mongod } from '#api/platform/embedded/mongod.ts'
import { visitFeeds } from '#api/services/ingestion/feedVisits.ts'
import { createJournal } from '#api/services/ingestion/journals.ts'
import { createQuery } from '#api/services/ingestion/queries.ts'
import { startJob } from '#api/services/jobs/jobs.ts'
import { Sources } from '#api/sources/sources.ts'
import { closeDatabase, openDatabase } from '#api/store/database.ts'
import { findJobs } from '#api/store/jobs/jobLists.ts'
import { recordSuccess } from '#api/store/sources/sources.ts'
import { startArxivSimulator } from '#tests/simulators/arxiv.ts'
import { startBiorxivSimulator } from '#tests/simulators/biorxiv.ts'
import { simItems } from '#tests/simulators/feeds.ts'
import { simCreated } from '#tests/simulators/simArticles.ts'
import { simPaper } from '#tests/simulators/simPapers.ts'
import { simPosted } from '#tests/simulators/simPreprints.ts'
import { simJournal, simRegistered } from '#tests/simulators/simWorks.ts'
import { resetDatabase } from '#tests/support/database.ts'
import { makeFolder } from '#tests/support/process.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'
import { makeFeed } from './madeFeed.ts'
import { createJobContext } from './jobContext.ts'
import { VISION } from './journals.ts'
import { batch, dump, simulateCrossref, simulateFeeds, simulatePubmed } from './pipeline.ts'
import { makeReader } from './readers.ts'

export type Victim = 'the product' | 'mongod'

const WEDNESDAY = '2026-11-18'
const CLOCK = `${WEDNESDAY}T05:30:00Z`
const CHOSEN = ['cs.LG', 'math.PR', 'hep-th', 'quant-ph']
/** What the other sources announce on Wednesday was posted on this day. */
const TUESDAY = '2026-11-17'
const COLLECTIONS = ['papers', 'announcements', 'quarantine', 'categories', 'feed_items']
const PROCESS = new URL(import.meta.resolve('./killPoints.ts')).pathname

const FEED = '/notes/atom.xml'
const itemsOf = (day: string, from: number) => simItems(12, `${day}T04:00:00Z`, from)

const report = () => undefined

/** An ingestion with its deliveries, over a mongod of its own, during which the product or mongod are killed. */
export function useKilling() {
  const simulator = startArxivSimulator()
  // More than a page of each.
  const servers = startBiorxivSimulator({ preprints: simPosted(70, TUESDAY) })
  const { simulator: crossref, crossref: journals } = simulateCrossref()
  crossref.works.push(...simRegistered(550, TUESDAY))
  crossref.journals.push(simJournal())
  const { simulator: pubmed, pubmed: queries } = simulatePubmed()
  pubmed.articles.push(...simCreated(230, TUESDAY, 99_900_001))
  const { simulator: hosts, feeds } = simulateFeeds()
  const children = new Set<Bun.Subprocess>()
  let folder: Awaited<ReturnType<typeof makeFolder>>
  let binary: string
  let mongod: Mongod
  const stopping = new AbortController()

  /** Starts mongod again whenever it was killed. */
  async function keepMongod(): Promise<void> {
    while (!stopping.signal.aborted) {
      await mongod.exited
      if (!stopping.signal.aborted)
        mongod = await startMongod({ binary, folder: folder.path, port: mongod.port, report })
    }
  }

  beforeAll(async () => {
    folder = await makeFolder()
    binary = await findMongod({ configured: process.env['MONGOD_BINARY'], report })
    mongod = await startMongod({ binary, folder: folder.path, report })
    void keepMongod()
    await openDatabase(databaseUri())
    for (const [index, category] of CHOSEN.entries())
      simulator.papers.push(...batch(25, WEDNESDAY, 10_001 + 100 * index, { categories: [category] }))
    simulator.papers.push(simPaper({ ...batch(1, WEDNESDAY, 40_001)[0], id: '2611.40001', title: ' ' }))
  })
  afterEach(async () => {
    for (const child of children) child.kill('SIGKILL')
    await Promise.all([...children].map(({ exited }) => exited))
    children.clear()
    setClock(null)
  })
  afterAll(async () => {
    stopping.abort()
    await closeDatabase()
    await mongod.stop()
    await Promise.all([simulator, servers, crossref, pubmed, hosts].map((one) => one.stop()))
    await folder[Symbol.asyncDispose]()
  })

  const databaseUri = () => `${mongod.uri.replace('/?', '/killing?')}`

  function launch(kill: Record<string, string> = {}): Bun.Subprocess<'ignore', 'pipe', 'inherit'> {
    const { rssUrl, oaiUrl, apiUrl } = simulator
    const child = Bun.spawn([process.execPath, PROCESS], {
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'inherit',
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        NODE_ENV: 'test',
        LOG_LEVEL: 'silent',
        MONGODB_URI: databaseUri(),
        PAPERDAWN_CLOCK: CLOCK,
        ARXIV_RSS_URL: rssUrl,
        ARXIV_OAI_URL: oaiUrl,
        ARXIV_API_URL: apiUrl,
        ARXIV_GAP_MS: '0',
        BIORXIV_URL: servers.apiUrl,
        BIORXIV_GAP_MS: '0',
        PUBMED_URL: pubmed.apiUrl,
        PUBMED_GAP_MS: '0',
        FEED_GAP_MS: '0',
        CROSSREF_API_URL: crossref.apiUrl,
        CROSSREF_GAP_MS: '0',
        RETRACTION_WATCH_URL: 'http://127.0.0.1:9',
        ...kill,
      },
    })
    children.add(child)
    return child
  }

  /** Empties the database and queues the ingestion. */
  async function begin(): Promise<void> {
    setClock(new Date(CLOCK))
    simulator.requests.length = 0
    await resetDatabase()
    const sources = new Sources([journals, queries, feeds])
    await createJournal(sources, '9999-9994')
    const { category: query } = await createQuery(sources, 'lanterns[ti]')
    const feed = await makeFeed(hosts.addressOf(FEED), 'Lantern notes')
    await makeReader('ada', [...CHOSEN, 'biorxiv.neuroscience', VISION, query.id, feed])
    // What the feed has on Tuesday is announced on Wednesday. The job of the visits is killed, too.
    hosts.feeds.set(FEED, { format: 'rss', title: 'Lantern notes', items: itemsOf(TUESDAY, 1) })
    setClock(new Date(`${TUESDAY}T18:00:00Z`))
    await visitFeeds({ sources }, createJobContext())
    hosts.feeds.set(FEED, { format: 'rss', title: 'Lantern notes', items: itemsOf(WEDNESDAY, 20) })
    setClock(new Date(CLOCK))
    await recordSuccess('arxiv', { watermark: '2026-11-17' })
    await startJob({ kind: 'visit-feeds', input: {}, dedupe_key: 'visit-feeds', requested_by: 'start' })
    await startJob({ kind: 'ingest', input: {}, dedupe_key: 'ingest', requested_by: 'start' })
  }

  /** Runs the ingestion undisturbed. Returns its outcome, and the names of its points in order. */
  async function survey(): Promise<{ outcome: unknown; points: string[] }> {
    await begin()
    const child = launch()
    const output = new Response(child.stdout).text()
    await waitUntil(isDone)
    child.kill('SIGKILL')
    const points = (await output).split('\n').filter((line) => /^(before|after) /.test(line))
    const jobs = await findJobs({ skip: 0, limit: 10 })
    if (jobs.items.some(({ state }) => state !== 'succeeded')) throw new Error('the undisturbed run failed')
    return { outcome: await readOutcome(), points }
  }

  /**
   * Runs the ingestion and kills `victim` at each of `points` in turn, as far as they are reached before its end. After
   * each kill of the product, a new process is started. Returns the outcome and how many kills there were.
   */
  async function runKilled(
    victim: Victim,
    points: readonly (string | number)[],
  ): Promise<{ outcome: unknown; kills: number }> {
    await begin()
    let kills = 0
    for (const point of points) {
      const { exited } = mongod
      const child = launch({ KILL_AT: String(point), ...(victim === 'mongod' && { KILL_PID: String(mongod.pid) }) })
      void child.stdout.cancel()
      const death = (victim === 'mongod' ? exited : child.exited).then(() => true)
      await waitUntil(() => Promise.race([death, isDone()]))
      if (await Promise.race([death, false])) kills += 1
      // The product survives its database, and goes on with the same process.
      if (victim === 'mongod') await waitUntil(isDone)
      child.kill('SIGKILL')
      await child.exited
      if (await isDone()) return { outcome: await readOutcome(), kills }
    }
    const last = launch()
    void last.stdout.cancel()
    await waitUntil(isDone)
    last.kill('SIGKILL')
    await last.exited
    return { outcome: await readOutcome(), kills }
  }

  return { survey, runKilled }
}

const isDone = () => whenUp(async () => (await findJobs({ skip: 0, limit: 10 })).items.every(({ open }) => !open))

/** What the library and the reader have at the end. */
async function readOutcome(): Promise<unknown> {
  const { items } = await findJobs({ skip: 0, limit: 10 })
  const states = items.map(({ kind, state, error }) => `${kind} ${state} ${error ?? ''}`)
  const { deliveries = [] } = await dump(['deliveries'])
  // Cards of equal rank have no fixed order.
  const cards = deliveries.map((one) => {
    const { day, paper_ids, places, ledger, revisions } = one as Record<string, unknown>
    return { day, ids: (paper_ids as string[]).toSorted(), places, ledger, revisions }
  })
  return { states: states.toSorted(), cards, ...(await dump(COLLECTIONS)) }
}

/** Repeats a read until the database answers. */
async function whenUp<Result>(read: () => Promise<Result>): Promise<Result> {
  for (;;)
    try {
      return await read()
    } catch (error) {
      if (!isDatabaseDown(error)) throw error
    }
}
