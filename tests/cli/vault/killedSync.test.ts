import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { cp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { comparableNote } from '#api/contract/vault.ts'
import { parseVaultText } from '#cli/vault/vaultText.ts'
import { paperId, storePapers } from '#tests/api/support/library.ts'
import { sized } from '#tests/support/longRun.ts'
import { makeFolder } from '#tests/support/process.ts'
import { useTerminal } from '../terminal.ts'

const { run, as, tokenOf, address } = useTerminal()
const PRELOAD = new URL(import.meta.resolve('./killAtOperation.ts')).pathname
const KILLED = 137
/** Every so many operations and requests the program is killed, from the first to the last. */
const STEP = sized({ short: 9, long: 1 })

const list = () => as('ada').users.me['reading-list']
const itemsByPaper = async () => new Map((await list().get()).data!.items.map((item) => [item.paper.id, item]))
let env: Record<string, string>
const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

/** Paper 1 has no file yet; the note of 2 was edited in its file, that of 3 on the server, and that of 4 on both sides. */
const FIRST = ['', 'one\ntwo', 'three\nfour', 'five\nsix\nseven']
const IN_FILE = [null, 'one, edited\ntwo', 'three\nfour', 'five\nsix here\nseven']
const ON_SERVER = ['note of the first', 'one\ntwo', 'three\nfour, edited', 'five\nsix there\nseven']
const BOTH = [
  'note of the first',
  'one, edited\ntwo',
  'three\nfour, edited',
  'five\nsix here\n\n> **Written in Paperdawn:**\n> six there\n\nseven',
]
const OWN_LINE = 'A line below that is mine'

const numberIn = (name: string) => Number(/2611\.0000(\d)/.exec(name)?.[1])

async function writeOnServer(notes: readonly string[]): Promise<void> {
  const items = await itemsByPaper()
  for (const [at, note] of notes.entries()) {
    const { id, version } = items.get(paperId(at + 1))!
    const { error } = await list()({ id }).put({ version, notes: note })
    if (error) throw new Error(JSON.stringify(error.value))
  }
}

/** A folder as it was before the edits on both sides, with those of the files. */
async function prepare(): Promise<string> {
  await storePapers([1, 2, 3, 4])
  const { path } = await makeFolder()
  for (const number of [2, 3, 4]) await list().post({ paper_id: paperId(number), notes: FIRST[number - 1]! })
  expect(await run(['list', 'sync', path], { env })).toMatchObject({ exit: 0 })
  await list().post({ paper_id: paperId(1) })
  for (const name of (await readdir(path)).filter((one) => one.endsWith('.md'))) {
    const file = Bun.file(join(path, name))
    const at = numberIn(name) - 1
    await file.write(`${(await file.text()).replace(FIRST[at]!, () => IN_FILE[at]!)}\n${OWN_LINE}\n`)
  }
  return path
}

/** A copy of the prepared folder, with the notes of the server as they are before each run. */
async function begin(prepared: string): Promise<string> {
  const { path } = await makeFolder()
  await cp(prepared, path, { recursive: true })
  await writeOnServer(ON_SERVER)
  return path
}

/** The notes in the files, in the order of the papers. Throws for a file that is not whole. */
async function notesIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md'))
  const found = await Promise.all(
    names.map(async (name) => {
      const text = await Bun.file(join(folder, name)).text()
      const parsed = parseVaultText(text)
      if (typeof parsed === 'string') throw new Error(`${name}: ${parsed}\n${text}`)
      if (numberIn(name) > 1) expect(text).toEndWith(`\n${OWN_LINE}\n`)
      return [numberIn(name), parsed.note] as const
    }),
  )
  return found.toSorted(([one], [other]) => one - other).map(([, note]) => note)
}

/** Runs to the end after a kill, and looks at everything. */
async function expectWhole(folder: string): Promise<void> {
  // No file is half written, also before the next run.
  await notesIn(folder)
  const again = await run(['list', 'sync', folder], { env })
  expect(again).toMatchObject({ exit: 0, stderr: '' })
  expect(await notesIn(folder)).toEqual(BOTH)
  const items = await itemsByPaper()
  expect([1, 2, 3, 4].map((number) => comparableNote(items.get(paperId(number))!.notes))).toEqual(BOTH)
  const hidden = (await readdir(folder)).filter((name) => name.startsWith('.'))
  expect([...hidden, ...(await readdir(join(folder, '.paperdawn')))]).toEqual(['.paperdawn', 'bases.jsonl'])
  expect((await run(['list', 'sync', folder], { env })).stdout).toBe('4 papers: no change.\n')
}

beforeEach(async () => {
  env = { PAPERDAWN_TOKEN: await tokenOf('ada') }
})

describe('A synchronisation that is killed', () => {
  test.each(['before', 'half', 'after'])(
    'at any operation on files (%s it) loses no line, has none twice, and no half file',
    async (when) => {
      const prepared = await prepare()
      let kills = 0
      for (let at = 1; ; at += STEP) {
        const folder = await begin(prepared)
        const killing = { ...env, KILL_AT: String(at), KILL_BELOW: folder, KILL_WHEN: when }
        const { exit } = await run(['list', 'sync', folder], { env: killing, preload: PRELOAD })
        await expectWhole(folder)
        if (exit !== KILLED) break
        kills += 1
      }
      expect(kills).toBeGreaterThanOrEqual(Math.floor(25 / STEP))
    },
  )

  test.each(['before', 'after'])(
    'at any request (%s it is answered) loses no line, and has none twice',
    async (when) => {
      const prepared = await prepare()
      let kills = 0
      for (let at = 1; ; at += Math.ceil(STEP / 4)) {
        const folder = await begin(prepared)
        let left = at
        const controller = new AbortController()
        const proxy = Bun.serve({
          hostname: '127.0.0.1',
          port: 0,
          async fetch(request) {
            left -= 1
            const { pathname, search } = new URL(request.url)
            if (left === 0 && when === 'before') {
              controller.abort()
              return new Response(null, { status: 502 })
            }
            const body = request.method === 'GET' ? null : await request.text()
            const answer = await fetch(`${address()}${pathname}${search}`, {
              method: request.method,
              headers: request.headers,
              body,
            })
            if (left === 0) controller.abort()
            return answer
          },
        })
        stops.push(() => proxy.stop(true))
        const { exit } = await run(['list', 'sync', folder], {
          env: { ...env, PAPERDAWN_SERVER: proxy.url.origin },
          killSignal: controller.signal,
        })
        await expectWhole(folder)
        if (exit !== KILLED) break
        kills += 1
      }
      expect(kills).toBeGreaterThanOrEqual(Math.floor(6 / STEP))
    },
  )
})
