import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { waitUntil } from './waitUntil.ts'

/** The port of the discard service, on which no program of a test listens: a connection to it is refused. */
export const NOWHERE = 'http://127.0.0.1:9'

/** Creates a temporary folder. `await using` deletes it. */
export async function makeFolder(): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'paperdawn-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

export interface Script extends AsyncDisposable {
  readonly pid: number
  /** Resolves with the next line of standard output; undefined after the last one. */
  nextLine(): Promise<string | undefined>
  kill(signal: NodeJS.Signals): Promise<void>
  readonly exited: Promise<number>
}

interface Options {
  env?: Record<string, string | undefined>
  /** Values of `process.argv` from index 1 on. */
  args?: readonly string[]
  /** Discards standard error, for a script that is meant to fail. */
  quiet?: boolean
}

/**
 * Runs TypeScript source in its own Bun process, so that a test can kill it. The source may import `#api/...`.
 * `await using` kills it at the end of the test.
 */
export function runScript(code: string, { env, args = [], quiet = false }: Options = {}): Script {
  const child = Bun.spawn([process.execPath, '-e', code, ...args], {
    stdout: 'pipe',
    stderr: quiet ? 'ignore' : 'inherit',
    ...(env && { env }),
  })
  const lines = readLines(child.stdout)
  return {
    pid: child.pid,
    nextLine: async () => (await lines.next()).value,
    async kill(signal) {
      child.kill(signal)
      await child.exited
    },
    exited: child.exited,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await child.exited
    },
  }
}

async function* readLines(stream: ReadableStream<Uint8Array>): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of stream) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  return undefined
}

/** Whether a process with this id is running. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: the process exists but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Stops a process until it gets SIGCONT. Resolves when all its threads have stopped, which is later than the signal. */
export async function freeze(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP')
  await waitUntil(async () => {
    const threads = await readdir(`/proc/${pid}/task`)
    const stats = await Promise.all(threads.map((id) => readFile(`/proc/${pid}/task/${id}/stat`, 'utf8')))
    // The state follows the name in parentheses: man 5 proc.
    return stats.every((stat) => stat[stat.lastIndexOf(')') + 2] === 'T')
  })
}

/** The ids of the running processes whose command line contains `text` and begins with `program`. */
export async function processesOf(text: string, program = ''): Promise<number[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const commands = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')))
  return ids.flatMap((id, index) => {
    const command = commands[index] ?? ''
    return command.startsWith(program) && command.includes(text) ? [Number(id)] : []
  })
}
