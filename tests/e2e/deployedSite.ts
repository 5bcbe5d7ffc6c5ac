import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openSite, type Site } from '#api/http/site.ts'
import { makeFolder } from '#tests/support/process.ts'

const BUILT = join(import.meta.dirname, '../../.build/web')
const TEXT = /\.(js|css|html|webmanifest|svg)$/
const MARK = '(globalThis.builds ??= new Set()).add("next")'
const HASH = /-([\w-]{8})\.(?:js|css)\b/g

/** An address at which one build of the site replaces another, as a deployment does. Its API is that of `product`. */
export async function deploySite(product: string) {
  let site: Site = await openSite(BUILT)
  const folder = await makeFolder()
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 0,
    fetch(request) {
      const { pathname, search } = new URL(request.url)
      if (!/^\/(api|__)(\/|$)/.test(pathname)) return site.routes.handle(request)
      return fetch(new Request(product + pathname + search, request), { redirect: 'manual', decompress: false })
    },
  })
  return {
    address: `http://127.0.0.1:${server.port}`,
    /** From now on the next build is served: every chunk has another name and adds "next" to `builds` of its window. */
    async deployNext() {
      await writeNextBuild(folder.path)
      site = await openSite(folder.path)
    },
    /** From now on the first build is served again. */
    async deployFirst() {
      site = await openSite(BUILT)
    },
    async [Symbol.asyncDispose]() {
      await server.stop(true)
      await folder[Symbol.asyncDispose]()
    },
  }
}

async function writeNextBuild(folder: string): Promise<void> {
  for (const name of await readdir(BUILT, { recursive: true })) {
    const file = Bun.file(join(BUILT, name))
    if (/\.(br|gz)$/.test(name) || !(await file.exists())) continue
    const to = join(folder, rename(name))
    if (!TEXT.test(name)) await Bun.write(to, file)
    else if (name === 'serviceWorker.js') await Bun.write(to, nextVersion(rename(await file.text())))
    else if (name.endsWith('.js')) await Bun.write(to, `${rename(await file.text())}\n${MARK}`)
    else await Bun.write(to, rename(await file.text()))
  }
}

/** Gives each chunk that the text names its name in the next build. */
const rename = (text: string) =>
  text.replaceAll(HASH, (found, hash: string) => found.replace(hash, hash.split('').toReversed().join('')))

const nextVersion = (worker: string) => worker.replace(/"version":"(\w+)"/, '"version":"next-$1"')
