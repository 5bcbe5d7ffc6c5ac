import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { comparableNote } from '#api/contract/vault.ts'
import { openContext } from '#cli/client/context.ts'
import { parseVaultText } from '#cli/vault/vaultText.ts'
import { newReport, syncVault, type VaultReport } from '#cli/vault/syncVault.ts'
import { paperId, storePapers } from '#tests/api/support/library.ts'
import { sized } from '#tests/support/longRun.ts'
import { makeFolder } from '#tests/support/process.ts'
import { useTerminal } from '../terminal.ts'

const EDITS = sized({ short: 120, long: 1_000 })
const PAPERS = 6
/** Edits between two synchronisations, on average. */
const EDITS_TOGETHER = 4

const { as, tokenOf, address } = useTerminal()

/** Numbers in [0, 1) that are the same in each run (mulberry32). */
function numbersOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const list = () => as('ada').users.me['reading-list']

test('loses no line that was written on one of the sides, and has none twice, whatever is edited on which device', async () => {
  await storePapers(Array.from({ length: PAPERS }, (_, number) => number + 1))
  for (let number = 1; number <= PAPERS; number += 1) await list().post({ paper_id: paperId(number) })
  // Two devices with a folder each, and the web.
  const folders = await Promise.all([makeFolder(), makeFolder()])
  const globals = { server: address(), color: false, input: false }
  const before = process.env['PAPERDAWN_TOKEN']
  process.env['PAPERDAWN_TOKEN'] = await tokenOf('ada')
  const context = await openContext(globals)
  if (before === undefined) delete process.env['PAPERDAWN_TOKEN']
  else process.env['PAPERDAWN_TOKEN'] = before

  const random = numbersOf(20_261_127)
  const pick = (count: number) => Math.floor(random() * count)
  /** Lines that somebody wrote, by paper; a line that was deleted on a side leaves it. */
  const written = Array.from({ length: PAPERS }, () => new Set<string>())
  const reports: VaultReport[] = []
  const sync = async (device: number) => {
    const report = newReport()
    await syncVault(context, { folder: folders[device]!.path, filter: {}, report })
    reports.push(report)
  }
  /** Inserts a line, or deletes one of its side, and returns the new note. */
  const editNote = (note: string, paper: number, line: string): string => {
    const lines = note === '' ? [] : note.split('\n')
    const at = pick(lines.length + 1)
    if (random() < 0.25 && lines[at]?.startsWith('line ')) {
      written[paper]!.delete(lines[at])
      return lines.toSpliced(at, 1).join('\n')
    }
    written[paper]!.add(line)
    return lines.toSpliced(at, 0, line).join('\n')
  }
  const editFile = async (device: number, paper: number, line: string) => {
    const [path = ''] = [...new Bun.Glob(`*2611.0000${paper + 1}.md`).scanSync(folders[device]!.path)]
    const file = Bun.file(join(folders[device]!.path, path))
    const text = await file.text()
    const parsed = parseVaultText(text)
    if (typeof parsed === 'string') throw new Error(parsed)
    const note = editNote(parsed.note, paper, line)
    const [head = ''] = text.split(/(?<=<!-- paperdawn:note [\da-f]{16} -->)/)
    await file.write(`${head}\n${note}\n<!-- /paperdawn:note -->\n`)
  }
  const editWeb = async (paper: number, line: string) => {
    const { data } = await list().get()
    const item = data!.items.find((one) => one.paper.id === paperId(paper + 1))!
    await list()({ id: item.id }).put({ version: item.version, notes: editNote(item.notes, paper, line) })
  }

  await sync(0)
  await sync(1)
  for (let edit = 0; edit < EDITS; edit += 1) {
    const [side, paper, line] = [pick(3), pick(PAPERS), `line ${edit}`]
    if (side === 2) await editWeb(paper, line)
    else await editFile(side, paper, line)
    if (random() < 1 / EDITS_TOGETHER) await sync(pick(2))
  }
  for (const device of [0, 1, 0, 1]) await sync(device)

  const notes = new Map((await list().get()).data!.items.map((item) => [item.paper.id, comparableNote(item.notes)]))
  for (const [paper, lines] of written.entries()) {
    const note = notes.get(paperId(paper + 1)) ?? ''
    const there = note.split('\n').map((line) => line.replace(/^(?:> )+/, ''))
    expect([...lines].filter((line) => !there.includes(line))).toEqual([])
    expect(there.filter((line, at) => lines.has(line) && there.indexOf(line) !== at)).toEqual([])
    for (const { path } of folders) {
      const [name = ''] = [...new Bun.Glob(`*2611.0000${paper + 1}.md`).scanSync(path)]
      const parsed = parseVaultText(await Bun.file(join(path, name)).text())
      expect(parsed).toMatchObject({ note })
    }
  }
  expect(reports.flatMap(({ problems }) => problems)).toEqual([])
  expect(reports.at(-1)).toMatchObject({ changed: [], sent: [], conflicts: [] })
})
