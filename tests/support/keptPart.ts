import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from './process.ts'
import { waitUntil } from './waitUntil.ts'

// A part that the test files of a process share, such as a mongod. A keeper, which is a process of its own, runs it until
// the test process has ended: Bun kills the child processes of a test file when the file ends.

/**
 * Returns the address of the part `name` of this test process. The first test file that asks for it starts its keeper,
 * `program`, which calls `keepPart`.
 */
export async function findKeptPart(name: string, program: string): Promise<string> {
  // Isolated test files share only their process, so the path of the folder is derived from the process.
  const folder = join(tmpdir(), `paperdawn-${name}-${process.pid}-${Math.floor(performance.timeOrigin)}`)
  const created = await mkdir(folder).then(
    () => true,
    () => false,
  )
  if (created) await startKeeper(program, folder)
  const { address, problem } = await waitUntil(() => readStatus(folder))
  if (address === undefined) throw new Error(`The ${name} of the tests did not start: ${problem}`)
  return address
}

/** Starts the keeper through a shell that exits at once, so that it is no child process of the test file. */
async function startKeeper(program: string, folder: string): Promise<void> {
  const keeper = [process.execPath, program, folder, `${process.pid}`]
  const shell = ['sh', '-c', '"$@" </dev/null >/dev/null 2>&1 &', 'sh']
  await Bun.spawn([...shell, ...keeper], { detached: true }).exited
}

interface Status {
  address?: string
  /** Why the part did not start. */
  problem?: string
}

const readStatus = (folder: string): Promise<Status | undefined> =>
  readFile(join(folder, 'status'), 'utf8').then(
    (text) => JSON.parse(text) as Status,
    () => undefined,
  )

interface Part {
  address: string
  stop(): Promise<void>
}

/**
 * Runs a part until the test process that asked for it has ended, then deletes its folder. The arguments of this process
 * are that folder and the id of the test process.
 */
export async function keepPart(
  start: (folder: string, report: (line: string) => void) => Promise<Part>,
): Promise<void> {
  const [folder = '', parent = ''] = process.argv.slice(2)
  const writeStatus = async (status: Status) => {
    await writeFile(join(folder, 'status.draft'), JSON.stringify(status))
    await rename(join(folder, 'status.draft'), join(folder, 'status'))
  }
  const log: string[] = []
  const part = await start(folder, (line) => log.push(line)).catch((error: unknown) =>
    [...log, String(error)].join('\n'),
  )
  // The tests read it, and fail with a problem.
  await writeStatus(typeof part === 'string' ? { problem: part } : { address: part.address })
  while (isAlive(Number(parent))) await Bun.sleep(200)
  if (typeof part !== 'string') await part.stop()
  await rm(folder, { recursive: true })
}
