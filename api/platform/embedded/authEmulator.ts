import { closeSync, openSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../errors.ts'
import { startChild, waitFor } from './child.ts'
import { requireDevPackage } from './devPackages.ts'
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
  report: (line: string) => void
}

/**
 * Starts the auth module of the Firebase emulator on 127.0.0.1 in a child process that ends with this one. Returns its
 * address at once, before the emulator responds. Accounts are saved: kill -9 loses at most those of the last second.
 * Throws "unavailable" when the development packages are not installed.
 */
export async function startAuthEmulator({ folder, projectId, port: wanted, report }: Options): Promise<AuthEmulator> {
  requireDevPackage('firebase-tools', 'The sign-in emulator', 'set FIREBASE_PROJECT_ID')
  await mkdir(folder, { recursive: true })
  const port = await choosePort(join(folder, 'port'), wanted)
  const host = `127.0.0.1:${port}`
  const logPath = join(folder, 'emulator.log')

  const program = join(import.meta.dir, 'authEmulatorProcess.ts')
  const command = [process.execPath, program, projectId, `${port}`, join(folder, 'accounts.json')]
  const logFd = openSync(logPath, 'w')
  const child = await startChild(command, logFd).finally(() => closeSync(logFd))

  const ready = waitUntilReady(host, child.exited, logPath)
  // A later exit is not reported here: callers use `exited`, and the sign-in page shows that sign-in is unavailable.
  ready.then(
    () => report('sign-in is ready'),
    (error: unknown) => report(String(error)),
  )
  return { host, url: `http://${host}`, pid: child.pid, ready, exited: child.exited, stop: () => child.stop() }
}

async function waitUntilReady(host: string, exited: Promise<number>, logPath: string): Promise<void> {
  let code: number | undefined
  void exited.then((value) => (code = value))
  await waitFor(
    async () => {
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
