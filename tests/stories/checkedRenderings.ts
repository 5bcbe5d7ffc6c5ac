import { mkdir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Glob } from 'bun'
import { SIZE } from '#tests/support/longRun.ts'

const ROOT = join(import.meta.dirname, '../..')
/** The checks, and the versions of the packages that they use. */
const SOURCES = ['tests/stories/*.ts', 'tests/support/{browser,htmlRules,largeText}.ts', 'bun.lock']

/** The digest of the rendering of each story that passed, by the id of the story. */
type Digests = Record<string, string>

/**
 * Remembers in `file` the renderings that passed all checks, so that a later run on this machine does not check them
 * again, unless it has the size `everything`. Those of other checks, packages or versions of the browser are forgotten.
 */
export async function openCheckedRenderings(file: string, browserVersion: string) {
  const key = await digestChecks(browserVersion)
  const kept = await readKept(file)
  const digests: Digests = kept?.key === key ? kept.digests : {}
  return {
    has: (storyId: string, digest: string): boolean => SIZE !== 'everything' && digests[storyId] === digest,
    add(storyId: string, digest: string): void {
      digests[storyId] = digest
    },
    /** Replaces the file at once, because two runs may end at the same time. */
    async save(): Promise<void> {
      const next = `${file}-${process.pid}`
      await mkdir(dirname(file), { recursive: true })
      await Bun.write(next, JSON.stringify({ key, digests }))
      await rename(next, file)
    },
  }
}

async function digestChecks(browserVersion: string): Promise<string> {
  const hasher = new Bun.CryptoHasher('sha256')
  hasher.update(`${browserVersion}\n${Bun.version}\n`)
  for (const pattern of SOURCES)
    for (const path of [...new Glob(pattern).scanSync(ROOT)].toSorted())
      hasher.update(`${path}\n${await Bun.file(join(ROOT, path)).text()}\n`)
  return hasher.digest('hex')
}

/** Undefined without a file, or if it is broken: everything is checked. */
async function readKept(file: string): Promise<{ key: string; digests: Digests } | undefined> {
  try {
    return await Bun.file(file).json()
  } catch {
    return undefined
  }
}
