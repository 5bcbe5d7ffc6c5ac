import { hostname } from 'node:os'
import { version } from '../../../package.json'
import type { Backup, Backups } from '../../contract/backups.ts'
import type { Job } from '../../contract/jobs.ts'
import { DAY_MS, now } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import { AppError } from '../../platform/errors.ts'
import { DISK_FULL_BYTES, freeBytes } from '../../platform/folders.ts'
import {
  failBackups,
  findBackups,
  findLastBackups,
  findRunningBackups,
  recordBackupStart,
  recordRemovedArchives,
  updateBackup,
  type BackupRecord,
} from '../../store/backup/backups.ts'
import { measureLibrary } from '../../store/backup/switchLibrary.ts'
import { DATA_VERSION } from '../../store/dataVersion.ts'
import { findOpenAmong } from '../../store/jobs/jobLists.ts'
import { countAccounts, type UserRecord } from '../../store/readers/users.ts'
import type { JobContext, PartialResult } from '../jobs/jobContext.ts'
import { requestJob, startJob } from '../jobs/jobs.ts'
import type { Product } from '../product.ts'
import { newArchivePath, prepareArchiveFolder, pruneArchives } from './archiveFolder.ts'
import { countAll, countIn, makeArchive, openRestorable, verifyArchive } from './archives.ts'

/** At most one backup is made at a time. */
const KEY = 'backup'
/** An archive is restored into a scratch database, and compared, so often. */
const DRILL_MS = 7 * DAY_MS
/** Of the size of the library: indexes are made while documents are written. */
const SCRATCH_SHARE = 1.5
/** Backups in the list. */
const LISTED = 30

type OfConfig = Pick<Product, 'config'>

/** Queues a backup. Throws "conflict" where no folder is set, and "already-running" while one is made. */
export async function startBackup({ config }: OfConfig, admin: UserRecord): Promise<Job> {
  requireFolder(config)
  return startJob({ kind: 'backup', input: {}, dedupe_key: KEY, requested_by: admin._id })
}

/**
 * Queues the backup of the day when its hour has come, also when no worker ran then, unless there was one since. None of a
 * library without accounts.
 */
export async function requestBackup({ config }: OfConfig): Promise<void> {
  await endLostBackups()
  if (config.backups.folder === null) return
  const { done } = await findLastBackups()
  if (done !== null && done.started_at >= lastHour(config)) return
  if ((await countAccounts()) === 0) return
  await requestJob({ kind: 'backup', input: {}, dedupe_key: KEY, requested_by: 'schedule' })
}

/**
 * Records that the backups have failed whose jobs have ended without recording it: their worker was killed and the job was
 * cancelled, gave up, or was replaced by a restore. That of an open job goes on when a worker claims the job.
 */
async function endLostBackups(): Promise<void> {
  const running = await findRunningBackups()
  if (running.length === 0) return
  const open = new Set(await findOpenAmong(running))
  const lost = running.filter((id) => !open.has(id))
  await failBackups(lost, 'Its worker ended before the archive was complete.')
}

/** The last instant at which a daily backup was due. */
function lastHour({ backups }: Config): Date {
  const due = new Date(now())
  due.setUTCHours(backups.hour, 0, 0, 0)
  return due <= now() ? due : new Date(due.getTime() - DAY_MS)
}

function requireFolder({ backups }: Config): string {
  if (backups.folder !== null) return backups.folder
  throw new AppError(
    'conflict',
    'No folder for backups is set. Set PAPERDAWN_BACKUP_FOLDER for each worker, best to one that all of them share.',
  )
}

/**
 * Makes an archive of the library in the folder of this worker, and removes the oldest ones. Once a week the archive is
 * verified; then the job is partial if it cannot be restored. Safe to repeat: an interrupted archive is removed. Throws as
 * `makeArchive`; then no archive is removed.
 */
