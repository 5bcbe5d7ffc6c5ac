import { afterAll, expect, test } from 'bun:test'
import { createZotero } from '#api/sources/zotero/zotero.ts'
import { localRateLimit } from '#tests/simulators/rateLimit.ts'
import { KEY, startZoteroSimulator } from '#tests/simulators/zotero.ts'
import { simItem } from '#tests/simulators/zoteroLibrary.ts'
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

  // No worker runs here: the reading stays queued.
  const connected = await run(
    ['zotero', 'connect', '--key-stdin', '--push-to', 'Lanterns', '--timeout', '2'],
    await options(`${KEY}\n`),
  )
  expect(connected.exit).toBe(124)
  const { data } = await as('ada').users.me.connections.zotero.get()
  expect(data?.connection).toMatchObject({ username: 'mquill', read: 'library', push_to: { name: 'Lanterns' } })
  const { stdout } = await run(['zotero', 'status'], await options())
  expect(stdout).toContain('Library of mquill. Read: library. Saved papers go to: Lanterns.')
  for (const { stdout: out, stderr } of [refused, named, connected]) expect(out + stderr).not.toContain(KEY)

  expect((await run(['zotero', 'disconnect'], await options())).exit).toBe(2)
  expect((await run(['zotero', 'disconnect', '--yes'], await options())).exit).toBe(0)
  expect((await as('ada').users.me.connections.zotero.get()).data?.connection).toBeNull()
})
