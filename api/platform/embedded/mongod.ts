import { closeSync, openSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from 'mongodb'
import { AppError } from '../errors.ts'
import { startChild, waitFor, type Child } from './child.ts'
import { keepRunning, type KeptRunning } from './keepRunning.ts'
import { choosePort, isPortFree, readLastPort } from './port.ts'

const REPLICA_SET = 'rs0'
/**
 * A replica set keeps what was changed or dropped for five minutes, for reads at an earlier time, which the product never
 * makes. The files of dropped collections would stay open for as long.
 */
const NO_HISTORY = ['--setParameter', 'minSnapshotHistoryWindowInSeconds=0'] as const
/** Ends only a server that hangs. One that is ended while it repairs its data after a crash begins anew at the next start. */
const START_LIMIT_MS = 10 * 60_000
/** After this time a start is reported as slow. */
const SLOW_MS = 15_000
/** How long a mongod that is shutting down may have the lock of the folder. */
const LOCK_LIMIT_MS = 60_000
const ANSWER_LIMIT_MS = 1_000

export interface Mongod {
  /** Connection string without a database name. */
  readonly uri: string
  readonly port: number
  readonly pid: number
  /** Resolves with the exit code when the process has ended, also after `stop`. */
  readonly exited: Promise<number>
  /** The last three error messages of the server's log, else its last three lines. */
  readErrors(): Promise<string>
  /** Shuts the server down cleanly, so that the next start needs no recovery. */
  stop(): Promise<void>
}

interface Options {
  binary: string
  /** Folder of the data, port and log, which are kept between starts. */
  folder: string
  /** Default: the port of the last start if it is free, else any free port. */
  port?: number
  report: (line: string) => void
  /** Ends a start that is in progress; then no process is left. */
  signal?: AbortSignal
}

/**
 * Starts a mongod on 127.0.0.1 as the only member of a replica set, and waits until it accepts writes. It ends with
 * this process. A mongod that a killed process left running on the same folder is shut down first. Throws "unavailable"
 * with the last messages of mongod's log when it does not start.
 */
export async function startMongod({ binary, folder, port: wanted, report, signal }: Options): Promise<Mongod> {
  const data = join(folder, 'db')
  const portFile = join(folder, 'port')
  await mkdir(data, { recursive: true })

  const lastPort = await readLastPort(portFile)
  if (lastPort !== null && !isPortFree(lastPort)) await shutDownLeftover(lastPort, data, report)
  const port = await choosePort(portFile, wanted)

  const logPath = join(folder, 'mongod.log')
  const slow = setTimeout(
    () => report('the database is still starting: after a crash it repairs its data first'),
    SLOW_MS,
  )
  const child = await launch({ binary, data, port, logPath, signal }).finally(() => clearTimeout(slow))
  return {
    uri: `mongodb://127.0.0.1:${port}/?replicaSet=${REPLICA_SET}`,
    port,
    pid: child.pid,
    exited: child.exited,
    readErrors: () => readLogErrors(logPath),
    stop: () => child.stop(),
  }
}

/**
 * Runs a mongod until it is stopped; starts it again on the same port when it ends. Rejects `started` when the first
 * start fails.
 */
export function runMongod(options: Omit<Options, 'signal'>): KeptRunning<Mongod> {
  let { port } = options
  return keepRunning({
    part: 'database',
    name: 'The database',
    folder: options.folder,
    report: options.report,
    firstStartIsFinal: true,
    async start(signal) {
      const mongod = await startMongod({ ...options, port, signal })
      // The connection string of this process names it.
      port = mongod.port
      return mongod
    },
  })
}

interface Launch {
  binary: string
  data: string
  port: number
  logPath: string
  signal: AbortSignal | undefined
}

async function launch({ binary, data, port, logPath, signal }: Launch): Promise<Child> {
  const command = [binary, '--dbpath', data, '--port', `${port}`, '--bind_ip', '127.0.0.1', '--nounixsocket']
  command.push('--replSet', REPLICA_SET, '--wiredTigerCacheSizeGB', '0.5', ...NO_HISTORY)
  const deadline = performance.now() + LOCK_LIMIT_MS

  for (;;) {
    signal?.throwIfAborted()
    const logFd = openSync(logPath, 'w')
    const child = await startChild(command, logFd).finally(() => closeSync(logFd))
    const ended = child.exited.then((code) => ({ code }))
    const outcome = await Promise.race([ended, becomePrimary(port, child, signal)]).catch(async (error: unknown) => {
      await child.stop()
      throw error
    })
    if (outcome === 'primary') return child

    const errors = await readLogErrors(logPath)
    // A mongod whose parent was killed may still be shutting down and have the lock of the folder.
    if (errors.includes('DBPathInUse') && performance.now() < deadline) {
      await sleep(200, undefined, { signal })
      continue
    }
    throw new AppError('unavailable', `The embedded database did not start (code ${outcome.code}). ${errors}`)
  }
}

/**
 * Runs `task` on the admin database of the server at 127.0.0.1:`port`, whatever its replica set state. Rejects when no
 * MongoDB server responds within a second. Creates a client per call: one that failed to connect cannot be used
 * again.
 */
async function withAdmin<Result>(port: number, task: (admin: Db) => Promise<Result>): Promise<Result> {
  const { MongoClient } = await import('mongodb')
  const client = new MongoClient(`mongodb://127.0.0.1:${port}/`, {
    directConnection: true,
    serverSelectionTimeoutMS: ANSWER_LIMIT_MS,
    minHeartbeatFrequencyMS: 50,
  })
  try {
    return await task(client.db('admin'))
  } finally {
    await client.close()
  }
}

/** Waits until the server accepts writes. Configures its replica set when it has none or was on another port before. */
async function becomePrimary(port: number, child: Child, signal: AbortSignal | undefined): Promise<'primary'> {
  let lastError: unknown
  let ended = false
  void child.exited.then(() => (ended = true))
  const ready = await waitFor(
    async () => {
      if (ended) return 'ended'
      signal?.throwIfAborted()
      try {
        if (await withAdmin(port, (admin) => isPrimary(admin, port))) return 'primary'
        await withAdmin(port, (admin) => configureReplicaSet(admin, port))
      } catch (error) {
        // Not listening yet, reading its configuration, or in its election: retried.
        lastError = error
      }
      return undefined
    },
    {
      limitMs: START_LIMIT_MS,
      failure: () => new AppError('unavailable', 'The embedded database does not accept writes.', { cause: lastError }),
    },
  )
  // When the process has ended, its exit code wins the race in `launch`.
  return ready === 'primary' ? ready : new Promise(() => undefined)
}

async function isPrimary(admin: Db, port: number): Promise<boolean> {
  const { isWritablePrimary, me } = await admin.command({ hello: 1 })
  return isWritablePrimary === true && me === `127.0.0.1:${port}`
}

async function configureReplicaSet(admin: Db, port: number): Promise<void> {
  const host = `127.0.0.1:${port}`
  const current = await admin.command({ replSetGetConfig: 1 }).catch(() => undefined)
  if (current === undefined) {
    await admin.command({ replSetInitiate: { _id: REPLICA_SET, members: [{ _id: 0, host }] } })
  } else if (current['config'].members[0].host !== host) {
    const { config } = current
    const moved = { ...config, version: config.version + 1, members: [{ ...config.members[0], host }] }
    await admin.command({ replSetReconfig: moved, force: true })
  }
}

/** Shuts down the server at `port` if it is a mongod on this data folder that an earlier process left running. */
async function shutDownLeftover(port: number, data: string, report: Options['report']): Promise<void> {
  try {
    await withAdmin(port, async (admin) => {
      const { parsed } = await admin.command({ getCmdLineOpts: 1 })
      if (parsed?.storage?.dbPath !== data) return
      report('shutting down a database that an earlier run left behind')
      // The server closes the connection instead of replying to this command.
      await admin.command({ shutdown: 1, force: true }).catch(() => undefined)
    })
  } catch {
    // No MongoDB server responds at this port: there is none to shut down.
  }
}

/** Returns the last three lines of mongod's log with severity F (fatal) or E (error), else its last three. */
async function readLogErrors(logPath: string): Promise<string> {
  const lines = (await readFile(logPath, 'utf8')).trim().split('\n')
  const errors = lines.filter((line) => /"s":"[FE]"/.test(line))
  return (errors.length > 0 ? errors : lines).slice(-3).map(toSentence).join('\n')
}

/** The message and the details of a line of mongod's log, which is JSON. Other lines (of the shell) stay as they are. */
function toSentence(line: string): string {
  try {
    const { msg, attr } = JSON.parse(line) as { msg: string; attr?: object }
    return attr === undefined ? msg : `${msg}: ${JSON.stringify(attr)}`
  } catch {
    return line
  }
}
