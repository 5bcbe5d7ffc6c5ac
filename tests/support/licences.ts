import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Glob } from 'bun'

// The licences of the packages that are run in production or sent to browsers. `bun run licences` prints them.

const ROOT = join(import.meta.dir, '../..')

/** SPDX identifiers of licences that ask for no more than a notice; OFL-1.1 is that of fonts. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
])

export interface PackageLicence {
  name: string
  version: string
  /** SPDX expression of its package.json; "unknown" without one. */
  licence: string
}

interface Manifest {
  name: string
  version: string
  license?: string | { type?: string }
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
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
const BUILD = new Set([
  'web/build.ts',
  'web/prerender/prerenderLanding.ts',
  'web/vite.config.ts',
  'web/worker/offlineWorker.ts',
])

/** Names of the packages that the pages import. */
async function findBundled(): Promise<Set<string>> {
  const names = new Set<string>()
  for await (const file of new Glob('web/**/*.{ts,tsx}').scan({ cwd: ROOT })) {
    if (BUILD.has(file)) continue
    for (const [, from, lazily = ''] of (await readFile(join(ROOT, file), 'utf8')).matchAll(
      /from '([^'.#][^']*)'|import\('([^'.#]+)'\)/g,
    ))
      names.add(/^(@[^/]+\/)?[^/]+/.exec(from ?? lazily)?.[0] ?? '')
  }
  return names
}

/** The packages of production and of the pages, with all packages that they need, by name. */
export async function findLicences(): Promise<PackageLicence[]> {
  const own = (await readManifest(ROOT)) as Manifest & { devDependencies: Record<string, string> }
  const bundled = await findBundled()
  const pages = Object.keys(own.devDependencies).filter((name) => bundled.has(name) || name.startsWith('@fontsource'))
  const open = [...Object.keys(own.dependencies ?? {}), ...pages].map((name) => ({ name, from: ROOT }))
  const seen = new Map<string, PackageLicence>()
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const folder = findFolder(next.name, next.from)
    if (folder === undefined || seen.has(folder)) continue
    const { name, version, license, dependencies, optionalDependencies } = await readManifest(folder)
    const licence = (typeof license === 'string' ? license : license?.type) ?? 'unknown'
    seen.set(folder, { name, version, licence })
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies }))
      open.push({ name: needed, from: folder })
  }
  return [...seen.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

/** Whether the expression lets us choose allowed licences: "(MIT OR GPL-3.0)" does, "MIT AND GPL-3.0" does not. */
export const isAllowed = (expression: string): boolean =>
  expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((licence) => ALLOWED.has(licence.trim())))

if (import.meta.main)
  for (const { name, version, licence } of await findLicences()) console.log(`${licence}  ${name} ${version}`)
