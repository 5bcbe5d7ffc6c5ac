import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Glob } from 'bun'

const ROOT = join(import.meta.dir, '../..')

/** A package that is run in production or sent to browsers. */
export interface ShippedPackage {
  name: string
  version: string
  /** SPDX expression of its package.json; "unknown" without one. */
  licence: string
  /** The packages that it needs, as "name@version". */
  needs: string[]
}

interface Manifest {
  name: string
  version: string
  license?: string | { type?: string }
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

const readManifest = async (folder: string) =>
  JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest

/** The folder of a package as Node finds it from `from`; undefined for one that is not installed, for example optional. */
function findFolder(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const found = join(folder, 'node_modules', name)
    if (existsSync(join(found, 'package.json'))) return found
    if (folder === dirname(folder)) return undefined
  }
}

/** They build the pages, and are not in them. */
const isBuild = (file: string) =>
  file.startsWith('web/prerender/') ||
  ['web/build.ts', 'web/vite.config.ts', 'web/worker/offlineWorker.ts'].includes(file)

/** Names of the packages that the pages import. */
async function findBundled(): Promise<Set<string>> {
  const names = new Set<string>()
  for await (const file of new Glob('web/**/*.{ts,tsx}').scan({ cwd: ROOT })) {
    if (isBuild(file)) continue
    for (const [, from, lazily = ''] of (await readFile(join(ROOT, file), 'utf8')).matchAll(
      /from '([^'.#][^']*)'|import\('([^'.#]+)'\)/g,
    ))
      names.add(/^(@[^/]+\/)?[^/]+/.exec(from ?? lazily)?.[0] ?? '')
  }
  return names
}

/** Packages of the pages that none of their files imports: fonts in styles, and the style engine that MUI imports. */
const INDIRECT = /^@(fontsource|emotion)/

/** Names of the packages that one needs. They include the peers that are installed with it. */
function namesOfNeeded({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }: Manifest) {
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => peerDependenciesMeta?.[name]?.optional !== true)
  return new Set([...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers])
}

/** The packages of production and of the pages that are installed here, with all that they need, by name and version. */
export async function findShippedPackages(): Promise<ShippedPackage[]> {
  const own = (await readManifest(ROOT)) as Manifest & { devDependencies: Record<string, string> }
  const bundled = await findBundled()
  const pages = Object.keys(own.devDependencies).filter((name) => bundled.has(name) || INDIRECT.test(name))
  const open = [...Object.keys(own.dependencies ?? {}), ...pages].flatMap((name) => findFolder(name, ROOT) ?? [])
  const seen = new Set<string>()
  const found = new Map<string, ShippedPackage>()
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    if (seen.has(folder)) continue
    seen.add(folder)
    const from = folder
    const manifest = await readManifest(folder)
    const { name, version, license } = manifest
    const licence = (typeof license === 'string' ? license : license?.type) ?? 'unknown'
    const folders = [...namesOfNeeded(manifest)].flatMap((needed) => findFolder(needed, from) ?? [])
    const needs = await Promise.all(folders.map(async (each) => idOf(await readManifest(each))))
    // The same package may be in several folders, and find other packages from there.
    const former = found.get(idOf(manifest))?.needs ?? []
    found.set(idOf(manifest), { name, version, licence, needs: [...new Set([...former, ...needs])].toSorted() })
    open.push(...folders)
  }
  return [...found.values()].toSorted((one, other) => (idOf(one) < idOf(other) ? -1 : 1))
}

/** Name of a package with its version, as in the lock file. */
export const idOf = ({ name, version }: { name: string; version: string }): string => `${name}@${version}`
