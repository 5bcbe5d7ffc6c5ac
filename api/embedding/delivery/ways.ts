import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, join } from 'node:path'
import { AppError } from '../../platform/errors.ts'

export interface DeliveryOptions {
  /** The folder of the setting PAPERDAWN_EMBEDDING. */
  folder?: string
  cacheFolder?: string
  /** Receives one line per attempt: what is tried, and why it failed. */
  report: (line: string) => void
  signal: AbortSignal
}

/** `find` returns the path of a folder, or undefined when there is none. Throws when it cannot be fetched. */
export interface Way {
  name: string
  /** Size of the download. */
  megabytes?: number
  find: () => Promise<string | undefined>
}

export const defaultCache = () => join(homedir(), '.cache', 'paperdawn')

/** Returns the result of the first way that works. Throws "unavailable" with what every way gave, and `advice`. */
export async function takeFirst(
  what: string,
  ways: readonly Way[],
  { report, signal, advice }: Pick<DeliveryOptions, 'report' | 'signal'> & { advice: string },
): Promise<string> {
  const attempts: string[] = []
  for (const { name, megabytes, find } of ways) {
    signal.throwIfAborted()
    try {
      if (megabytes !== undefined) report(`embedding: fetching ${what} (${megabytes} MB) from ${name}`)
      const path = await find()
      if (path === undefined) {
        attempts.push(`${name}: none`)
        continue
      }
      if (megabytes !== undefined) report(`embedding: ${what} is in ${path}`)
      return path
    } catch (error) {
      signal.throwIfAborted()
      // The next way is tried; the reason is part of the final error.
      attempts.push(`${name}: ${firstLine(error)}`)
      report(`embedding: ${attempts.at(-1)}`)
    }
  }
  throw new AppError('unavailable', `Fetching ${what} failed (${attempts.join('; ')}). ${advice}`)
}

/** Calls `fill` with an empty temporary folder of the cache, and renames the folder to `name` when it is complete. */
export async function intoCache(
  cacheFolder: string,
  name: string,
  fill: (draft: string) => Promise<unknown>,
): Promise<string> {
  await mkdir(cacheFolder, { recursive: true })
  const draft = await mkdtemp(join(cacheFolder, 'draft-'))
  const kept = join(cacheFolder, name)
  try {
    await fill(draft)
    // Replaces an incomplete folder, and a complete one that another process has fetched meanwhile.
    await rm(kept, { recursive: true, force: true })
    await rename(draft, kept)
    return kept
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/**
 * Runs a program to its end in `folder`. Throws an Error when it is not installed, and when it fails: with the first line
 * about an error that it printed, else with its last line.
 */
export async function runProgram(command: readonly string[], folder: string, signal: AbortSignal): Promise<void> {
  const [program = ''] = command
  if (Bun.which(program) === null) throw new Error('not installed')
  const child = Bun.spawn([...command], { cwd: folder, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe', signal })
  const outputs = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  const code = await child.exited
  signal.throwIfAborted()
  if (code === 0) return
  const lines = outputs.flatMap((output) => Bun.stripANSI(output).trim().split('\n')).filter((line) => line !== '')
  const reason = lines.find(isReason) ?? lines.at(-1)
  throw new Error(`${basename(program, '.exe')} failed (code ${code}): ${reason ?? 'no output'}`)
}

// npm writes codes such as E404 before the sentence; npm and Maven end with advice.
const isReason = (line: string): boolean => /error/i.test(line) && !/^npm error (code|syscall|errno) /.test(line)

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''
