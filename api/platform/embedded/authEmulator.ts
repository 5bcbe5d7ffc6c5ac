import { closeSync, openSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../errors.ts'
import { startChild, waitFor } from './child.ts'
import { requireDevPackage } from './devPackages.ts'
import { keepRunning, type KeptRunning } from './keepRunning.ts'
import { choosePort } from './port.ts'

const START_LIMIT_MS = 120_000

export interface AuthEmulator {
  /** `127.0.0.1:port`, the format of FIREBASE_AUTH_EMULATOR_HOST. */
  readonly host: string
  readonly url: string
  readonly pid: number
  /** Resolves when the emulator responds, some seconds after the start. Rejects with "unavailable" when it does not. */
  readonly ready: Promise<void>
  /** Resolves with the exit code when the process has ended, also after `stop`. */
  readonly exited: Promise<number>
  /** Saves the accounts and stops the process. */
  stop(): Promise<void>
}

interface Options {
  /** Folder of the accounts, port and log, which are kept between starts. */
  folder: string
  /** Must begin with `demo-`. */
  projectId: string
  /** Default: the port of the last start if it is free, else any free port. */
  port?: number
  /** Ends the wait for `ready`. */
  signal?: AbortSignal
}

interface RunOptions extends Pick<Options, 'folder' | 'projectId'> {
  report: (line: string) => void
}

/**
 * Starts the auth module of the Firebase emulator on 127.0.0.1 in a child process that ends with this one. Returns its
 * address at once, before the emulator responds. Accounts are saved: kill -9 loses at most those of the last second.
 * Throws "unavailable" when the development packages are not installed.
 */
export async function startAuthEmulator({ folder, projectId, port: wanted, signal }: Options): Promise<AuthEmulator> {
  requirePackages()
  await mkdir(folder, { recursive: true })
  const port = await choosePort(join(folder, 'port'), wanted)
  const host = `127.0.0.1:${port}`
  const logPath = join(folder, 'emulator.log')

  const program = join(import.meta.dir, 'authEmulatorProcess.ts')
  const command = [process.execPath, program, projectId, `${port}`, join(folder, 'accounts.json')]
  const logFd = openSync(logPath, 'w')
  const child = await startChild(command, logFd).finally(() => closeSync(logFd))

  const ready = waitUntilReady({ host, exited: child.exited, logPath, signal })
  // Not every caller waits for it: `exited` resolves, too, when the program does not start.
  ready.catch(() => undefined)
  return { host, url: `http://${host}`, pid: child.pid, ready, exited: child.exited, stop: () => child.stop() }
}

interface Waiting {
  host: string
  exited: Promise<number>
  logPath: string
  signal: AbortSignal | undefined
}

async function waitUntilReady({ host, exited, logPath, signal }: Waiting): Promise<void> {
  let code: number | undefined
  void exited.then((value) => (code = value))
  await waitFor(
    async () => {
      signal?.throwIfAborted()
      if (code !== undefined) {
        const logEnd = (await readFile(logPath, 'utf8')).trim().split('\n').slice(-12).join('\n')
        throw new AppError('unavailable', `The sign-in emulator ended with code ${code}. ${logEnd}`)
      }
      return isReady(host)
    },
    {
      limitMs: START_LIMIT_MS,
      failure: () => new AppError('unavailable', `The sign-in emulator does not respond: see ${logPath}.`),
    },
  )
}

/**
 * Runs the emulator until it is stopped; starts it again at the same address when it ends or does not start. Returns the
 * address before it responds. Throws like `startAuthEmulator`.
 */
export async function runAuthEmulator({ report, ...options }: RunOptions): Promise<{ host: string } & KeptRunning> {
  requirePackages()
  await mkdir(options.folder, { recursive: true })
  const port = await choosePort(join(options.folder, 'port'))
  const emulator = keepRunning({
    part: 'sign-in',
    name: 'The sign-in emulator',
    folder: options.folder,
    report,
    firstStartIsFinal: false,
    async start(signal) {
      const started = await startAuthEmulator({ ...options, port, signal })
      await started.ready.catch(async (error: unknown) => {
        await started.stop()
        throw error
      })
      return started
    },
  })
  emulator.started.then(
    () => report('sign-in is ready'),
    // It was stopped before it was ready.
    () => undefined,
  )
  return { host: `127.0.0.1:${port}`, ...emulator }
}

const requirePackages = () => requireDevPackage('firebase-tools', 'The sign-in emulator', 'set FIREBASE_PROJECT_ID')

async function isReady(host: string): Promise<true | undefined> {
  try {
    const response = await fetch(`http://${host}/`, { signal: AbortSignal.timeout(2_000) })
    const { authEmulator } = (await response.json()) as { authEmulator?: { ready?: boolean } }
    return authEmulator?.ready || undefined
  } catch {
    // Not listening yet: `waitFor` retries.
    return undefined
  }
}
