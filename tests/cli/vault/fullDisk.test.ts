import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { chmod, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseVaultText } from '#cli/vault/vaultText.ts'
import { paperId, storePapers } from '#tests/api/support/library.ts'
import { makeFolder, runScript, type Script } from '#tests/support/process.ts'
import { useTerminal } from '../terminal.ts'

const { run, as, tokenOf } = useTerminal()
const SIZE_KB = 256
const NOTE = 'A line that is kept.\n'.repeat(200)

const list = () => as('ada').users.me['reading-list']
let env: Record<string, string>
let mounted: Script | undefined

/** Whether this system lets a test mount a file system of its own: Linux with user namespaces. */
const canMount =
  Bun.which('unshare') !== null &&
  Bun.spawnSync(['unshare', '--mount', '--map-root-user', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).exitCode === 0
if (!canMount) console.log('skipped: a full disk, because this system mounts no file system for a test')
/** Root may write everywhere, unless the right to is taken from the process. */
const isRoot = process.getuid?.() === 0
const canForbid = !isRoot || Bun.which('setpriv') !== null
if (!canForbid) console.log('skipped: a folder without the right to write, because root may write everywhere')

/** A small disk in a namespace of its own. Returns the path of its folder, which is seen from outside through the process. */
async function mountDisk(): Promise<string> {
  const { path } = await makeFolder()
  const mount = `mount -t tmpfs -o size=${SIZE_KB}k tmpfs ${path} && echo ready && exec cat`
  mounted = runScript(
    `const child = Bun.spawn(['unshare', '--mount', '--map-root-user', 'sh', '-c', ${JSON.stringify(mount)}], { stdin: 'pipe', stdout: 'pipe' })
     const reader = child.stdout.getReader()
     await reader.read()
     console.log(child.pid)
     await child.exited`,
  )
  const pid = await mounted.nextLine()
  return `/proc/${pid}/root${path}`
}

beforeEach(async () => {
  env = { PAPERDAWN_TOKEN: await tokenOf('ada') }
  await storePapers([1, 2, 3])
  for (const number of [1, 2]) await list().post({ paper_id: paperId(number), notes: NOTE })
})
afterEach(async () => {
  await mounted?.[Symbol.asyncDispose]()
  mounted = undefined
})

const markdownIn = async (folder: string) => (await readdir(folder)).filter((name) => name.endsWith('.md')).toSorted()
const hiddenIn = async (folder: string) => (await readdir(folder)).filter((name) => name.startsWith('.paperdawn-'))

describe('A disk without room', () => {
  test.if(canMount)('ends the synchronisation with a sentence, keeps every file whole, and loses nothing', async () => {
    const folder = await mountDisk()
    expect(await run(['list', 'sync', folder], { env })).toMatchObject({ exit: 0 })
    const [first = ''] = await markdownIn(folder)
    const edited = (await Bun.file(join(folder, first)).text()).replace('A line', 'An edited line')
    await Bun.write(join(folder, first), edited)
    const { items } = (await list().get()).data!
    const second = items.find(({ paper }) => paper.id === paperId(2))!
    await list()({ id: second.id }).put({ version: second.version, notes: `${NOTE}A line of the server.` })
    await list().post({ paper_id: paperId(3), notes: NOTE })
    // All that is left of the disk.
    const { exitCode: filled } = Bun.spawnSync(['dd', 'if=/dev/zero', `of=${join(folder, 'film.bin')}`, 'bs=1k'])
    expect(filled).not.toBe(0)

    const full = await run(['list', 'sync', folder], { env })
    expect(full.exit).toBe(1)
    expect(full.stderr).toContain('The disk has no room for')
    expect(full.stderr).toContain('Make room, and synchronise again.')
    expect(await hiddenIn(folder)).toEqual([])
    for (const name of await markdownIn(folder))
      expect(typeof parseVaultText(await Bun.file(join(folder, name)).text())).toBe('object')
    expect(await Bun.file(join(folder, first)).text()).toContain('An edited line')

    await Bun.file(join(folder, 'film.bin')).delete()
    expect(await run(['list', 'sync', folder], { env })).toMatchObject({ exit: 0, stderr: '' })
    expect(await markdownIn(folder)).toHaveLength(3)
    const notes = (await list().get()).data!.items.map(({ notes: note }) => note)
    expect(notes.filter((note) => note.includes('An edited line'))).toHaveLength(1)
    expect(notes.filter((note) => note.includes('A line of the server.'))).toHaveLength(1)
    expect((await run(['list', 'sync', folder], { env })).stdout).toBe('3 papers: no change.\n')
  })
})

describe('A folder that must not be written to', () => {
  test.if(canForbid)('ends the synchronisation with a sentence, and loses nothing', async () => {
    const { path } = await makeFolder()
    expect(await run(['list', 'sync', path], { env })).toMatchObject({ exit: 0 })
    await list().post({ paper_id: paperId(3), notes: NOTE })
    await chmod(path, 0o555)
    const before = await markdownIn(path)
    const without = isRoot ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search'] : []
    const refused = await run(['list', 'sync', path], { env, prefix: without })
    expect(refused.exit).toBe(2)
    expect(refused.stderr).toContain('must not be read or written by this program.')
    expect(await markdownIn(path)).toEqual(before)
    await chmod(path, 0o755)
    expect(await run(['list', 'sync', path], { env })).toMatchObject({ exit: 0, stdout: '3 papers: 1 new file.\n' })
  })
})
