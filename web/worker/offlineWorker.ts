import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const ENTRY = join(import.meta.dirname, 'serviceWorker.ts')
const PUBLIC = join(import.meta.dirname, '../public')
/** Pages that the worker keeps: the landing page, and the page of all other addresses. */
const PAGES = ['/', '/dashboard']
/** Fonts in old formats and of scripts that most readers do not need. The worker keeps the latter when they are used. */
const SKIPPED = /\.(woff|ttf|html|map)$|-(cyrillic|greek|vietnamese)(-ext)?-wght-|-latin-ext-wght-/

/** Builds the service worker into `/serviceWorker.js`, with the list of the built files and their version. */
export const offlineWorker: Plugin = {
  name: 'offline-worker',
  apply: 'build',
  enforce: 'post',
  buildStart() {
    this.emitFile({ type: 'chunk', id: ENTRY, fileName: 'serviceWorker.js' })
  },
  async generateBundle(_options, bundle) {
    const worker = bundle['serviceWorker.js']
    // Another program, for example Storybook, builds with its own entries.
    if (worker?.type !== 'chunk') return
    const publicFiles = await readdir(PUBLIC)
    const built = Object.keys(bundle).filter((name) => name !== 'serviceWorker.js')
    const files = [...built, ...publicFiles].filter((name) => !SKIPPED.test(name)).map((name) => `/${name}`)
    const version = createHash('sha256').update(built.toSorted().join('\n'))
    for (const name of publicFiles) version.update(await readFile(join(PUBLIC, name)))
    for (const name of ['index.html', 'landing.html']) {
      const page = bundle[name]
      if (page?.type === 'asset') version.update(page.source)
    }
    const list = { version: version.digest('hex').slice(0, 16), files: [...PAGES, ...files] }
    worker.code = `self.built=${JSON.stringify(list)};\n${worker.code}`
  },
}
