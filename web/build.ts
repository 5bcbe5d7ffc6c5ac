import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'

const root = join(import.meta.dirname, '..')
const target = join(root, '.build/web')
const mark = join(root, '.build/web.hash')

/** Everything the built site is made of. */
const inputs = ['web/**/*', 'api/contract/limits.ts', 'package.json', 'bun.lock']

/** Builds the site into `.build/web` when something it is made of has changed. A build that fails leaves the old one. */
export async function buildWeb(): Promise<'built' | 'unchanged'> {
  const hash = await hashInputs()
  const built = (await Bun.file(mark).exists()) && (await Bun.file(join(target, 'index.html')).exists())
  if (built && (await readFile(mark, 'utf8')) === hash) return 'unchanged'

  const fresh = join(root, `.build/web-${process.pid}`)
  await mkdir(fresh, { recursive: true })
  await build({
    configFile: join(import.meta.dirname, 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: fresh, emptyOutDir: true },
  })
  await rm(mark, { force: true })
  await rm(target, { recursive: true, force: true })
  await rename(fresh, target)
  await writeFile(mark, hash)
  return 'built'
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
