import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { IMPORT_FILE_MAX_BYTES } from '#api/contract/limits.ts'
import { limitsOf } from '#api/http/plugins/limiters.ts'
import { startWorker } from '#api/jobs/worker.ts'
import { DAY_MS } from '#api/platform/clock.ts'
import { saveCitations } from '#api/store/papers/citingPapers.ts'
import { paperId, storePapers } from '#tests/api/support/library.ts'
import { simPaper } from '#tests/simulators/simPapers.ts'
import { simWork } from '#tests/simulators/simWorks.ts'
import { startArxiv, startCrossref } from './arxiv.ts'
import { useTerminal } from './terminal.ts'

const { simulator, sources } = startArxiv('2026-11-18')
const { simulator: crossrefServer, crossref } = startCrossref([simWork({ abstract: undefined })])
sources.set('crossref', crossref)
const { run, type, as, tokenOf, product, home, address } = useTerminal({ sources })
const OLDER = '1706.90001'

const list = async (args: readonly string[], input?: string) =>
  run(['list', ...args], { env: { PAPERDAWN_TOKEN: await tokenOf('ada') }, ...(input !== undefined && { input }) })
const items = async () => (await as('ada').users.me['reading-list'].get()).data!.items
/** Two parts of a file with a paper each. */
const twoParts = [1, 2]
  .map((number) => `% ${'x'.repeat(1_200_000)}\n@misc{a, eprint = {${paperId(number).slice('arxiv:'.length)}}}\n`)
  .join('')
let worker: ReturnType<typeof startWorker>

beforeEach(async () => {
  await storePapers([1], { title: 'Counting herons', title_segments: [{ text: 'Counting herons' }] })
  await storePapers([2], { title: 'Graph beacons' })
  worker = startWorker(product, { pollMs: 20 })
})
afterEach(() => worker.stop())
afterAll(() => Promise.all([simulator.stop(), crossrefServer.stop()]))

