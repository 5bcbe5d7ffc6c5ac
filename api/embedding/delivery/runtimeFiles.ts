import { mkdir, readdir, rename, rm, symlink } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { AppError } from '../../platform/errors.ts'
import { runtimeFor, type PinnedPackage, type PinnedRuntime } from './pinned.ts'
import { defaultCache, intoCache, runProgram, takeFirst, type DeliveryOptions } from './ways.ts'

interface Options extends DeliveryOptions {
  /** Folder whose `.npmrc` and `bunfig.toml` are used beside those of the user: the one the product was installed in. */
  projectFolder?: string
}

/**
 * Returns the folder that contains `node_modules/onnxruntime-node` for this platform: in the folder of
 * PAPERDAWN_EMBEDDING, in the cache, or in the cache after an installation by Bun or npm with the registry, proxies and
 * credentials that they are configured with. Throws "unavailable" with every attempt and what to do, and on a platform
 * that it does not support.
 */
export async function findRuntime(
  { folder, cacheFolder = defaultCache(), projectFolder = process.cwd(), report, signal }: Options,
  runtime: PinnedRuntime | null = runtimeFor(process.platform, process.arch),
): Promise<string> {
  if (runtime === null)
    throw new AppError(
      'unavailable',
      `onnxruntime-node has no libraries for ${process.platform} on ${process.arch}. Set PAPERDAWN_EMBEDDING_URL to an embedding server.`,
    )
  const { id, packages } = runtime
  const megabytes = packages.reduce((sum, each) => sum + each.megabytes, 0)
  const installWith = (install: Install) => () =>
    intoCache(cacheFolder, id, async (draft) => {
      const work = join(draft, 'work')
      await mkdir(work)
      await linkSettings(projectFolder, work)
      await install(packages, work, signal)
      for (const each of packages) await keepMembers(each, work, draft)
      await rm(work, { recursive: true })
    })
  const ways = [
    { name: 'PAPERDAWN_EMBEDDING', find: () => findFolder(folder, runtime) },
    { name: 'the cache', find: () => findFolder(cacheFolder, runtime) },
    { name: 'the registry of Bun', megabytes, find: installWith(installWithBun) },
    { name: 'the registry of npm', megabytes, find: installWith(installWithNpm) },
  ]
  const advice =
    'Set a registry that this machine reaches, and its credentials, in .npmrc or bunfig.toml, ' +
    `copy ${id} from the cache of another machine, or set PAPERDAWN_EMBEDDING_URL to an embedding server.`
  return takeFirst('onnxruntime-node', ways, { report, signal, advice })
}

/** Folders appear in the cache only when they are complete. */
async function findFolder(parent: string | undefined, { id }: PinnedRuntime): Promise<string | undefined> {
  if (parent === undefined) return undefined
  return (await readdir(parent).catch(() => [] as string[])).includes(id) ? join(parent, id) : undefined
}

/** Links, because a copy of credentials would be left behind by a process that is killed. */
async function linkSettings(projectFolder: string, work: string): Promise<void> {
  for (const name of ['.npmrc', 'bunfig.toml']) {
    const path = resolve(projectFolder, name)
    if (await Bun.file(path).exists()) await symlink(path, join(work, name))
  }
}

/**
 * Installs packages into `work/node_modules`; leaves nothing in the cache of the package manager. It gets a lock file with
 * the pinned checksums: it compares every archive with them before it unpacks it, and does not install the packages that
 * only the install script of onnxruntime-node needs. Packages never run scripts.
 */
type Install = (packages: readonly PinnedPackage[], work: string, signal: AbortSignal) => Promise<void>

const installWithBun: Install = async (packages, work, signal) => {
  const dependencies = await writeManifest(packages, work)
  const lock = {
    lockfileVersion: 1,
    workspaces: { '': { dependencies } },
    packages: Object.fromEntries(
      packages.map(({ name, version, integrity }) => [name, [`${name}@${version}`, '', {}, integrity]]),
    ),
  }
  await Bun.write(join(work, 'bun.lock'), JSON.stringify(lock))
  const options = ['--frozen-lockfile', '--ignore-scripts', '--linker=hoisted', `--cache-dir=${join(work, 'cache')}`]
  await runProgram([process.execPath, 'install', ...options], work, signal)
}

const installWithNpm: Install = async (packages, work, signal) => {
  const dependencies = await writeManifest(packages, work)
  const lock = {
    lockfileVersion: 3,
    packages: Object.fromEntries<object>([
      ['', { dependencies }],
      ...packages.map(({ name, version, integrity }) => [`node_modules/${name}`, { version, integrity }] as const),
    ]),
  }
  await Bun.write(join(work, 'package-lock.json'), JSON.stringify(lock))
  const options = ['--ignore-scripts', '--package-lock', '--install-strategy=hoisted', '--no-audit', '--no-fund']
  await runProgram(['npm', 'ci', '--loglevel=error', ...options, '--cache', join(work, 'cache')], work, signal)
}

async function writeManifest(packages: readonly PinnedPackage[], work: string): Promise<Record<string, string>> {
  const dependencies = Object.fromEntries(packages.map(({ name, version }) => [name, version]))
  await Bun.write(join(work, 'package.json'), JSON.stringify({ private: true, dependencies }))
  return dependencies
}

/** Moves the needed members of a package from `work/node_modules` to `draft/node_modules`. */
async function keepMembers({ name, members }: PinnedPackage, work: string, draft: string): Promise<void> {
  for (const member of members) {
    const path = join('node_modules', name, member)
    await mkdir(dirname(join(draft, path)), { recursive: true })
    await rename(join(work, path), join(draft, path))
  }
}
