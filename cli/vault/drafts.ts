import { link, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '../terminal/failures.ts'

/** A text that is being written, which gets its own name once it is complete. The number is that of the process. */
const DRAFT = /^\.paperdawn-(\d+)$/
/** No synchronisation writes one file for so long. */
const ABANDONED_MS = 3_600_000
/** Of file systems without hard links: FAT, and folders of some network drives. */
const NO_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV'])
const NO_ROOM: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT'])
const NO_RIGHT: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS'])

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** Runs what reads or writes below `path`. Throws `Failure` for a full disk, and for a folder that must not be written to. */
export async function onDisk<Result>(path: string, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (cause) {
    if (NO_ROOM.has(codeOf(cause)))
      throw new Failure('unexpected', `The disk has no room for ${path}.`, {
        cause,
        advice: 'Make room, and synchronise again. Nothing was lost.',
      })
    if (NO_RIGHT.has(codeOf(cause)))
      throw new Failure('usage', `${path} must not be read or written by this program.`, {
        cause,
        advice: 'Allow it, or name another folder. Nothing was lost.',
      })
    throw cause
  }
}

/** Writes a draft into `folder`, and deletes it after `use` if it is still there. */
async function withDraft<Result>(
  folder: string,
  { text, mode }: { text: string; mode?: number },
  use: (draft: string) => Promise<Result>,
): Promise<Result> {
  const draft = join(folder, `.paperdawn-${process.pid}`)
  try {
    await writeFile(draft, text, mode === undefined ? {} : { mode })
    return await use(draft)
  } finally {
    await rm(draft, { force: true })
  }
}

/** Creates a file with the whole text at once. Returns false, without a change, when there is one with its name. */
export const createWhole = (folder: string, name: string, text: string): Promise<boolean> =>
  onDisk(join(folder, name), () =>
    withDraft(folder, { text }, async (draft) => {
      const path = join(folder, name)
      if (await isThere(path)) return false
      try {
        // Unlike a renaming, it never replaces a file that another program creates at this moment.
        await link(draft, path)
      } catch (error) {
        if (codeOf(error) === 'EEXIST') return false
        if (!NO_LINKS.has(codeOf(error))) throw error
        // Recovered: without links there is only the look before.
        await rename(draft, path)
      }
      return true
    }),
  )

/** Replaces a file with the whole text at once, with its mode, if `isSame` says so after the text was written. */
export const replaceWhole = (
  { folder, path }: { folder: string; path: string },
  text: string,
  isSame: () => Promise<boolean>,
): Promise<boolean> =>
  onDisk(path, async () =>
    withDraft(folder, { text, mode: (await stat(path)).mode }, async (draft) => {
      if (!(await isSame())) return false
      await rename(draft, path)
      return true
    }),
  )

/** Deletes those of these files of `folder` that are drafts of a synchronisation that was killed. */
export async function removeDrafts(folder: string, names: readonly string[], pattern = DRAFT): Promise<void> {
  for (const name of names) {
    const pid = Number(pattern.exec(name)?.[1] ?? Number.NaN)
    if (Number.isNaN(pid)) continue
    const path = join(folder, name)
    if (pid === process.pid || !isRunning(pid) || (await isAbandoned(path))) await rm(path, { force: true })
  }
}

const isAbandoned = (path: string) =>
  stat(path).then(
    ({ mtimeMs }) => Date.now() - mtimeMs > ABANDONED_MS,
    () => false,
  )

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // Recovered: a process of another user is running.
    return codeOf(error) === 'EPERM'
  }
}

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )
