import { model, Schema } from 'mongoose'
import { now } from '../../platform/clock.ts'

/** A backup that was begun, with its archive. */
export interface BackupRecord {
  /** Id of its job. */
  _id: string
  started_at: Date
  ended_at: Date | null
  state: 'running' | 'done' | 'failed'
  /** Name of the machine whose folder has the archive. */
  host: string
  /** Absolute path of the archive. */
  path: string
  bytes: number | null
  documents: number | null
  papers: number | null
  readers: number | null
  version: string
  data_version: number
  with_secrets: boolean
  /** Instant whose state of the library the archive has. */
  moment: string | null
  error: string | null
  /** When the archive was restored into a scratch database and compared. */
  verified_at: Date | null
  verify_error: string | null
  /** When the archive was removed, because newer ones are kept. */
  removed_at: Date | null
}

const text = { type: String, required: true }
const nullableText = { type: String, default: null }
const nullableCount = { type: Number, default: null }
const nullableDate = { type: Date, default: null }
const schema = new Schema<BackupRecord>(
  {
    _id: text,
    started_at: { type: Date, required: true },
    ended_at: nullableDate,
    state: text,
    host: text,
    path: text,
    bytes: nullableCount,
    documents: nullableCount,
    papers: nullableCount,
    readers: nullableCount,
    version: text,
    data_version: { type: Number, required: true },
    with_secrets: { type: Boolean, required: true },
    moment: nullableText,
    error: nullableText,
    verified_at: nullableDate,
    verify_error: nullableText,
    removed_at: nullableDate,
  },
  { collection: 'backups', strict: 'throw', autoIndex: false, versionKey: false },
)
schema.index({ started_at: -1 }, { name: 'newest' })
const Backups = model('Backup', schema)

type Begun = Pick<BackupRecord, '_id' | 'host' | 'path' | 'version' | 'data_version' | 'with_secrets'>

/** Records that a backup begins, also when an earlier attempt of its job was interrupted. */
export async function recordBackupStart({ _id, ...begun }: Begun): Promise<void> {
  const fresh = { ...begun, started_at: now(), state: 'running' as const, ended_at: null, error: null }
  await Backups.updateOne({ _id }, { $set: fresh }, { upsert: true })
}

/** Records the end of a backup, or what is known of its archive since. */
export async function updateBackup(id: string, changes: Partial<Omit<BackupRecord, '_id'>>): Promise<void> {
  await Backups.updateOne({ _id: id }, { $set: changes })
}

/** The ids of the backups that are not recorded to have ended. */
export const findRunningBackups = async (): Promise<string[]> =>
  (await Backups.find({ state: 'running' }, { _id: 1 }).lean()).map(({ _id }) => _id)

/** Records that these backups have failed, without those that have ended meanwhile. */
export async function failBackups(ids: readonly string[], error: string): Promise<void> {
  const failed = { state: 'failed' as const, ended_at: now(), error }
  await Backups.updateMany({ _id: { $in: [...ids] }, state: 'running' }, { $set: failed })
}

/** Records that these archives of a machine were removed. */
export async function recordRemovedArchives(host: string, paths: readonly string[]): Promise<void> {
  await Backups.updateMany({ host, path: { $in: [...paths] } }, { $set: { removed_at: now() } })
}

/** The newest backups. */
export const findBackups = (limit: number): Promise<BackupRecord[]> =>
  Backups.find().sort({ started_at: -1 }).limit(limit).lean().exec()

/** The last backup that was completed, and the last that was verified; null before one. */
export async function findLastBackups(): Promise<{ done: BackupRecord | null; verified: BackupRecord | null }> {
  const [done, verified] = await Promise.all([
    Backups.findOne({ state: 'done' }).sort({ started_at: -1 }).lean(),
    Backups.findOne({ verified_at: { $ne: null } })
      .sort({ verified_at: -1 })
      .lean(),
  ])
  return { done, verified }
}
