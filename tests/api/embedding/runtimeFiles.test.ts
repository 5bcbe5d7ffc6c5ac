import { describe, expect, test } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { $ } from 'bun'
import type { PinnedRuntime } from '#api/embedding/delivery/pinned.ts'
import { searchWith, sha256, useFileServer } from '#tests/api/support/delivery.ts'
import { makeFolder } from '#tests/support/process.ts'

const { files, requests, origin, host } = useFileServer()

/** Publishes a package as npm does, and returns how the product would pin it. */
async function publish(name: string, paths: readonly string[]) {
  await using folder = await makeFolder()
  for (const path of paths) await Bun.write(join(folder.path, 'package', path), path)
  await $`tar -czf ${join(folder.path, 'it.tgz')} -C ${folder.path} package`.quiet()
  const archive = await readFile(join(folder.path, 'it.tgz'))
  files.set(`/npm/${name}/-/${name}-1.2.3.tgz`, archive)
  return { name, version: '1.2.3', checksum: sha256(archive), megabytes: 1 }
}

describe('The runtime of the model', () => {
  const options = { registry: `${origin}/npm/` }

  test('comes from the npm registry, with the members for this platform only', async () => {
    await using cache = await makeFolder()
    const runtime: PinnedRuntime = {
      id: 'runtime-1',
      packages: [
        { ...(await publish('common', ['package.json', 'dist/index.js', 'install.js'])), members: ['package/dist'] },
        { ...(await publish('runtime', ['bin/here/lib', 'bin/there/lib'])), members: ['package/bin/here'] },
      ],
    }
    const fetchIt = () => searchWith({ runtime, options, cacheFolder: cache.path })
    expect(await fetchIt()).toMatchObject({
      found: '<cache>/runtime-1',
      lines: [
        `embedding: fetching onnxruntime-node (2 MB) from ${host}`,
        'embedding: onnxruntime-node is in <cache>/runtime-1',
      ],
      kept: ['runtime-1'],
    })
    const kept = await Array.fromAsync(new Bun.Glob('**/*').scan(join(cache.path, 'runtime-1')))
    expect(kept.toSorted()).toEqual(['node_modules/common/dist/index.js', 'node_modules/runtime/bin/here/lib'])
    requests.length = 0
    expect(await fetchIt()).toMatchObject({ found: '<cache>/runtime-1', lines: [] })
    expect(requests).toEqual([])
  })

  test('is refused with a wrong checksum, also from npm; nothing is left in the cache', async () => {
    await using cache = await makeFolder()
    const pinned = await publish('runtime', ['index.js'])
    await publish('runtime', ['index.js', 'evil.js'])
    const runtime: PinnedRuntime = { id: 'runtime-1', packages: [{ ...pinned, members: ['package'] }] }
    // Writes another package into its folder, as `npm pack` would.
    const programs = { npm: 'echo other > runtime-1.2.3.tgz' }
    const { found, kept } = await searchWith({ runtime, options, programs, cacheFolder: cache.path })
    expect(found).toStartWith(
      `Fetching onnxruntime-node failed (${host}: refused, because its checksum is wrong; ` +
        'npm: refused, because its checksum is wrong).',
    )
    expect(kept).toEqual([])
  })
})
