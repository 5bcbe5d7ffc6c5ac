import { mkdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { waitUntil } from './waitUntil.ts'

/**
 * Returns the URI of the mongod that the whole test run shares: a replica set, for transactions and change streams.
 * `bun run test:all` starts it; a run of single test files starts its own, which ends with that run.
 */
export async function testMongo(): Promise<string> {
  const configured = process.env['TEST_MONGODB_URI']
  if (configured) return configured
  // Isolated test files share only their process, so the path of the folder is derived from the process.
  const folder = join(tmpdir(), `paperdawn-test-${process.pid}-${Math.floor(performance.timeOrigin)}`)
  const created = await mkdir(folder).then(
    () => true,
    () => false,
  )
  if (created) await startKeeper(folder)
  const status = await waitUntil(() => readStatus(folder))
  if (status.startsWith('mongodb:')) return status
  throw new Error(`The mongod of the tests did not start: ${status}`)
}

/** Returns the URI of a new, empty database on that mongod. */
export async function testDatabase(): Promise<string> {
  const uri = new URL(await testMongo())
  uri.pathname = `/test-${crypto.randomUUID()}`
  return uri.href
}

/** Starts the keeper through a shell that exits at once: Bun kills the child processes of a test file when it ends. */
async function startKeeper(folder: string): Promise<void> {
  const keeper = [process.execPath, join(import.meta.dir, 'mongodKeeper.ts'), folder, `${process.pid}`]
  const shell = ['sh', '-c', '"$@" </dev/null >/dev/null 2>&1 &', 'sh']
  await Bun.spawn([...shell, ...keeper], { detached: true }).exited
}

const readStatus = (folder: string) =>
  readFile(join(folder, 'status'), 'utf8').then(
    (status) => status,
    () => undefined,
  )

/** The same connection string for a client that emits an event per command, which the product does not need. */
export function withCommandEvents(uri: string): string {
  const url = new URL(uri)
  url.searchParams.set('monitorCommands', 'true')
  return url.href
}