export async function makeBackup({ config }: OfConfig, run: JobContext): Promise<PartialResult | undefined> {
  const folder = requireFolder(config)
  const path = newArchivePath(folder, now())
  const host = hostname()
  const { passphrase, kept } = config.backups
  const with_secrets = passphrase !== undefined
  await recordBackupStart({ _id: run.id, host, path, version, data_version: DATA_VERSION, with_secrets })
  const { done, verified } = await findLastBackups()
  const onProgress = ({ done: documents, total, step }: { done: number; total?: number; step: string }) =>
    run.progress({ done: documents, ...(total !== undefined && { total }), unit: 'documents', step })
  try {
    await prepareArchiveFolder(folder, done?.bytes ?? 0)
    const { bytes, manifest } = await makeArchive(config, path, { passphrase, signal: run.signal, onProgress })
    await updateBackup(run.id, {
      state: 'done',
      ended_at: now(),
      bytes,
      documents: countAll(manifest),
      papers: countIn(manifest, 'papers'),
      readers: countIn(manifest, 'users'),
      moment: manifest.moment,
    })
    run.log.info({ bytes, documents: countAll(manifest), moment: manifest.moment }, 'a backup was made')
  } catch (error) {
    const sentence =
      error instanceof AppError ? error.message : 'Something went wrong inside Paperdawn; the log says what.'
    await updateBackup(run.id, {
      state: 'failed',
      ended_at: now(),
      error: run.signal.aborted ? 'It was stopped before its end.' : sentence,
    })
    throw error
  }
  const isDrillDue = verified?.verified_at == null || now().getTime() - verified.verified_at.getTime() >= DRILL_MS
  const { isVerified, problem } = isDrillDue ? await drill(run, path, { config, onProgress }) : UNKNOWN
  // The last archive that is known to be restorable stays.
  const spared = isVerified ? path : (verified?.path ?? null)
  await recordRemovedArchives(host, await pruneArchives(folder, kept, spared))
  return problem === null ? undefined : { partial: `The archive was made and cannot be restored: ${problem}` }
}

interface Verdict {
  isVerified: boolean
  /** Why the archive cannot be restored. */
  problem: string | null
}
const UNKNOWN: Verdict = { isVerified: false, problem: null }

interface Drill {
  config: Config
  onProgress(progress: { done: number; step: string }): Promise<void>
}

/**
 * Verifies the archive of this job. It is unknown whether it can be restored while the disk of the embedded database has no
 * room for the scratch database: the health says when none was verified for long.
 */
async function drill(run: JobContext, path: string, { config, onProgress }: Drill): Promise<Verdict> {
  const { passphrase } = config.backups
  const room = config.embedded.database ? await freeBytes(config.dataFolder) : Number.POSITIVE_INFINITY
  if (room < (await measureLibrary()) * SCRATCH_SHARE + DISK_FULL_BYTES) {
    run.problem('The archive was not verified: the disk of the database has no room for a second library.')
    return UNKNOWN
  }
  try {
    const archive = await openRestorable(path, async () => passphrase)
    await verifyArchive(archive, { signal: run.signal, onProgress })
    await updateBackup(run.id, { verified_at: now(), verify_error: null })
    return { isVerified: true, problem: null }
  } catch (error) {
    // Recovered: it is the result of the check. Anything else is no statement about the archive.
    if (!(error instanceof AppError) || error.code !== 'invalid-input') throw error
    await updateBackup(run.id, { verify_error: error.message })
    return { isVerified: false, problem: error.message }
  }
}

/** The last backups, newest first, and when and where they are made. */
export async function listBackups({ config }: OfConfig): Promise<Backups> {
  const { folder, hour, kept, passphrase } = config.backups
  await endLostBackups()
  const items = (await findBackups(LISTED)).map(toBackup)
  return { items, total: items.length, folder, hour, kept, encrypted: passphrase !== undefined }
}

const toBackup = ({ _id, started_at, ended_at, verified_at, removed_at, ...rest }: BackupRecord): Backup => ({
  ...rest,
  id: _id,
  started_at: started_at.toISOString(),
  ended_at: ended_at?.toISOString() ?? null,
  verified_at: verified_at?.toISOString() ?? null,
  removed_at: removed_at?.toISOString() ?? null,
})
