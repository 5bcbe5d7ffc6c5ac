import { beforeEach, describe, expect, test } from 'bun:test'
import { mkdir, readdir, readlink, rename, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { NOTE_MAX } from '#api/contract/limits.ts'
import { paperId, storePapers } from '#tests/api/support/library.ts'
import { makeFolder } from '#tests/support/process.ts'
import { useTerminal } from '../terminal.ts'

const { run, as, tokenOf } = useTerminal()
let folder: string
let env: Record<string, string>

async function sync(...options: string[]) {
  const ended = await run(['list', 'sync', folder, ...options], { env })
  return { ...ended, stdout: ended.stdout.trimEnd() }
}
const list = () => as('ada').users.me['reading-list']
const save = async (number: number, notes = '', tags: string[] = []) => {
  const { data } = await list().post({ paper_id: paperId(number), notes, tags })
  return data!
}
const itemOf = async (number: number) =>
  (await list().get()).data!.items.find(({ paper }) => paper.id === paperId(number))!
const change = async (number: number, changes: { notes?: string; tags?: string[] }) => {
  const { id, version } = await itemOf(number)
  await list()({ id }).put({ version, ...changes })
}
const NAMES: Record<number, string> = { 1: 'Counting herons - 2611.00001.md', 2: 'Graph beacons - 2611.00002.md' }
const pathOf = (number: number) => join(folder, NAMES[number]!)
const read = (number: number) => Bun.file(pathOf(number)).text()
/** Edits the note of a file, and the line below it. */
async function edit(number: number, from: string, to: string) {
  const [before = '', note = ''] = (await read(number)).split(NOTE_LINE)
  await Bun.write(pathOf(number), before + note.replace(from, () => to))
}
const NOTE_LINE = /(?<=<!-- paperdawn:note [\da-f]{16} -->\n)/

beforeEach(async () => {
  await storePapers([1], { title: 'Counting herons', title_segments: [{ text: 'Counting herons' }] })
  await storePapers([2], { title: 'Graph beacons', title_segments: [{ text: 'Graph beacons' }] })
  const made = await makeFolder()
  folder = join(made.path, 'notes of Ada')
  env = { PAPERDAWN_TOKEN: await tokenOf('ada') }
})

describe('Synchronising a folder with the reading list', () => {
  test('writes a file for each paper, and nothing when it is repeated', async () => {
    await save(1, 'Compare with chapter 2.', ['deep learning'])
    await save(2)
    const { exit, stdout } = await sync()
    expect({ exit, stdout }).toEqual({ exit: 0, stdout: '2 papers: 2 new files.' })
    const text = await read(1)
    expect(text).toStartWith('---\npaperdawn: arxiv:2611.00001\ntitle: Counting herons\n')
    expect(text).toContain('\ntags:\n  - deep-learning\n---\n')
    expect(text).toContain('# Counting herons\n')
    expect(text).toMatch(/<!-- paperdawn:note [\da-f]{16} -->\nCompare with chapter 2\.\n<!-- \/paperdawn:note -->\n$/)
    expect((await sync()).stdout).toBe('2 papers: no change.')
    expect(await read(1)).toBe(text)
  })

  test('sends a note that was edited in its file, and takes one that was edited in Paperdawn', async () => {
    await save(1, 'First line')
    await save(2, 'Other')
    await sync()
    await edit(1, 'First line', 'First line\nSecond line')
    await change(2, { notes: 'Other, from the web' })
    const { exit, stdout } = await sync()
    expect({ exit, stdout }).toEqual({ exit: 0, stdout: '2 papers: 2 changed files, 1 note sent.' })
    expect((await itemOf(1)).notes).toBe('First line\nSecond line')
    expect(await read(2)).toContain('\nOther, from the web\n')
    expect((await sync()).stdout).toBe('2 papers: no change.')
  })

  test('joins edits of different places, and keeps both of the same place', async () => {
    await save(1, 'one\ntwo\nthree')
    await sync()
    await edit(1, 'one', 'one, in the file')
    await change(1, { notes: 'one\ntwo\nthree, on the web' })
    expect((await sync()).stdout).toBe('1 paper: 1 changed file, 1 note sent.')
    expect((await itemOf(1)).notes).toBe('one, in the file\ntwo\nthree, on the web')

    await edit(1, 'two', 'two here')
    await change(1, { notes: 'one, in the file\ntwo there\nthree, on the web' })
    const { exit, stdout } = await sync()
    expect(exit).toBe(0)
    expect(stdout).toContain(`Both notes are in ${pathOf(1)}`)
    const both = 'one, in the file\ntwo here\n\n> **Written in Paperdawn:**\n> two there\n\nthree, on the web'
    expect((await itemOf(1)).notes).toBe(both)
    expect(await read(1)).toContain(both)
    expect((await sync()).stdout).toBe('1 paper: no change.')
  })

  test('touches nothing outside of its lines', async () => {
    await save(1, 'A note', ['lab'])
    await sync()
    const own = '\r\n- a link to [[Graph beacons]]  \r\n'
    const text = (await read(1))
      .replace('---\npaperdawn:', '---\naliases: [herons]   # mine\npaperdawn:')
      .replace('  - lab\n', '  - lab\n  - mine\n')
      .replace('## Note', '## Note\nMy outline:\n')
    await Bun.write(pathOf(1), `${text.replaceAll('\n', '\r\n')}${own}`)
    await change(1, { notes: 'A longer note', tags: ['lab', 'thesis'] })
    expect((await sync()).stdout).toBe('1 paper: 1 changed file.')
    const after = await read(1)
    expect(after).toStartWith('---\r\naliases: [herons]')
    expect(after).toContain('# mine\r\n')
    expect(after).toContain('tags:\r\n  - mine\r\n  - lab\r\n  - thesis\r\n')
    expect(after).toContain('## Note\r\nMy outline:\r\n')
    expect(after).toEndWith(`-->\r\nA longer note\r\n<!-- /paperdawn:note -->\r\n${own}`)
    expect(after.replaceAll('\r\n', '')).not.toContain('\n')
  })

  test('finds a file that was renamed and moved, and leaves a foreign one with its name', async () => {
    await save(1, 'A note')
    await sync()
    await mkdir(join(folder, 'birds'))
    await rename(pathOf(1), join(folder, 'birds', 'Herons.md'))
    await Bun.write(pathOf(1), 'A text of mine')
    await Bun.write(pathOf(2), 'Another one')
    await save(2)
    await change(1, { notes: 'A note, longer' })
    expect((await sync()).stdout).toBe('2 papers: 1 new file, 1 changed file.')
    expect(await Bun.file(join(folder, 'birds', 'Herons.md')).text()).toContain('\nA note, longer\n')
    expect(await read(1)).toBe('A text of mine')
    expect(await read(2)).toBe('Another one')
    expect(await Bun.file(join(folder, 'Graph beacons - 2611.00002 (2).md')).exists()).toBe(true)
  })

  test('keeps both notes when it does not know what the file was made from', async () => {
    await save(1, 'same line\nin Paperdawn')
    await sync()
    await rm(join(folder, '.paperdawn'), { recursive: true })
    await edit(1, 'in Paperdawn', 'in the file')
    const { stdout } = await sync()
    expect(stdout).toContain('Both notes are in')
    expect((await itemOf(1)).notes).toBe('same line\nin the file\n\n> **Written in Paperdawn:**\n> in Paperdawn')
  })

  test('leaves out a file that it cannot read, says why, and goes on with the others', async () => {
    await save(1, 'one')
    await save(2, 'two')
    await sync()
    await edit(1, '<!-- /paperdawn:note -->', '')
    await edit(1, 'one', 'one, edited')
    await edit(2, 'two', 'two, edited')
    const { exit, stdout, stderr } = await sync()
    expect(exit).toBe(7)
    expect(stdout).toBe('2 papers: 1 changed file, 1 note sent, 1 paper left out.')
    expect(stderr).toContain(`${pathOf(1)} was left out, because the line “<!-- /paperdawn:note -->” is missing.`)
    expect((await itemOf(1)).notes).toBe('one')
    expect(await read(1)).toContain('one, edited')
    expect((await itemOf(2)).notes).toBe('two, edited')
  })

  test.each([
    [
      'no YAML',
      (text: string) => text.replace('title: Counting herons', 'title: [Counting'),
      'front matter is not valid',
    ],
    ['a copy', null, 'Several files are of arxiv:2611.00001'],
    ['a note that is too long', (text: string) => text.replace(NOTE_LINE, 'x'.repeat(NOTE_MAX)), 'It was not sent.'],
  ])('leaves out a file with %s, without a change', async (_case, damage, reason) => {
    await save(1, 'one')
    await sync()
    const text = await read(1)
    if (damage === null) await Bun.write(join(folder, 'copy.md'), text)
    else await Bun.write(pathOf(1), damage(text))
    const before = await read(1)
    const { exit, stderr } = await sync()
    expect(exit).toBe(7)
    expect(stderr).toContain(reason)
    expect(await read(1)).toBe(before)
    expect((await itemOf(1)).notes).toBe('one')
  })

  test('leaves the file of a paper that is not on the list, and one behind a link', async () => {
    const { id } = await save(1, 'one')
    await save(2, 'two')
    await sync()
    const outside = await makeFolder()
    await rename(pathOf(2), join(outside.path, 'outside.md'))
    await symlink(join(outside.path, 'outside.md'), pathOf(2))
    await list()({ id }).delete()
    const { exit, stdout } = await sync()
    expect(exit).toBe(0)
    expect(stdout).toContain(`Left as it is, since its paper is not on the list: ${pathOf(1)}`)
    expect(await readlink(pathOf(2))).toBe(join(outside.path, 'outside.md'))
    expect((await readdir(folder)).filter((name) => name.includes('(2)'))).toEqual([
      'Graph beacons - 2611.00002 (2).md',
    ])
  })

  test('has no way out of the folder, whatever the title is', async () => {
    const title = `../../${'é'.repeat(300)}\u202E\u0000<script>|#[[x]]`
    await storePapers([3], { title, title_segments: [{ text: title }] })
    await save(3, '<!-- /paperdawn:note -->\nstill my note')
    expect(await sync()).toMatchObject({ exit: 0, stderr: '', stdout: '1 paper: 1 new file.' })
    const name = (await readdir(folder)).find((one) => !one.startsWith('.')) ?? ''
    expect(name).toMatch(/^[\p{L}\p{N} .-]+ - 2611\.00003\.md$/u)
    expect(Buffer.byteLength(name)).toBeLessThan(255)
    await Bun.write(join(folder, name), (await Bun.file(join(folder, name)).text()).replace('still', 'it is still'))
    await sync()
    expect((await itemOf(3)).notes).toBe('<!-- /paperdawn:note -->\nit is still my note')
  })

  test('with a filter has only those papers, and says nothing of the others', async () => {
    await save(1, '', ['lab'])
    await save(2)
    await sync()
    expect((await sync('--tag', 'lab')).stdout).toBe('1 paper: no change.')
    const { stdout } = await sync('--tag', 'lab', '--json')
    expect(JSON.parse(stdout)).toMatchObject({ papers: 1, unlisted: [], problems: [] })
  })

  test('says so when the place is no folder', async () => {
    await mkdir(join(folder, '..'), { recursive: true })
    await Bun.write(folder, 'a file')
    const { exit, stderr } = await sync()
    expect(exit).toBe(2)
    expect(stderr).toContain('cannot be used')
  })
})
