import { closeSync, openSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../errors.ts'
import { startChild, waitFor } from './child.ts'
import { requireDevPackage } from './devPackages.ts'
import { choosePort } from './port.ts'

const START_LIMIT_MS = 120_000

export interface AuthEmulator {
  /** `127.0.0.1:port`, as FIREBASE_AUTH_EMULATOR_HOST has it. */
  readonly host: string
  readonly url: string
  readonly pid: number
  /** Fulfilled when it answers, a few seconds after the start. Rejects with "unavailable" when it does not. */
  readonly ready: Promise<void>
  /** The exit code, should it end; also after `stop`. */
  readonly exited: Promise<number>
  /** Saves the accounts and ends it. */
  stop(): Promise<void>
}

interface Options {
  /** Where accounts, port and log are kept between starts. */
  folder: string
  /** Begins with `demo-`. */
  projectId: string
  /** Default: the port of the last start while that is free, else any free one. */
  port?: number
  report: (line: string) => void
}

/**
 * Starts the auth module of the Firebase emulator on 127.0.0.1 in a process of its own, which dies with this one. Gives
 * its address at once, before it answers. Accounts are kept: kill -9 loses at most the last second of them.
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
  // Who does not wait for it is not told here: `exited` and the sign-in page tell.
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
        const words = (await readFile(logPath, 'utf8')).trim().split('\n').slice(-12).join('\n')
        throw new AppError('unavailable', `The sign-in emulator ended with code ${code}. ${words}`)
      }
      return answers(host)
    },
    {
      limitMs: START_LIMIT_MS,
      failure: () => new AppError('unavailable', `The sign-in emulator does not answer: see ${logPath}.`),
    },
  )
}

async function answers(host: string): Promise<true | undefined> {
  try {
    const response = await fetch(`http://${host}/`, { signal: AbortSignal.timeout(2_000) })
    const { authEmulator } = (await response.json()) as { authEmulator?: { ready?: boolean } }
    return authEmulator?.ready || undefined
  } catch {
    // Not listening yet: asked again.
    return undefined
  }
}
