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
  await rm(outDir, { recursive: true, force: true })
  await rename(tempDir, outDir)
  await writeFile(hashFile, hash)
  return 'built'
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
