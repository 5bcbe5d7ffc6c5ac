import { version } from '../../../package.json'
import type { Config } from '../../platform/config.ts'
import { openArchive, writeArchive, type Archive } from '../../platform/archive/archiveFile.ts'
import { now } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import { listSecrets } from '../../store/backup/keptCollections.ts'
import { loadLibrary } from '../../store/backup/loadLibrary.ts'
import type { Manifest } from '../../store/backup/manifest.ts'
import { readLibrary } from '../../store/backup/readLibrary.ts'
import { withScratchDatabase } from '../../store/backup/switchLibrary.ts'
import { DATA_VERSION } from '../../store/dataVersion.ts'
import { listFolderSecrets, readFolderFiles } from './folderFiles.ts'

/** How far a backup, a check or a restore is. `total` is not known while an archive is read. */
export interface Progress {
  done: number
  total?: number
  /** What is done, as of a job. */
  step: string
}

interface Options {
  signal: AbortSignal
  onProgress(progress: Progress): Promise<void>
}

export interface MadeArchive {
  bytes: number
  manifest: Manifest
}

/**
 * Writes the library as it is at this moment to the archive `path`, while the product goes on. Without a passphrase the
 * archive is not encrypted and has no secrets. Throws as `writeArchive` and `readLibrary`.
 */
export async function makeArchive(
  config: Config,
  path: string,
  { passphrase, signal, onProgress }: Options & { passphrase: string | undefined },
): Promise<MadeArchive> {
  const withSecrets = passphrase !== undefined
  let manifest: Manifest | undefined
  const frames = readLibrary({
    withSecrets,
    isEmbedded: config.embedded.database,
    files: await readFolderFiles(config, { withSecrets }),
    leftOut: withSecrets ? [] : [...listSecrets(), ...listFolderSecrets(config)],
    signal,
    onProgress: ({ collection, ...progress }) =>
      onProgress({ ...progress, step: collection === '' ? 'finishing the archive' : `reading ${collection}` }),
    onManifest: (complete) => {
      manifest = complete
    },
  })
  const header = { version, data_version: DATA_VERSION, made_at: now().toISOString() }
  const bytes = await writeArchive(path, { header, frames, passphrase })
  if (manifest === undefined) throw new Error('the archive has no end')
  return { bytes, manifest }
}

/** Opens an archive that this program can restore. Throws as `openArchive`, and "invalid-input" for newer data. */
export async function openRestorable(path: string, ask: () => Promise<string | undefined>): Promise<Archive> {
  const archive = await openArchive(path, ask)
  const { header } = archive
  if (header.data_version <= DATA_VERSION) return archive
  throw new AppError(
    'invalid-input',
    `A newer version of Paperdawn (${header.version}) has written this archive: its data have version ` +
      `${header.data_version}, and this program knows versions up to ${DATA_VERSION}. Use the newer version.`,
  )
}

/**
 * Restores an archive into a scratch database, compares number and hash of the documents of each collection, and drops it.
 * Throws "invalid-input" where they differ.
 */
export const verifyArchive = (archive: Archive, { signal, onProgress }: Options): Promise<Manifest> =>
  withScratchDatabase(async (target) => {
    const { manifest } = await loadLibrary(archive.frames(), {
      target,
      signal,
      onProgress: ({ done, collection }) => onProgress({ done, step: `verifying: ${collection}` }),
    })
    return manifest
  })

/** The number of documents of a collection in an archive. */
export const countIn = ({ collections }: Manifest, name: string): number =>
  collections.find((one) => one.name === name)?.count ?? 0

export const countAll = ({ collections }: Manifest): number => collections.reduce((sum, { count }) => sum + count, 0)
