import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../platform/errors.ts'
import { DISK_FULL_BYTES, freeBytes } from '../../platform/folders.ts'

/** Names that sort by time. */
const NAME = /^paperdawn-\d{8}T\d{6}Z\.backup$/
const DRAFT = /^\.paperdawn-\d{8}T\d{6}Z\.backup\.part$/
/** An archive may be larger than the last one by this factor. */
const GROWTH = 1.2

/** The path of an archive that is made now. */
export const newArchivePath = (folder: string, at: Date): string =>
  join(folder, `paperdawn-${at.toISOString().replace(/[-:]|\.\d+/g, '')}.backup`)

/**
 * Makes the folder ready for an archive of about `expected` bytes, and removes what a backup that was killed left. Throws
 * "unavailable" when the folder cannot be used, or its disk has too little room.
 */
export async function prepareArchiveFolder(folder: string, expected: number): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    for (const name of await readdir(folder)) if (DRAFT.test(name)) await rm(join(folder, name))
  } catch (cause) {
    throw new AppError(
      'unavailable',
      `The folder of the backups, ${folder}, cannot be used: ${(cause as Error).message}. Earlier archives are unchanged.`,
      { cause },
    )
  }
  const [free, needed] = [await freeBytes(folder), DISK_FULL_BYTES + expected * GROWTH]
  if (free >= needed) return
  throw new AppError(
    'unavailable',
    `The disk of ${folder} has ${inMegabytes(free)} free, and a backup needs ${inMegabytes(needed)}. Earlier archives are unchanged.`,
  )
}

const inMegabytes = (bytes: number) => `${Math.ceil(bytes / 1024 ** 2)} MB`

/**
 * Removes the oldest archives so that `kept` are left, and not `spared`: the last one that was verified. Other files of the
 * folder are not touched. Returns the paths of the removed ones.
 */
export async function pruneArchives(folder: string, kept: number, spared: string | null): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => NAME.test(name)).toSorted()
  const paths = names.slice(0, Math.max(0, names.length - kept)).map((name) => join(folder, name))
  const old = paths.filter((path) => path !== spared)
  for (const path of old) await rm(path)
  return old
}
