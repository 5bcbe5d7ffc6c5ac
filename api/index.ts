import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createOwnTokens } from './http/ownTokens.ts'
import { createProbeServer, createServer } from './http/server.ts'
import { startWorker } from './jobs/worker.ts'
import { startScheduler } from './jobs/scheduler.ts'
import { setClock } from './platform/clock.ts'
import { readConfig, type Config } from './platform/config.ts'
import { startAuthEmulator } from './platform/embedded/authEmulator.ts'
import { findMongod } from './platform/embedded/findMongod.ts'
import { startMongod } from './platform/embedded/mongod.ts'
import { choosePort, findFreePort } from './platform/embedded/port.ts'
import { startSmtpSink, type SmtpSink } from './platform/embedded/smtpSink.ts'
import { AppError } from './platform/errors.ts'
import { holdDataFolder } from './platform/lock.ts'
import { log } from './platform/log.ts'
import { createSecrets, loadRootSecret } from './platform/secrets.ts'
import { createTokens } from './platform/identity/tokens.ts'
import { openSqliteIndex } from './search/sqliteIndex.ts'
import { seedCategories } from './services/ingestion/categories.ts'
import { followPapers } from './services/search/indexing.ts'
import type { Product } from './services/product.ts'
import { announceStop } from './services/operations/readiness.ts'
import { createArxivSource } from './sources/arxiv/arxiv.ts'
import type { Source } from './sources/source.ts'
import { closeDatabase, openDatabase } from './store/database.ts'
import { mongoRateLimit } from './store/sources/rateLimit.ts'
import { recordBreaker } from './store/sources/sources.ts'

/** `EX_CONFIG` of sysexits.h: the settings must be changed. */
const EXIT_CONFIG = 78
const IN_FLIGHT_MS = 10_000
/** npm passes on the Ctrl+C that the terminal sent to us, too: within this time it is the same one. */
const SAME_SIGNAL_MS = 500
const WEB_FOLDER = join(import.meta.dirname, '../.build/web')

/** What was started, to be ended in the opposite order. */
const started: { name: string; end: () => unknown }[] = []
let stopping = false
let interruptedAt = Number.NEGATIVE_INFINITY

// A person reads here: lines of JSON would bury the address. What goes wrong is told by the pages and the terminal program.
if (process.stdout.isTTY && !process.env['LOG_LEVEL']) log.level = 'error'

const report = (line: string) => console.log(`  ${line}`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, interrupt)
try {
  await start(withPort(readConfig(process.env)))
} catch (error) {
  if (!(error instanceof AppError)) log.fatal({ error }, 'the start failed')
  console.error(error instanceof AppError ? error.message : `Paperdawn could not start: ${String(error)}`)
  const isConfig = error instanceof AppError && error.code === 'invalid-input'
  await stop(isConfig ? EXIT_CONFIG : 1)
}

/** Port 0 asks for any free one, and the address that links begin with has to name it. */
function withPort(config: Config): Config {
  if (config.port !== 0) return config
  const port = findFreePort()
  return { ...config, port, publicUrl: config.publicUrl.replace(/:0$/, `:${port}`) }
}

async function start(read: Config): Promise<void> {
  setClock(read.clockStart ?? null)
  keep('data folder', await holdDataFolder(read.dataFolder, read.publicUrl))
  const [config, uri] = await Promise.all([withIdentity(read), read.database.uri ?? startDatabase(read)])
  await openDatabase(uri)
  keep('database', closeDatabase)
  await seedCategories()

  const product = await createProduct(config)
  await listen(product)
  if (config.roles.has('web')) {
    const following = new AbortController()
    const followed = followPapers(product, following.signal)
    keep('search index', () => {
      following.abort()
      return followed
    })
  }
  if (config.roles.has('worker')) {
    keep('worker', end(startWorker(product)))
    keep('schedule', end(startScheduler(product)))
  }
  if (!stopping) announce(product)
}

/** The emulator answers some seconds later: nobody waits for it but who signs in. */
async function withIdentity(config: Config): Promise<Config> {
  if (!config.embedded.identity) return config
  const folder = join(config.dataFolder, 'auth')
  const emulator = await startAuthEmulator({ folder, projectId: config.firebase.projectId, report })
  keep('sign-in', end(emulator))
  // It reported the failure itself; everything but signing in goes on.
  emulator.ready.catch((error: unknown) => log.error({ error }, 'nobody can sign in'))
  return { ...config, firebase: { ...config.firebase, authDomain: emulator.host, emulatorHost: emulator.host } }
}

