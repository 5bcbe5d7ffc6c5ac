import { mkdir, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Failure } from '../terminal/failures.ts'
import { createWhole, onDisk, removeDrafts, replaceWhole } from './drafts.ts'
import { paperIdOf } from './vaultText.ts'

/** The front matter is looked for in this much of a file. */
const HEAD_BYTES = 65_536

/** A file of the vault that names its paper. */
export interface PaperFile {
  path: string
  text: string
}

/** Makes the folder if it is not there. Throws `usage` when there is something else. */
export async function openFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true })
  } catch (cause) {
    throw new Failure('usage', `The folder ${folder} cannot be used.`, { cause, advice: 'Name a folder.' })
  }
}

/**
 * The files of papers in the folder and the folders in it, by the id of the paper. They may have been renamed and moved.
 * Links are not followed, and hidden folders are left out: both may lead to files that are no notes. What a synchronisation
 * that was killed had begun to write is deleted.
 */
export const findPaperFiles = (folder: string): Promise<Map<string, PaperFile[]>> =>
  onDisk(folder, () => readPaperFiles(folder))

async function readPaperFiles(folder: string): Promise<Map<string, PaperFile[]>> {
  const found = new Map<string, PaperFile[]>()
  for (const path of await markdownFiles(folder)) {
    const file = Bun.file(path)
    const id = paperIdOf(await file.slice(0, HEAD_BYTES).text())
    if (id !== null) found.set(id, [...(found.get(id) ?? []), { path, text: await file.text() }])
  }
  return found
}

async function markdownFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  await removeDrafts(
    folder,
    entries.flatMap((entry) => (entry.isFile() ? entry.name : [])),
  )
  const visible = entries
    .filter(({ name }) => !name.startsWith('.'))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
  const paths: string[] = []
  for (const entry of visible) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) paths.push(...(await markdownFiles(path)))
    else if (entry.isFile() && /\.md$/i.test(entry.name)) paths.push(path)
  }
  return paths
}

/** Writes a new file into the folder, and returns its path: another file with the name is left, and a number is added. */
export async function createFile(folder: string, name: string, text: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const own = number === 1 ? name : name.replace(/\.md$/, ` (${number}).md`)
    if (await createWhole(folder, own, text)) return join(folder, own)
  }
}

/** Replaces the text of a file. Returns false, without a change, when it is not the text that was read before. */
export const replaceFile = ({ path, text }: PaperFile, newer: string): Promise<boolean> =>
  replaceWhole({ folder: dirname(path), path }, newer, async () => (await Bun.file(path).text()) === text)
