import { appendFile, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { nameBase, type VaultBase } from '#api/contract/vault.ts'
import { onDisk, removeDrafts } from './drafts.ts'

/** Below the folder of the vault; Obsidian and Logseq do not show it. */
const FILE = '.paperdawn/bases.jsonl'
const DRAFT = /^bases\.jsonl\.(\d+)$/

/**
 * What both sides had when each file was last synchronised, by the name in the file. The name comes from the content, so a
 * file that another device wrote either finds its own base here or none, never a wrong one.
 */
export interface VaultBases {
  get(name: string): VaultBase | null
  /** Keeps a base and returns its name. */
  add(base: VaultBase): Promise<string>
  /** Forgets all other bases. */
  keepOnly(names: ReadonlySet<string>): Promise<void>
}

/** Reads the bases in the folder of the vault. A line that was not written completely is a base that is not known. */
export async function openBases(folder: string): Promise<VaultBases> {
  const path = join(folder, FILE)
  const file = Bun.file(path)
  const bases = new Map<string, VaultBase>()
  await onDisk(path, async () => removeDrafts(dirname(path), await namesIn(dirname(path)), DRAFT))
  for (const line of (await file.exists()) ? (await file.text()).split('\n') : []) {
    const base = readBase(line)
    if (base !== null) bases.set(await nameBase(base), base)
  }
  return {
    get: (name) => bases.get(name) ?? null,
    async add(base) {
      const name = await nameBase(base)
      if (bases.has(name)) return name
      await onDisk(path, async () => {
        await mkdir(dirname(path), { recursive: true })
        // The first line feed ends a line that an earlier run did not complete.
        await appendFile(path, `\n${JSON.stringify(base)}\n`)
      })
      bases.set(name, base)
      return name
    },
    async keepOnly(names) {
      const kept = [...bases].filter(([name]) => names.has(name))
      if (kept.length === bases.size) return
      const draft = `${path}.${process.pid}`
      await onDisk(path, async () => {
        try {
          await writeFile(draft, kept.map(([, base]) => `${JSON.stringify(base)}\n`).join(''))
          await rename(draft, path)
        } finally {
          await rm(draft, { force: true })
        }
      })
    },
  }
}

/** Without the folder there is nothing in it. */
const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  })

function readBase(line: string): VaultBase | null {
  if (line.trim() === '') return null
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    // Recovered: the file that it is of is merged as one without a base, which loses nothing.
    return null
  }
  if (typeof value !== 'object' || value === null || !('note' in value) || !('tags' in value)) return null
  const { note, tags } = value
  if (typeof note !== 'string' || !Array.isArray(tags)) return null
  return { note, tags: tags.filter((tag) => typeof tag === 'string') }
}