async function startDatabase({ database, dataFolder }: Config): Promise<string> {
  const binary = await findMongod({ configured: database.mongodBinary, report })
  const mongod = await startMongod({ binary, folder: join(dataFolder, 'mongo'), report })
  keep('mongod', end(mongod))
  void watch(mongod.exited)
  const uri = new URL(mongod.uri)
  uri.pathname = '/paperdawn'
  return uri.href
}

/** Without its database the product is of no use: it ends, and says so, rather than failing at each request. */
async function watch(exited: Promise<number>): Promise<void> {
  const code = await exited
  if (stopping) return
  log.fatal({ code }, 'the embedded database ended by itself')
  await stop(1)
}

/** At the port of the last start while that is free: saved mail settings name it. */
async function startSink({ dataFolder }: Config): Promise<SmtpSink> {
  return startSmtpSink({ port: await choosePort(join(dataFolder, 'mail.port')) })
}

async function createProduct(config: Config): Promise<Product> {
  const secrets = createSecrets(await loadRootSecret(config))
  const sink = config.embedded.mail ? await startSink(config) : undefined
  if (sink) keep('mail sink', end(sink))
  const index = openSqliteIndex({ folder: join(config.dataFolder, 'search') })
  keep('index file', () => index.close())
  const tokens = createTokens(config, createOwnTokens(secrets))
  const arxiv = createArxivSource({
    ...config.sources.arxiv,
    contactEmail: config.contactEmail,
    rateLimit: mongoRateLimit(),
    onBreaker(state) {
      recordBreaker('arxiv', state).catch((error: unknown) =>
        log.warn({ error, state }, 'the state of a source could not be kept'),
      )
    },
  })
  return { config, secrets, tokens, index, sink, sources: new Map<string, Source>([[arxiv.id, arxiv]]) }
}

async function listen(product: Product): Promise<void> {
  const { host, port, roles } = product.config
  const app = roles.has('web') ? await createServer(product, WEB_FOLDER) : createProbeServer(product)
  try {
    // Elysia would share the port with another program that has it, and each would get some of the requests.
    app.listen({ hostname: host, port, reusePort: false })
  } catch (cause) {
    throw new AppError(
      'unavailable',
      `Port ${port} cannot be used, most likely because another program has it. ` +
        'Set PORT to a free one: each Paperdawn process on a machine, web or worker, needs its own.',
      { cause },
    )
  }
  keep('server', async () => {
    const { server } = app
    await Promise.race([server?.stop(), sleep(IN_FLIGHT_MS)])
    await server?.stop(true)
  })
}

function announce({ config, sink }: Product): void {
  const { embedded, host, port, publicUrl, roles } = config
  const near = relative('', config.dataFolder)
  const folder = near.startsWith('..') ? config.dataFolder : `./${near}`
  console.log(
    [
      '',
      `Paperdawn is at ${publicUrl}`,
      '',
      ...(roles.has('web')
        ? []
        : [`  This process runs jobs only. Its probe: http://${host}:${port}/api/health/ready`]),
      ...(embedded.database ? [`  Database  embedded, kept in ${folder}/mongo`] : []),
      ...(embedded.identity
        ? [
            '  Sign-in   Firebase Auth emulator, ready in some seconds; anybody on this machine can be anybody',
            '            reader@example.org, second@example.org, admin@paperdawn.test (admin)',
          ]
        : []),
      ...(sink ? [`  Mail      kept here and delivered to nobody: ${publicUrl}/api/dev/outbox`] : []),
      '',
      '  Stop with Ctrl+C.',
      '',
    ].join('\n'),
  )
}

function keep(name: string, end: () => unknown): void {
  started.push({ name, end })
}

/** How to end a thing that has `stop`. */
function end(thing: { stop(): Promise<void> }): () => Promise<void> {
  return () => thing.stop()
}

/** Asks for the end. A second time, it is not waited for what is under way. */
function interrupt(): void {
  const at = performance.now()
  if (at - interruptedAt < SAME_SIGNAL_MS) return
  interruptedAt = at
  void stop(0)
}

/** Ends everything in good order; what fails to end is logged and the rest goes on. A second call does not wait. */
async function stop(code: number): Promise<void> {
  if (stopping) process.exit(code === 0 ? 130 : code)
  stopping = true
  announceStop()
  for (const { name, end: endIt } of started.toReversed()) {
    try {
      await endIt()
    } catch (error) {
      log.error({ error, part: name }, 'a part could not be stopped in good order')
    }
  }
  process.exit(code)
}
