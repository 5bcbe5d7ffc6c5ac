import { afterAll, expect, test } from 'bun:test'
import mongoose from 'mongoose'
import { createZotero } from '#api/sources/zotero/zotero.ts'
import { localRateLimit } from '#tests/simulators/rateLimit.ts'
import { KEY, startZoteroSimulator, USER_ID } from '#tests/simulators/zotero.ts'
import { SimLibrary, simItem } from '#tests/simulators/zoteroLibrary.ts'
import { useTerminal } from './terminal.ts'

const simulator = startZoteroSimulator()
afterAll(() => simulator.stop())
const zotero = createZotero({
  apiUrl: simulator.apiUrl,
  contactEmail: 'ada@example.org',
  rateLimit: localRateLimit(),
  retries: { tries: 1, basePauseMs: 1 },
})
const { run, as, tokenOf } = useTerminal({ zotero })
const options = async (stdin?: string) => ({
  env: { PAPERDAWN_TOKEN: await tokenOf('ada') },
  ...(stdin !== undefined && { input: stdin }),
})

test('The command for Zotero connects with a key from standard input alone, says what happens, and disconnects', async () => {
  expect(await run(['zotero'], await options())).toMatchObject({
    exit: 0,
    stdout: expect.stringContaining('Not connected'),
  })
  simulator.library.addCollection('Lanterns')
  simulator.library.add(simItem(1, { DOI: '', title: 'A paper \u001b[31mof nowhere' }))
  const refused = await run(['zotero', 'connect', '--key-stdin'], await options('AnotherInventedKey1\n'))
  expect(refused.exit).not.toBe(0)
  expect(refused.stderr).toContain('Zotero does not know this key.')
  const named = await run(['zotero', 'connect', '--key-stdin', '--push-to', 'Nowhere'], await options(`${KEY}\n`))
  expect(named).toMatchObject({ exit: 2, stderr: expect.stringContaining('There are: Lanterns') })
  expect((await run(['zotero', 'connect', KEY], await options())).exit).toBe(2)

  simulator.groups.set(42, { name: 'Lantern Reading Circle', library: new SimLibrary(), isMember: true })
  const ungrouped = await run(['zotero', 'connect', '--key-stdin', '--group', '42'], await options(`${KEY}\n`))
  expect(ungrouped).toMatchObject({
    exit: 2,
    stderr: expect.stringMatching(/No group has the name 42\.\s+do: +There are: none/),
  })
  simulator.keys.set(KEY, { userId: USER_ID, library: true, write: true, notes: true, groups: [42] })

  // No worker runs here: the reading stays queued.
  const connected = await run(
    ['zotero', 'connect', '--key-stdin', '--push-to', 'Lanterns', '--group', '42', '--timeout', '2'],
    await options(`${KEY}\n`),
  )
  expect(connected.exit).toBe(124)
  const { data } = await as('ada').users.me.connections.zotero.get()
  expect(data?.connection).toMatchObject({
    username: 'mquill',
    read: 'library',
    push_to: { name: 'Lanterns' },
    groups: [{ id: 42 }],
  })
  const { stdout } = await run(['zotero', 'status'], await options())
  expect(stdout).toContain('Library of mquill. Read: library. Saved papers go to: Lanterns.')
  expect(stdout).toContain('Groups: Lantern Reading Circle.')
  await mongoose.connection
    .collection('zotero_libraries')
    .updateOne({}, { $set: { 'groups.0.problem': 'It is lost.' } })
  expect(await run(['zotero', 'status'], await options())).toMatchObject({
    exit: 7,
    stdout: expect.stringContaining('It is lost. What it has taught stays.'),
  })
  for (const { stdout: out, stderr } of [refused, named, connected]) expect(out + stderr).not.toContain(KEY)

  expect((await run(['zotero', 'disconnect'], await options())).exit).toBe(2)
  expect((await run(['zotero', 'disconnect', '--yes'], await options())).exit).toBe(0)
  expect((await as('ada').users.me.connections.zotero.get()).data?.connection).toBeNull()
})
