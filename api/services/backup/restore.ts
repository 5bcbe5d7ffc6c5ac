import type { Archive } from '../../platform/archive/archiveFile.ts'
import { now } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import { AppError } from '../../platform/errors.ts'
import { bringToPresent, type AfterRestore } from '../../store/backup/afterRestore.ts'
import { findConnectedProcesses } from '../../store/backup/connectedProcesses.ts'
import { loadLibrary } from '../../store/backup/loadLibrary.ts'
import type { Manifest } from '../../store/backup/manifest.ts'
import { abandonRestore, beginRestore, commitRestore, staged } from '../../store/backup/switchLibrary.ts'
import { findWorkers } from '../../store/jobs/workers.ts'
import { countRealPapers } from '../../store/papers/paperPruning.ts'
import { countAccounts } from '../../store/readers/users.ts'
import { restoreFolderFiles } from './folderFiles.ts'
import type { Progress } from './archives.ts'

/** A worker whose last heartbeat is older has ended. */
const WORKER_MS = 30_000

interface Options {
  /** Name of the database, if what it contains may be replaced. */
  replace: string | undefined
  /** Name of the database. */
  database: string
  signal: AbortSignal
  onProgress(progress: Progress): Promise<void>
}

export interface Restored {
  manifest: Manifest
  after: AfterRestore
  /** Sentences about what is left to do. */
  notices: string[]
}

/**
 * Replaces the library by that of an archive, when it is loaded, checked and complete: it is the old or the new one at every
 * moment, also when this process is killed. Throws "conflict" while processes of the product use the database, and when the
 * library is not empty and `replace` is not the name of its database; and as `loadLibrary`.
 */
export async function restoreArchive(
  config: Config,
  archive: Archive,
  { replace, database, signal, onProgress }: Options,
): Promise<Restored> {
  await requireReplaceable(database, replace)
  const run = await beginRestore()
  try {
    // A process that was connected before this restore began has not seen it; one that connects later ends it.
    await requireNoProcess()
    const { manifest, files } = await loadLibrary(archive.frames(), {
      target: staged,
      signal,
      onProgress: ({ done, collection }) => onProgress({ done, step: `loading: ${collection}` }),
    })
    const after = await bringToPresent(staged, { moment: new Date(manifest.moment), at: now() })
    const notices = await restoreFolderFiles(config, files)
    await requireNoProcess()
    await commitRestore(run)
    return { manifest, after, notices }
  } catch (error) {
    await abandonRestore(run)
    throw error
  }
}

async function requireReplaceable(database: string, replace: string | undefined): Promise<void> {
  const [users, papers] = await Promise.all([countAccounts(), countRealPapers()])
  if ((users === 0 && papers === 0) || replace === database) return
  throw new AppError(
    'conflict',
    `This library is not empty: it has ${users === 1 ? '1 account' : `${users} accounts`}${papers > 0 ? ' and papers' : ''}. ` +
      `To replace all of it, add --replace ${database}. Nothing was changed.`,
  )
}

async function requireNoProcess(): Promise<void> {
  const [connected, workers] = await Promise.all([findConnectedProcesses(), findWorkers(WORKER_MS)])
  if (connected.length > 0)
    throw new AppError(
      'conflict',
      `Paperdawn is using this database, from ${connected.join(', ')}. Stop all its processes first. Nothing was changed.`,
    )
  if (workers.length > 0)
    throw new AppError(
      'conflict',
      'A worker of Paperdawn ran less than half a minute ago. Stop it; if it was killed, wait. Nothing was changed.',
    )
}
