import { afterAll, afterEach } from 'bun:test'
import { createHash } from 'node:crypto'
import { chmod, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Checksum } from '#api/embedding/delivery/pinned.ts'
import { makeFolder, runScript } from '#tests/support/process.ts'
import { search, type Search } from './deliverySearch.ts'

/** A checksum as the product pins it. */
export const sha256 = (content: string | Buffer): Checksum => ({
  algorithm: 'sha256',
  encoding: 'hex',
  digest: createHash('sha256').update(content).digest('hex'),
})

/** An HTTP server for the tests of a file. It has the files of `files`, by path; others are 404. */
export function useFileServer() {
  const files = new Map<string, string | Buffer>()
  const requests: string[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch({ url }) {
      const { pathname } = new URL(url)
      requests.push(pathname)
      const content = files.get(pathname)
      return content === undefined
        ? new Response(null, { status: 404 })
        : new Response(Uint8Array.from(Buffer.from(content)))
    },
  })
  afterEach(() => {
    files.clear()
    requests.length = 0
  })
  afterAll(() => server.stop(true))
  return { files, requests, origin: server.url.origin, host: server.url.host }
}

const FINDER = `
import { search } from '#tests/api/support/deliverySearch.ts'
console.log(JSON.stringify(await search(JSON.parse(process.argv[1]))))`

/**
 * As `search`, without the path of the cache, and with what is in the cache then. `programs`: shell text of the only
 * programs of the machine; by default it is this one.
 */
export async function searchWith({ programs, ...wanted }: Search & { programs?: Record<string, string> }) {
  const { found, lines } = programs ? await searchOnMachine(programs, wanted) : await search(wanted)
  const { cacheFolder } = wanted
  const withoutPath = (text: string) => text.replaceAll(cacheFolder, '<cache>')
  return { found: withoutPath(found), lines: lines.map(withoutPath), kept: (await readdir(cacheFolder)).toSorted() }
}

/** Searches in a process whose PATH has only these programs. */
async function searchOnMachine(programs: Record<string, string>, wanted: Search): ReturnType<typeof search> {
  await using bin = await makeFolder()
  for (const [name, text] of Object.entries(programs)) {
    await writeFile(join(bin.path, name), `#!/bin/sh\n${text}\n`)
    await chmod(join(bin.path, name), 0o755)
  }
  const env = { PATH: bin.path, HOME: bin.path, NODE_ENV: 'test' }
  await using script = runScript(FINDER, { args: [JSON.stringify(wanted)], env })
  return JSON.parse((await script.nextLine()) ?? '') as Awaited<ReturnType<typeof search>>
}