describe('The commands of the reading list', () => {
  test('save papers by any form of their id, also one that only arXiv has, and list them', async () => {
    simulator.papers.push(simPaper({ id: OLDER, versions: [{ at: new Date('2017-06-12T10:00:00Z') }] }))
    const added = await list(['add', paperId(1), `https://arxiv.org/abs/${OLDER}v1`])
    expect(added.exit).toBe(0)
    expect(added.stdout).toMatch(new RegExp(`^Saved: ${paperId(1)} Counting herons\nSaved: arxiv:${OLDER} `))
    expect(added.stderr).toContain('Asking arXiv for it…')
    expect((await items()).map(({ paper }) => paper.id)).toEqual([`arxiv:${OLDER}`, paperId(1)])
    expect((await list([])).stdout.split('\n')[2]).toMatch(new RegExp(`^${paperId(1)} +Counting herons +to read`))
  })

  test('save a paper by its DOI, which Crossref has, and show it', async () => {
    const added = await list(['add', 'https://doi.org/10.5555/JIV.2026.0011'])
    expect(added.stdout).toStartWith('Saved: doi:10.5555/jiv.2026.0011 Counting Lanterns in H2O')
    expect(added.stderr).toContain('Asking Crossref for it…')
    const env = { PAPERDAWN_TOKEN: await tokenOf('ada') }
    const { stdout } = await run(['papers', 'show', '10.5555/jiv.2026.0011'], { env })
    expect(stdout).toMatch(/^source +Metadata from Crossref$/m)
    expect(stdout).toMatch(/^journal +Journal of Imaginary Vision 3 \(1\), 11-29 \(2026\)$/m)
    expect(stdout).toEndWith('No abstract from the publisher.\n')
  })

  test('print the papers that were saved before one that does not exist', async () => {
    const added = await list(['add', paperId(1), 'no id', paperId(2), '--json'])
    expect(added.exit).toBe(2)
    expect(JSON.parse(added.stdout)).toMatchObject({ items: [{ id: paperId(1) }] })
    expect(JSON.parse(added.stderr)).toMatchObject({ error: { code: 'invalid-input' } })
  })

  test('import a file of any encoding, wait for arXiv, and say what was not found', async () => {
    simulator.papers.push(simPaper({ id: OLDER, versions: [{ at: new Date('2017-06-12T10:00:00Z') }] }))
    const text = `@misc{a, eprint = {${paperId(1).slice('arxiv:'.length)}}, annote = {Für Jürgen}}
@misc{b, eprint = {${OLDER}}, keywords = {Höhe}}
@book{c, title = {Über Möwen}}
@misc{ölig, title={Ohne Ende, author={X}
@misc{e, eprint = {${OLDER}}}`
    const path = join(home, 'library.bib')
    const encodings = {
      'utf-8': new TextEncoder().encode(text),
      'latin-1': Uint8Array.from(text, (sign) => sign.charCodeAt(0)),
      'utf-16': Buffer.from(`\uFEFF${text}`, 'utf16le'),
    }
    for (const [encoding, bytes] of Object.entries(encodings)) {
      await Bun.write(path, bytes)
      const { exit, stdout } = await list(['import', path])
      const counts = encoding === 'utf-8' ? 'Added: 2' : 'Added: 0\nOn the list already, not changed: 2'
      const repeated = 'Further entries of a paper named before: 1'
      const missing = 'Not found: Über Möwen (no arXiv id and no DOI, and not in the library)'
      const unread = 'Not read: line 4, ölig: the value of “title” does not end'
      expect([encoding, exit, stdout]).toEqual([encoding, 7, `${counts}\n${repeated}\n${missing}\n${unread}\n`])
    }
    expect((await items()).map(({ notes, tags }) => [notes, tags])).toEqual([
      ['', ['Höhe']],
      ['Für Jürgen', []],
    ])
  })

  test('say which paper is saved later, while arXiv cannot be read', async () => {
    simulator.fail('server-error', { times: 100 })
    const added = await list(['add', paperId(1), '1706.90002'])
    expect(added.exit).toBe(7)
    expect(added.stdout).toBe(`Saved: ${paperId(1)} Counting herons\n`)
    expect(added.stderr).toContain('1706.90002 is saved as soon as arXiv can be read.')
  })

  test('write, print and remove a note, from the command line or standard input', async () => {
    await list(['add', paperId(1)])
    expect(await list(['note', paperId(1), 'Ask about the light.'])).toMatchObject({ exit: 0 })
    expect((await list(['note', paperId(1)])).stdout).toBe('Ask about the light.\n')
    await list(['note', paperId(1), '-'], 'Two lines,\nfrom a file.\n')
    expect((await items())[0]?.notes).toBe('Two lines,\nfrom a file.')
    expect((await list(['note', paperId(1), ''])).stdout).toContain('Removed the note')
    expect((await items())[0]?.notes).toBe('')
    const missing = await list(['note', paperId(2), 'Not saved'])
    expect(missing.exit).toBe(3)
    expect(missing.stderr).toContain(`Save it: paperdawn list add ${paperId(2)}`)
  })

  test('mark papers as read, and list them by status', async () => {
    await list(['add', paperId(1), paperId(2)])
    expect((await list(['done', paperId(2)])).stdout).toBe(`Done: ${paperId(2)} Graph beacons\n`)
    const { stdout } = await list(['show', '--status', 'done', '--json'])
    expect(JSON.parse(stdout)).toMatchObject({ total: 1, items: [{ paper: { id: paperId(2) } }] })
  })

  test('export the list to standard output or a new file', async () => {
    await list(['add', paperId(1)])
    expect((await list(['export'])).stdout).toMatch(/^@\w+\{[^]*Counting herons/)
    for (const filter of [
      ['--tag', 'nothing'],
      ['--status', 'reading'],
      ['--find', 'zebra'],
    ])
      expect((await list(['export', ...filter])).stdout.trim()).toBe('')
    expect((await list(['export', '--find', 'herons'])).stdout).toContain('Counting herons')
    const path = join(home, `${crypto.randomUUID()}.csv`)
    expect((await list(['export', '--format', 'csv', '--output', path])).exit).toBe(0)
    expect(await Bun.file(path).text()).toContain('Counting herons')
    expect((await list(['export', '--output', path])).exit).toBe(5)
  })

  test('write the list as a book to a file, and do not print one', async () => {
    await list(['add', paperId(1)])
    const path = join(home, `${crypto.randomUUID()}.epub`)
    expect((await list(['export', '--format', 'epub', '--output', path])).exit).toBe(0)
    const pages = Object.keys(unzipSync(await Bun.file(path).bytes())).filter((name) => name.includes('paper'))
    expect(pages).toEqual(['book/paper1.xhtml'])
    const printed = await list(['export', '--format', 'epub'])
    expect([printed.exit, printed.stdout]).toEqual([2, ''])
    expect(printed.stderr).toContain('Name a file with --output.')
  })

  test('import a file in parts; when one fails, say what was imported, and import the rest', async () => {
    const path = join(home, 'large.bib')
    await Bun.write(path, twoParts)
    let passed = 0
    const proxy = Bun.serve({
      port: 0,
      fetch: async (request) => {
        const url = new URL(new URL(request.url).pathname, address())
        return ++passed === 1 ? fetch(url, request) : new Response(null, { status: 502 })
      },
    })
    const env = { PAPERDAWN_TOKEN: await tokenOf('ada'), PAPERDAWN_SERVER: proxy.url.origin }
    const stopped = await run(['list', 'import', path], { env })
    await proxy.stop(true)
    expect(stopped).toMatchObject({ exit: 6, stdout: 'Added: 1\n' })
    expect(stopped.stderr).toContain('Only 50 % of the file was imported: ')
    expect((await items()).map(({ paper }) => paper.id)).toEqual([paperId(1)])

    const whole = await list(['import', path])
    expect(whole).toMatchObject({ exit: 0, stdout: 'Added: 1\nOn the list already, not changed: 1\n' })
    expect(whole.stderr).toContain('Read 50 % of the file.')
    expect((await items()).map(({ paper }) => paper.id).toSorted()).toEqual([paperId(1), paperId(2)])
  })

  test('wait with the next part of a file while the server accepts no more', async () => {
    const path = join(home, 'large.bib')
    await Bun.write(path, twoParts)
    const ada = (await as('ada').auth.me.get()).data!
    const { imports } = limitsOf(product)
    for (let used = 1; used < 60; used++) imports.use(ada.id)
    const screen = type(['list', 'import', path], { env: { PAPERDAWN_TOKEN: await tokenOf('ada') } })
    await screen.until(/The server accepts more in \d+ seconds\. Waiting/)
    expect((await items()).map(({ paper }) => paper.id)).toEqual([paperId(1)])
  })

  test('import from standard input, and refuse what is no text, too large, empty or not there', async () => {
    expect(await list(['import', '-'], paperId(1))).toMatchObject({ exit: 0, stdout: 'Added: 1\n' })
    const path = join(home, 'library.bib')
    for (const [content, why] of [
      ['PK\u0003\u0004\0', 'is not a text file'],
      [' ', 'is empty'],
    ] as const) {
      await Bun.write(path, content)
      expect(await list(['import', path])).toMatchObject({ exit: 2, stderr: expect.stringContaining(why) })
      expect(await list(['import', '-'], content)).toMatchObject({ exit: 2, stderr: expect.stringContaining(why) })
    }
    // Refused before it is read: the file has no content on the disk.
    await truncate(path, IMPORT_FILE_MAX_BYTES + 1)
    expect(await list(['import', path])).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('is larger than 100000 kB'),
    })
    expect((await list(['import', join(home, 'none.bib')])).exit).toBe(2)
  })
})

describe('New papers that cite a saved one', () => {
  test('are one row of what happened, and a list on request', async () => {
    await list(['add', paperId(1)])
    expect((await list(['citations', paperId(1)])).stderr).toContain('No new paper is known to cite it.')
    const on = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10)
    const citing = { source_id: 'c'.repeat(40), title: 'Lanterns \u001B[31mrecounted', ids: [paperId(2)], on }
    const other = { ...citing, source_id: 'd'.repeat(40), ids: ['doi:10.5555/recount.1'] }
    const record = { asked_at: new Date(), since: on, is_cut: false, requests: 1 }
    await saveCitations({ _id: paperId(1), citing: [citing, other], ...record })
    expect((await list(['watch'])).stdout).toMatch(
      new RegExp(`${on} +cited +${paperId(1)} .*By 2 new papers since you saved it`),
    )
    const { stdout, stderr } = await list(['citations', paperId(1)])
    expect(stdout).toContain(`${on}  https://doi.org/10.5555/recount.1`)
    expect(stdout).not.toContain('\u001B')
    expect(stderr).toContain('Citations from Semantic Scholar')
  })
})
