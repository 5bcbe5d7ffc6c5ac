import { join } from 'node:path'
import { startEmbedding } from './embedding/embedding.ts'
import { createOwnTokens } from './http/ownTokens.ts'
import { stopServer } from './http/orderlyStop.ts'
import { createProbeServer, createServer } from './http/server.ts'
import { startWorker } from './jobs/worker.ts'
import { startScheduler } from './jobs/scheduler.ts'
import { askHidden } from './platform/askHidden.ts'
import { setClock } from './platform/clock.ts'
import { readConfig, type Config } from './platform/config.ts'
import { startEmbeddedDatabase, startEmbeddedSink, withEmbeddedIdentity } from './platform/embedded/embeddedParts.ts'
import { withFreePort } from './platform/embedded/port.ts'
import { settingsTable } from './platform/settingList.ts'
import { AppError } from './platform/errors.ts'
import { prepareFolder } from './platform/folders.ts'
import { lockDataFolder } from './platform/lock.ts'
import { log } from './platform/log.ts'
import { resolvePublicHost } from './platform/resolveHost.ts'
import { createSecrets, loadRootSecret } from './platform/secrets.ts'
import { warningsOf } from './platform/settingWarnings.ts'
import { stopParts, type StartedPart } from './platform/stopping.ts'
import { createTokens } from './platform/identity/createTokens.ts'
import { openOpenSearchIndex } from './search/opensearch/openSearchIndex.ts'
import { openSqliteIndex } from './search/sqliteIndex.ts'
import { readMaintenance, runMaintenance, type Maintenance } from './services/backup/maintenance.ts'
import { followPapers as encodePapers } from './services/nearness/encoding.ts'
import { feedStore } from './services/ingestion/feedVisits.ts'
import { venueStore } from './services/ingestion/venueReadings.ts'
import { followRequests } from './services/ingestion/requestHealth.ts'
import { seedCategories } from './services/ingestion/categories.ts'
import { NearestPapers } from './services/nearness/nearest.ts'
import { startSending, stopSending } from './services/sending/sender.ts'
import { followPapers } from './services/search/indexing.ts'
import type { Product } from './services/product.ts'
import { keepRefusedKeys, readRequestSettings } from './services/ingestion/sourceKeys.ts'
import { loadSamplesWithoutSource } from './services/samples/withoutSource.ts'
import { markStopping } from './services/health/readiness.ts'
import { followTastes } from './services/ranking/fitting.ts'
import { onOutage } from './platform/outages.ts'
import { describeStart } from './platform/startLines.ts'
import { createSources } from './sources/createSources.ts'
import { createZotero } from './sources/zotero/zotero.ts'
import { stopParsing } from './sources/parsing/parseResponse.ts'
import { closeDatabase, openDatabase, readDatabaseName, waitForDatabase } from './store/database.ts'
import { shardingCommands } from './store/shardKeys.ts'
import { releaseLeases } from './store/jobs/jobClaims.ts'
import { removeWorkers } from './store/jobs/workers.ts'
import { findSourceQueries } from './store/papers/categories.ts'
import { takeRequest } from './store/sources/requestBudget.ts'
import { seedSwitchedOff } from './store/sources/switches.ts'
import { mongoRateLimit, releaseSlots } from './store/sources/rateLimit.ts'

/** `EX_CONFIG` of sysexits.h: the settings must be changed. */
const EXIT_CONFIG = 78
const INTERRUPTED = 130
/** npm forwards the Ctrl+C that the terminal also sent to this process: signals within this time count as one. */
const SAME_SIGNAL_MS = 500
const WEB_FOLDER = join(import.meta.dirname, '../.build/web')

/** Started parts; `stop` stops them in reverse order. */
const started: StartedPart[] = []
let stopping = false
let interruptedAt = Number.NEGATIVE_INFINITY
/** Exit code after a signal: a service that is stopped has done its work. */
let interruptedCode = 0

// Interactive terminal: log errors only, so the address stays visible. The pages and the CLI report failures, too.
if (process.stdout.isTTY && !process.env['LOG_LEVEL']) log.level = 'error'

const report = (line: string) => console.log(`  ${line}`)
const starting = { report, onStop }

if (process.argv.includes('--settings')) {
  console.log(settingsTable())
  process.exit()
}
if (process.argv.includes('--sharding')) {
  console.log(shardingCommands())
  process.exit()
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, interrupt)
try {
  const config = readConfig(process.env)
  for (const warning of warningsOf(process.env)) console.warn(`Warning: ${warning}`)
  const maintenance = readMaintenance(process.argv.slice(2))
  if (maintenance === null) await start(withFreePort(config))
  else await maintain(config, maintenance)
} catch (error) {
  // An interrupted start fails, and `stop` is already running.
  if (!stopping) await reportFailedStart(error)
}

async function reportFailedStart(error: unknown): Promise<void> {
  if (!(error instanceof AppError)) log.fatal({ error }, 'the start failed')
  console.error(error instanceof AppError ? error.message : `Paperdawn could not start: ${String(error)}`)
  const isConfig = error instanceof AppError && error.code === 'invalid-input'
  await stop(isConfig ? EXIT_CONFIG : 1)
}

