import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../platform/errors.ts'
import { download, verify } from './download.ts'
import { runtimeFor, type PinnedPackage, type PinnedRuntime } from './pinned.ts'
import { defaultCache, intoCache, runProgram, takeFirst, type DeliveryOptions } from './ways.ts'

/** `npm start` and `bun run` set it to the registry that they are configured with. */
const defaultRegistry = () => process.env['npm_config_registry'] ?? 'https://registry.npmjs.org'

interface Options extends DeliveryOptions {
  /** Address of a registry in npm's form. */
  registry?: string
}

/**
 * Returns the folder that contains `node_modules/onnxruntime-node` for this platform: in the folder of
 * PAPERDAWN_EMBEDDING, in the cache, or in the cache after a download from the npm registry, directly or through npm as
 * it is configured on this machine. Throws "unavailable" with every attempt, and on a platform that it does not support.
 */
export async function findRuntime(
  { folder, cacheFolder = defaultCache(), registry = defaultRegistry(), report, signal }: Options,
  runtime: PinnedRuntime | null = runtimeFor(process.platform, process.arch),
): Promise<string> {
  const advice =
    'Copy its folder from the cache of another machine, or set PAPERDAWN_EMBEDDING_URL to an embedding server.'
  if (runtime === null)
    throw new AppError(
      'unavailable',
      `onnxruntime-node has no libraries for ${process.platform} on ${process.arch}. Set PAPERDAWN_EMBEDDING_URL to an embedding server.`,
    )
  const { id, packages } = runtime
  const megabytes = packages.reduce((sum, each) => sum + each.megabytes, 0)
  const fetchWith = (fetch: Fetch) => () =>
    intoCache(cacheFolder, id, async (draft) => {
      for (const each of packages) await install(each, draft, fetch, signal)
    })
  const ways = [
    { name: 'PAPERDAWN_EMBEDDING', find: () => findFolder(folder, runtime) },
    { name: 'the cache', find: () => findFolder(cacheFolder, runtime) },
    { name: new URL(registry).host, megabytes, find: fetchWith(fromRegistry(registry, signal)) },
    { name: 'npm', megabytes, find: fetchWith(throughNpm(signal)) },
  ]
  return takeFirst('onnxruntime-node', ways, { report, signal, advice })
}

/** Folders appear in the cache only when they are complete. */
async function findFolder(parent: string | undefined, { id }: PinnedRuntime): Promise<string | undefined> {
  if (parent === undefined) return undefined
  return (await readdir(parent).catch(() => [] as string[])).includes(id) ? join(parent, id) : undefined
}

/** Puts the archive of a package into `folder`, and returns its path. */
type Fetch = (wanted: PinnedPackage, folder: string) => Promise<string>

const fromRegistry =
  (registry: string, signal: AbortSignal): Fetch =>
  async ({ name, version, checksum }, folder) => {
    const path = join(folder, 'package.tgz')
    await download(`${registry.replace(/\/$/, '')}/${name}/-/${name}-${version}.tgz`, path, checksum, signal)
    return path
  }

/** Uses the registry, proxies and credentials of npm's settings. Leaves nothing in its cache. */
const throughNpm =
  (signal: AbortSignal): Fetch =>
  async ({ name, version, checksum }, folder) => {
    if (Bun.which('npm') === null) throw new Error('not installed')
    await runProgram(['npm', 'pack', `${name}@${version}`, '--silent', '--cache', join(folder, 'npm')], folder, signal)
    const archive = (await readdir(folder)).find((entry) => entry.endsWith('.tgz'))
    if (archive === undefined) throw new Error('npm downloaded no package')
    const path = join(folder, archive)
    await verify(path, checksum)
    return path
  }

/** Unpacks the needed members of a package into `draft/node_modules`. Packages never run scripts. */
async function install(wanted: PinnedPackage, draft: string, fetch: Fetch, signal: AbortSignal): Promise<void> {
  const work = join(draft, 'work')
  const target = join(draft, 'node_modules', wanted.name)
  await mkdir(work)
  await mkdir(target, { recursive: true })
  const archive = await fetch(wanted, work)
  await runProgram(['tar', '-xzf', archive, '-C', target, '--strip-components=1', ...wanted.members], draft, signal)
  await rm(work, { recursive: true })
}
