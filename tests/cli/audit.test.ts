import { afterAll, expect, test } from 'bun:test'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { AdminUser } from '#api/contract/admin.ts'
import { startSmtpSink } from '#api/platform/embedded/smtpSink.ts'
import { startArxiv } from './arxiv.ts'
import { useTerminal } from './terminal.ts'

const { simulator, sources } = startArxiv('2026-11-18')
const sink = await startSmtpSink()
const { run, as, asAdmin, home } = useTerminal({ sink, sources })
afterAll(() => Promise.all([simulator.stop(), sink.stop()]))

const admin = async (args: string[]) => run(['admin', ...args], { env: await asAdmin() })
const json = async <Shape>(args: string[]) => JSON.parse((await admin([...args, '--json'])).stdout) as Shape

test('The audit log has what was done without the calls that only read', async () => {
  await admin(['users'])
  await admin(['users', 'disable', 'none'])
  expect((await admin(['audit'])).stdout).toContain('GET /api/admin/users')
  const deeds = (await admin(['audit', '--no-reads'])).stdout
  expect(deeds).toContain('PUT /api/admin/users')
  expect(deeds).not.toContain('GET /api/admin/users')
})

test('The audit log is written to a file as CSV or JSON lines, which only its owner can read', async () => {
  await as('ada').auth.me.get()
  const { items } = await json<{ items: AdminUser[] }>(['users', '--q', 'ada@'])
  await admin(['users', 'disable', items[0]!.id])
  const file = join(home, 'audit.csv')
  const written = await admin(['audit', '--action', 'user-', '--output', file])
  expect(written).toMatchObject({ exit: 0, stdout: expect.stringContaining(`Written: ${file}`) })
  const rows = (await Bun.file(file).text()).trimEnd().split('\r\n')
  expect(rows[0]).toBe('"at","person","person_id","action","object","outcome","status","times","details"')
  expect(rows.slice(1)).toEqual([expect.stringMatching(/"admin@paperdawn\.test",.*,"user-disabled",.*,"changed",/)])
  expect((await stat(file)).mode & 0o777).toBe(0o600)

  expect((await admin(['audit', '--output', file])).exit).toBe(5)
  expect((await admin(['audit', '--output', join(home, 'audit.xlsx')])).exit).toBe(2)
  expect((await run(['admin', 'audit', '--output', join(home, 'no.csv')])).exit).toBe(4)
  const lines = file.replace('.csv', '.jsonl')
  expect(await json(['audit', '--action', 'user-', '--output', lines, '--yes'])).toMatchObject({ file: lines })
  expect(JSON.parse(await Bun.file(lines).text())).toMatchObject({ action: 'user-disabled', outcome: 'changed' })
  expect((await readdir(home)).filter((name) => name.startsWith('audit')).toSorted()).toEqual([
    'audit.csv',
    'audit.jsonl',
  ])
})
