import { statfsSync } from 'node:fs'
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from './errors.ts'

/** Below this, in bytes, a disk counts as full: a database ends before the last byte is used. */
export const DISK_FULL_BYTES = 200 * 1024 ** 2

/**
 * Creates `folder`, the value of `setting`, if it does not exist. Throws "invalid-input", with the name of the setting,
 * when it cannot be created or no file can be created in it. A full disk is accepted: what needs space says so itself.
 */
export async function prepareFolder(folder: string, setting: string): Promise<void> {
  const probe = join(folder, `.write-test-${process.pid}`)
  try {
    await mkdir(folder, { recursive: true })
    await writeFile(probe, '')
    await rm(probe)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOSPC') return
    throw new AppError(
      'invalid-input',
      `${setting} must name a folder in which this process can create files; ${folder} is not one: ` +
        `${(cause as Error).message}.`,
      { cause },
    )
  }
}

/** Returns the free bytes of the disk of `folder`. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** As `freeBytes`, for a process that may wait for the disk. */
export function freeBytesSync(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}
