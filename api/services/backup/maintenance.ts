import { hostname } from 'node:os'
import { parseArgs } from 'node:util'
import { resolve } from 'node:path'
import { now } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import { AppError } from '../../platform/errors.ts'
import { describeArchive, describeRestored } from './describe.ts'
import { makeArchive, openRestorable, verifyArchive, type Progress } from './archives.ts'
import { restoreArchive } from './restore.ts'

/** What the program does in place of a start. */
export interface Maintenance {
  action: 'backup' | 'verify' | 'restore'
  /** Absolute path of the archive. */
  path: string
  /** Name of the database whose content may be replaced. */
  replace?: string
}

interface Terminal {
  /** Prints a line. */
  report(line: string): void
  /** Asks without showing what is typed; undefined without a terminal. */
  askHidden(question: string): Promise<string | undefined>
}

const ACTIONS = ['backup', 'verify', 'restore'] as const

/**
 * Reads `--backup FILE`, `--verify FILE` and `--restore FILE [--replace NAME]`; null without one of them. Throws
 * "invalid-input" for arguments that do not belong together.
 */
export function readMaintenance(args: readonly string[]): Maintenance | null {
  const file = { type: 'string' } as const
  let values: Partial<Record<(typeof ACTIONS)[number] | 'replace', string>>
  try {
    const options = { backup: file, verify: file, restore: file, replace: file }
    values = parseArgs({ args: [...args], options, strict: true }).values
  } catch (cause) {
    throw new AppError('invalid-input', (cause as Error).message, { cause })
  }
  const [action, ...others] = ACTIONS.filter((name) => values[name] !== undefined)
  if (action === undefined && values.replace === undefined) return null
  if (action === undefined || others.length > 0 || (values.replace !== undefined && action !== 'restore'))
    throw new AppError('invalid-input', 'Use one of --backup FILE, --verify FILE and --restore FILE [--replace NAME].')
  const path = resolve(values[action] ?? '')
  return { action, path, ...(values.replace !== undefined && { replace: values.replace }) }
}

/** Does it on the open database of the name `database`. Throws as `makeArchive`, `verifyArchive` and `restoreArchive`. */
export async function runMaintenance(
  config: Config,
  { action, path, replace }: Maintenance,
  { database, signal, terminal }: { database: string; signal: AbortSignal; terminal: Terminal },
): Promise<void> {
  const { report } = terminal
  const started = now()
  const options = { signal, onProgress: createReport(report) }
  const passphrase = async () => config.backups.passphrase ?? (await terminal.askHidden('Passphrase of the archive: '))
  if (action === 'backup') {
    const question = 'Passphrase to encrypt with, or nothing to leave secrets out: '
    const chosen = config.backups.passphrase ?? (await terminal.askHidden(question))
    if (chosen && chosen.length < PASSPHRASE_MIN)
      throw new AppError('invalid-input', `The passphrase must have at least ${PASSPHRASE_MIN} characters.`)
    const made = await makeArchive(config, path, { ...options, passphrase: chosen || undefined })
    return describeArchive({ ...made, path, host: hostname(), started }).forEach(report)
  }
  const archive = await openRestorable(path, passphrase)
  if (action === 'verify') {
    const manifest = await verifyArchive(archive, options)
    report('Verified: restored into a scratch database, with the same number and hash of documents in each collection.')
    return describeArchive({ manifest, bytes: archive.size, path, host: hostname(), started }).forEach(report)
  }
  const restored = await restoreArchive(config, archive, { ...options, database, replace })
  describeRestored(restored, { started, ended: now() }).forEach(report)
}

const PASSPHRASE_MIN = 12

/** Prints each step once. */
function createReport(report: (line: string) => void) {
  let last = ''
  return async ({ step }: Progress) => {
    if (step !== last) report(step)
    last = step
  }
}
