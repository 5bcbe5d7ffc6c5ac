import { describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { $ } from 'bun'
import type { PinnedRuntime } from '#api/embedding/delivery/pinned.ts'
import { searchWith, useFileServer } from '#tests/api/support/delivery.ts'
import { makeFolder } from '#tests/support/process.ts'

const { files, requests, origin, host } = useFileServer({ authorization: 'Bearer a-token' })
const registry = `${origin}/npm/`

/** Publishes version 1.2.3 of a package in the private registry, and returns how the product would pin it. */
async function publish(name: string, paths: readonly string[]) {
  await using folder = await makeFolder()
  const packageJson = { name, version: '1.2.3' }
  await Bun.write(join(folder.path, 'package/package.json'), JSON.stringify(packageJson))
  for (const path of paths) await Bun.write(join(folder.path, 'package', path), path)
  await $`tar -czf ${join(folder.path, 'it.tgz')} -C ${folder.path} package`.quiet()
  const archive = await readFile(join(folder.path, 'it.tgz'))
  const integrity = `sha512-${createHash('sha512').update(archive).digest('base64')}`
  const path = `/npm/${name}/-/${name}-1.2.3.tgz`
  files.set(path, archive)
  const dist = { tarball: `${origin}${path}`, integrity }
  files.set(`/npm/${name}`, JSON.stringify({ name, versions: { '1.2.3': { ...packageJson, dist } } }))
  return { name, version: '1.2.3', integrity, megabytes: 1 }
}

const publishRuntime = async (): Promise<PinnedRuntime> => ({
  id: 'runtime-1',
  packages: [
    { ...(await publish('common', ['dist/index.js', 'install.js'])), members: ['package.json', 'dist'] },
    { ...(await publish('runtime', ['bin/here/lib', 'bin/there/lib'])), members: ['bin/here'] },
  ],
})
const MEMBERS = [
  'node_modules/common/dist/index.js',
  'node_modules/common/package.json',
  'node_modules/runtime/bin/here/lib',
]
const filesIn = async (folder: string) =>
  (await Array.fromAsync(new Bun.Glob('**/*').scan({ cwd: folder, dot: true }))).toSorted()

/** A folder with an `.npmrc` that names the registry and its token. */
async function makeProject() {
  const folder = await makeFolder()
  await writeFile(join(folder.path, '.npmrc'), `registry=${registry}\n//${host}/npm/:_authToken=a-token\n`)
  return folder
}

const npm = Bun.which('npm')
if (npm === null) console.log('skipped: the tests of the delivery by npm, because it is not installed')
/** The npm of this machine, with the programs that it needs. */
const installedNpm = `PATH='${process.env['PATH']}' exec '${npm}' "$@"`

describe('The runtime of the model', () => {
  test('is installed by Bun from the registry of the project, with the members for this platform only', async () => {
    await using cache = await makeFolder()
    await using project = await makeProject()
    const runtime = await publishRuntime()
    const options = { projectFolder: project.path }
    const fetchIt = () => searchWith({ runtime, options, cacheFolder: cache.path, machine: { programs: {} } })
    expect(await fetchIt()).toEqual({
      found: '<cache>/runtime-1',
      lines: [
        'embedding: fetching onnxruntime-node (2 MB) from the registry of Bun',
        'embedding: onnxruntime-node is in <cache>/runtime-1',
      ],
      kept: ['runtime-1'],
      home: [],
    })
    expect(await filesIn(join(cache.path, 'runtime-1'))).toEqual(MEMBERS)
    requests.length = 0
    expect(await fetchIt()).toMatchObject({ found: '<cache>/runtime-1', lines: [] })
    expect(requests).toEqual([])
  })

  test.skipIf(npm === null)('is installed by npm where Bun does not reach a registry', async () => {
    await using cache = await makeFolder()
    await using project = await makeProject()
    const { found, lines, kept, home } = await searchWith({
      runtime: await publishRuntime(),
      options: { projectFolder: project.path },
      cacheFolder: cache.path,
      machine: { programs: { npm: installedNpm }, env: { BUN_CONFIG_REGISTRY: `${origin}/elsewhere/` } },
    })
    expect(lines).toContain('embedding: fetching onnxruntime-node (2 MB) from the registry of npm')
    expect({ found, kept, home }).toEqual({ found: '<cache>/runtime-1', kept: ['runtime-1'], home: [] })
    expect(await filesIn(join(cache.path, 'runtime-1'))).toEqual(MEMBERS)
  })

  test.skipIf(npm === null)('is refused with a wrong checksum; nothing is left in the cache', async () => {
    await using cache = await makeFolder()
    await using project = await makeProject()
    const runtime = await publishRuntime()
    await publish('runtime', ['bin/here/lib', 'evil.js'])
    const { found, kept } = await searchWith({
      runtime,
      options: { projectFolder: project.path },
      cacheFolder: cache.path,
      machine: { programs: { npm: installedNpm } },
    })
    expect(found).toContain(
      'the registry of Bun: bun failed (code 1): error: Integrity check failed for tarball: runtime',
    )
    expect(found).toContain('the registry of npm: npm failed (code 1): npm error Integrity checksum failed')
    expect(kept).toEqual([])
  })

  test('is missing with every attempt and what to do', async () => {
    await using cache = await makeFolder()
    await using project = await makeFolder()
    const { found, kept } = await searchWith({
      runtime: await publishRuntime(),
      options: { projectFolder: project.path },
      cacheFolder: cache.path,
      machine: { programs: {}, env: { npm_config_registry: registry } },
    })
    expect(found).toMatch(
      new RegExp(
        '^Fetching onnxruntime-node failed \\(PAPERDAWN_EMBEDDING: none; the cache: none; ' +
          `the registry of Bun: bun failed \\(code 1\\): error: GET ${registry}\\S+ - 401; ` +
          'the registry of npm: not installed\\)\\. Set a registry that this machine reaches, and its credentials, ' +
          'in \\.npmrc or bunfig\\.toml, copy runtime-1 from the cache of another machine, or set ' +
          'PAPERDAWN_EMBEDDING_URL to an embedding server\\.$',
      ),
    )
    expect(kept).toEqual([])
  })
})
