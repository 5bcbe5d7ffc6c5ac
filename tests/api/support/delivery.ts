import { afterAll, afterEach } from 'bun:test'
import { createHash } from 'node:crypto'
import { chmod, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder, runScript } from '#tests/support/process.ts'
import { search, type Search } from './deliverySearch.ts'

/** A checksum as the product pins it. */
export const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex')

/**
 * An HTTP server for the tests of a file. It has the files of `files`, by path; others are 404. With `authorization`
 * requests without this header are 401.
 */
export function useFileServer({ authorization }: { authorization?: string } = {}) {
  const files = new Map<string, string | Buffer>()
  const requests: string[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch({ url, headers }) {
      const { pathname } = new URL(url)
      requests.push(pathname)
      if (authorization !== undefined && headers.get('authorization') !== authorization)
        return new Response(null, { status: 401 })
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

/** The only programs of a machine, as shell text, and variables of its environment. */
interface Machine {
  programs: Record<string, string>
  env?: Record<string, string>
}

/**
 * As `search`, without the path of the cache, and with what is then in the cache and in the home folder of the machine; by
 * default that is this one.
 */
export async function searchWith({ machine, ...wanted }: Search & { machine?: Machine }) {
  const { found, lines, home } = machine
    ? await searchOnMachine(machine, wanted)
    : { ...(await search(wanted)), home: [] }
  const { cacheFolder } = wanted
  const withoutPath = (text: string) => text.replaceAll(cacheFolder, '<cache>')
  const kept = (await readdir(cacheFolder)).toSorted()
  return { found: withoutPath(found), lines: lines.map(withoutPath), kept, home }
}

/** Searches in a process whose PATH has only the programs of the machine. */
async function searchOnMachine({ programs, env }: Machine, wanted: Search) {
  await using bin = await makeFolder()
  await using home = await makeFolder()
  for (const [name, text] of Object.entries(programs)) {
    await writeFile(join(bin.path, name), `#!/bin/sh\n${text}\n`)
    await chmod(join(bin.path, name), 0o755)
  }
  await using script = runScript(FINDER, {
    args: [JSON.stringify(wanted)],
    // Bun would put the compiled form of this source into the home folder.
    env: { ...env, PATH: bin.path, HOME: home.path, NODE_ENV: 'test', BUN_RUNTIME_TRANSPILER_CACHE_PATH: '0' },
  })
  const result = JSON.parse((await script.nextLine()) ?? '') as Awaited<ReturnType<typeof search>>
  return { ...result, home: await readdir(home.path) }
}
