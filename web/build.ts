import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'

const root = join(import.meta.dirname, '..')
const outDir = join(root, '.build/web')
const hashFile = join(root, '.build/web.hash')

/** Input files of the build, as glob patterns. */
const inputs = ['web/**/*', 'api/contract/limits.ts', 'package.json', 'bun.lock']

/** Builds the site into `.build/web` if an input file changed. A failed build keeps the previous output. */
export async function buildWeb(): Promise<'built' | 'unchanged'> {
  const hash = await hashInputs()
  if (await isBuilt(hash)) return 'unchanged'

  const tempDir = join(root, `.build/web-${process.pid}`)
  await mkdir(tempDir, { recursive: true })
  // Vite makes a development build under any other value, which is slow and has no service worker.
  process.env['NODE_ENV'] = 'production'
  await build({
    configFile: join(import.meta.dirname, 'vite.config.ts'),
    // The configuration renders the landing page: Bun loads it as it is, with the components.
    configLoader: 'native',
    logLevel: 'warn',
    build: { outDir: tempDir, emptyOutDir: true },
  })
  // Another build of the same files has ended meanwhile.
  if (await isBuilt(hash)) {
    await rm(tempDir, { recursive: true })
    return 'unchanged'
  }
  await rm(hashFile, { force: true })
  if (!(await replaceFolder(outDir, tempDir))) return 'unchanged'
  await writeFile(hashFile, hash)
  return 'built'
}

/**
 * Puts `next` in the place of `folder`. If another process does the same at this moment, one of the two wins: the other's
 * `next` is removed, and false is returned.
 */
export async function replaceFolder(folder: string, next: string): Promise<boolean> {
  const previous = `${next}-previous`
  // Moved away in one step: a folder that is being emptied could be the other's new one.
  const wasMoved = await renameUnless(/ENOENT/, folder, previous)
  const isReplaced = await renameUnless(/ENOTEMPTY|EEXIST/, next, folder)
  if (!isReplaced) await rm(next, { recursive: true })
  if (wasMoved) await rm(previous, { recursive: true })
  return isReplaced
}

/** Returns false if the renaming fails with a code like `code`. Throws other errors. */
async function renameUnless(code: RegExp, from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to)
    return true
  } catch (error) {
    if (code.test((error as NodeJS.ErrnoException).code ?? '')) return false
    throw error
  }
}

async function isBuilt(hash: string): Promise<boolean> {
  const present = (await Bun.file(hashFile).exists()) && (await Bun.file(join(outDir, 'index.html')).exists())
  return present && (await readFile(hashFile, 'utf8')) === hash
}

async function hashInputs(): Promise<string> {
  const files = new Set<string>()
  for (const pattern of inputs) {
    for await (const file of new Bun.Glob(pattern).scan({ cwd: root })) files.add(file)
  }
  const hash = createHash('sha256')
  for (const file of [...files].sort()) {
    hash.update(file)
    hash.update(await readFile(join(root, file)))
  }
  return hash.digest('hex')
}

if (import.meta.main) {
  const start = performance.now()
  if ((await buildWeb()) === 'built') {
    process.stdout.write(`The web pages are built (${((performance.now() - start) / 1000).toFixed(1)} s).\n`)
  }
}