async function start(settings: Config): Promise<void> {
  setClock(settings.clockStart ?? null)
  await prepareFolder(settings.dataFolder, 'PAPERDAWN_DATA')
  await prepareFolder(settings.searchFolder, 'PAPERDAWN_SEARCH')
  const { installation, release } = await lockDataFolder(settings.dataFolder, settings.publicUrl)
  onStop('data folder', release)
  const [config, uri] = await Promise.all([
    withEmbeddedIdentity(settings, starting),
    settings.database.uri ?? startEmbeddedDatabase(settings, starting),
  ])
  await waitForDatabase(uri, { report, prepare: () => releaseHeld(installation, config).then(seedCategories) })
  onStop('database', closeDatabase)
  onStop('mail connections', stopSending)

  const product = await createProduct(config, installation)
  await listen(product)
  follow('search index', (signal) => followPapers(product, signal))
  if (config.roles.has('worker')) {
    follow('models of readers', followTastes)
    follow('vectors', (signal) => encodePapers(product, signal))
    onStop('worker', stopOf(startWorker(product, { installation })))
    onStop('schedule', stopOf(startScheduler(product)))
    follow('sample library', (signal) => loadSamplesWithoutSource(product, signal))
  }
  if (!stopping) console.log(describeStart(product.config, { hasSink: product.sink !== undefined }))
}

/** Makes, checks or restores a backup in place of a start. Another process has neither its embedded database nor its data folder. */
async function maintain(config: Config, maintenance: Maintenance): Promise<void> {
  const [aborted, isExclusive] = [new AbortController(), config.embedded.database || maintenance.action === 'restore']
  interruptedCode = INTERRUPTED
  if (isExclusive) await prepareFolder(config.dataFolder, 'PAPERDAWN_DATA')
  const lock = isExclusive ? await lockDataFolder(config.dataFolder, 'a backup or restore') : null
  if (lock) onStop('data folder', lock.release)
  await openDatabase(config.database.uri ?? (await startEmbeddedDatabase(config, starting)), { use: 'maintenance' })
  onStop('database', closeDatabase)
  // The processes that had the lock before have ended.
  if (lock) await removeWorkers(lock.installation)
  const terminal = { report: (line: string) => console.log(line), askHidden }
  const work = runMaintenance(config, maintenance, { database: readDatabaseName(), signal: aborted.signal, terminal })
  onStop('maintenance', () => {
    aborted.abort()
    return work.catch(() => undefined)
  })
  await work
  await stop(0)
}

/** Releases what an earlier process with this data folder held when it was killed, instead of waiting until it expires. */
async function releaseHeld(installation: string, { sources, dataFolder }: Config): Promise<void> {
  const jobs = await releaseLeases(installation)
  if (jobs > 0) log.warn({ jobs }, 'the last process with this data folder was killed; its jobs go on')
  await Promise.all([removeWorkers(installation), releaseSlots(installation, sources.arxiv.gapMs)])
  await startSending({ file: join(dataFolder, 'mail.journal'), installation })
}

async function createProduct(config: Config, installation: string): Promise<Product> {
  const secrets = createSecrets(await loadRootSecret(config))
  const sink = config.embedded.mail ? await startEmbeddedSink(config, starting) : undefined
  const { openSearch, searchFolder } = config
  const index = openSearch ? openOpenSearchIndex(openSearch) : openSqliteIndex({ folder: searchFolder })
  onStop('search index', () => index.close())
  const embedding = startEmbedding(config.embedding, { report })
  onStop('embedding', stopOf(embedding))
  const tokens = createTokens(config, createOwnTokens(secrets))
  onStop('parser', stopParsing)
  const rateLimit = mongoRateLimit({ installation })
  const sources = createSources(config, {
    rateLimit,
    readSettings: (source) => readRequestSettings(secrets, source),
    followRequests,
    keepRefusedKeys: (id) => keepRefusedKeys(secrets, id),
    takeRequest,
    readQueries: findSourceQueries,
    feedStore,
    venueStore,
  })
  await seedSwitchedOff(sources.offAtFirst())
  const zotero = createZotero({
    apiUrl: config.sources.zotero,
    contactEmail: config.contactEmail,
    rateLimit,
    ...(config.publicSourcesOnly && { resolve: resolvePublicHost }),
  })
  return { config, secrets, tokens, index, embedding, nearest: new NearestPapers(), sink, sources, zotero }
}

async function listen(product: Product): Promise<void> {
  const { host, port, roles } = product.config
  const app = roles.has('web') ? await createServer(product, WEB_FOLDER) : createProbeServer(product)
  try {
    // By default Elysia shares a port that is in use, and each program receives some of the requests.
    app.listen({ hostname: host, port, reusePort: false })
  } catch (cause) {
    throw new AppError(
      'unavailable',
      `Port ${port} cannot be used, most likely because another program uses it. ` +
        'Set PORT to a free one: each Paperdawn process on a machine, web or worker, needs its own.',
      { cause },
    )
  }
  onStop('server', () => stopServer(app.server))
}

/** Runs `task` until the process stops; it ends when its signal aborts. */
function follow(name: string, task: (signal: AbortSignal) => Promise<void>): void {
  const stopped = new AbortController()
  const ended = task(stopped.signal)
  onStop(name, () => {
    stopped.abort()
    return ended
  })
}

/** Registers how to stop a part that was started. */
function onStop(name: string, stop: () => unknown): void {
  started.push({ name, stop })
}

function stopOf(part: { stop(): Promise<void> }): () => Promise<void> {
  return () => part.stop()
}

/** Handles SIGINT and SIGTERM: the first stops the parts and waits for them, the second exits at once. */
function interrupt(): void {
  const at = performance.now()
  if (at - interruptedAt < SAME_SIGNAL_MS) return
  interruptedAt = at
  void stop(interruptedCode)
}

/** Stops every part, last started first, and exits. A second call exits at once. */
async function stop(code: number): Promise<void> {
  if (stopping) process.exit(code === 0 ? INTERRUPTED : code)
  stopping = true
  markStopping()
  // Without the database no part can store anything: then none of them waits for it, also if it ends only now.
  // If that fails, the stop of the database's part says so.
  onOutage('database', () => void closeDatabase().catch(() => undefined))
  await stopParts(started)
  process.exit(code)
}
