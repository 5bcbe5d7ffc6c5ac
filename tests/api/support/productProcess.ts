import { afterAll, afterEach, beforeAll } from 'bun:test'
import { openDatabase } from '#api/store/database.ts'
import { testDatabase } from '#tests/support/mongod.ts'
import { makeFolder, NOWHERE } from '#tests/support/process.ts'
import { dropDatabase } from '#tests/support/database.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

type Settings = Record<string, string | undefined>

export type ProductProcess = Bun.Subprocess<'ignore', 'pipe', 'pipe'>

/**
 * A data folder and a database for the products of a file. The database is open in the tests, too. Returns how to read the
 * settings of the products.
 */
export function useProductData(): () => Settings {
  let folder: Awaited<ReturnType<typeof makeFolder>>
  let database: string
  beforeAll(async () => {
    folder = await makeFolder()
    database = await testDatabase()
    await openDatabase(database)
  })
  afterAll(async () => {
    await dropDatabase()
    await folder[Symbol.asyncDispose]()
  })
  return () => ({ PAPERDAWN_DATA: folder.path, MONGODB_URI: database })
}

const outputs = new WeakMap<ProductProcess, string>()

/**
 * Starts the product as processes for the tests of a file; those that still run after a test are killed. They send no
 * requests to other machines. `common` are the settings of all of them.
 */
export function useProductProcesses(common: () => Settings) {
  const running = new Set<ProductProcess>()
  afterEach(async () => {
    for (const child of running) child.kill('SIGKILL')
    await Promise.all([...running].map(({ exited }) => exited))
    running.clear()
  })
  return {
    /** With `logFull` its standard output is a file on a full disk. `cwd` is the folder of its program. */
    launch(settings: Settings = {}, options: { logFull?: boolean; cwd?: string } = {}): ProductProcess {
      const child = startProduct({ ...common(), ...settings }, options)
      running.add(child)
      return child
    },
  }
}

/** Starts the product in the folder `cwd` as a process that the caller kills. It sends no requests to other machines. */
export function startProduct(settings: Settings, { logFull = false, cwd = '.' } = {}): ProductProcess {
  const full = ['sh', '-c', 'exec "$@" >/dev/full', 'sh']
  return Bun.spawn([...(logFull ? full : []), process.execPath, 'api/index.ts'], {
    cwd,
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      MONGOD_BINARY: process.env['MONGOD_BINARY'],
      NODE_ENV: 'development',
      PORT: '0',
      PAPERDAWN_EMBEDDING: 'off',
      PAPERDAWN_SAMPLES: 'off',
      ARXIV_RSS_URL: NOWHERE,
      ARXIV_OAI_URL: NOWHERE,
      ARXIV_API_URL: NOWHERE,
      ARXIV_HTML_URL: NOWHERE,
      LOG_LEVEL: 'silent',
      ...settings,
    },
  })
}

/** Waits for the address that it prints at start. Goes on reading its output, so that the pipe never fills up. */
export async function addressOf(child: ProductProcess): Promise<string> {
  outputs.set(child, '')
  const reported = reportCrash(child)
  void (async () => {
    for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream()))
      outputs.set(child, outputOf(child) + chunk)
  })()
  return waitUntil(async () => {
    if (child.exitCode !== null) {
      await reported
      throw new Error(`it did not start: ${outputOf(child)}`)
    }
    return /Paperdawn is at (\S+)/.exec(outputOf(child))?.[1]
  })
}

const STOPS = new Set<unknown>(['SIGKILL', 'SIGTERM', 'SIGINT'])

/** Prints why a product crashed: otherwise a test would show refused connections only. */
async function reportCrash(child: ProductProcess): Promise<void> {
  const code = await child.exited
  if (code === 0 || STOPS.has(child.signalCode) || child.stderr.locked) return
  console.error(`The product ended with ${child.signalCode ?? code}. ${await new Response(child.stderr).text()}`)
}

/** What it has written to standard output since `addressOf` was called. */
export const outputOf = (child: ProductProcess): string => outputs.get(child) ?? ''
