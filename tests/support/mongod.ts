import { mkdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { waitFor } from '#api/platform/embedded/child.ts'

/**
 * The base URI of a mongod (a replica set, so transactions and change streams work) that the whole test run shares.
 * `bun run test:all` starts it; a run of single files starts its own, which ends with the run.
 */
export async function testMongo(): Promise<string> {
  const given = process.env['TEST_MONGODB_URI']
  if (given) return given
  // Isolated test files share their process and nothing else: the folder of the process is where they meet.
  const folder = join(tmpdir(), `paperdawn-test-${process.pid}-${Math.floor(performance.timeOrigin)}`)
  const first = await mkdir(folder).then(
    () => true,
    () => false,
  )
  if (first) await startKeeper(folder)
  const told = await waitFor(() => readWord(folder), {
    limitMs: 90_000,
    failure: () => new Error(`The mongod of the tests did not start: see ${folder}.`),
  })
  if (told.startsWith('mongodb:')) return told
  throw new Error(`The mongod of the tests did not start: ${told}`)
}

/** The URI of a database of its own on that mongod, empty at first. */
export async function testDatabase(): Promise<string> {
  const uri = new URL(await testMongo())
  uri.pathname = `/test-${crypto.randomUUID()}`
  return uri.href
}

/** Through a shell that ends at once: Bun ends a test file's own children with the file. */
async function startKeeper(folder: string): Promise<void> {
  const keeper = [process.execPath, join(import.meta.dir, 'mongodKeeper.ts'), folder, `${process.pid}`]
  const shell = ['sh', '-c', '"$@" </dev/null >/dev/null 2>&1 &', 'sh']
  await Bun.spawn([...shell, ...keeper], { detached: true }).exited
}

const readWord = (folder: string) =>
  readFile(join(folder, 'word'), 'utf8').then(
    (word) => word,
    () => undefined,
  )
