import { expect, test } from 'bun:test'
import { recordBackupStart, updateBackup } from '#api/store/backup/backups.ts'
import { useTerminal } from './terminal.ts'

const { run, as, asAdmin } = useTerminal()
const admin = async (args: string[]) => run(['admin', ...args], { env: await asAdmin() })

test('The terminal queues a backup and lists the last ones', async () => {
  expect(await admin(['backups'])).toMatchObject({ exit: 0, stdout: 'No backup was made yet.\n' })
  const { exit, stdout } = await admin(['backup', '--detach'])
  const jobs = (await as('admin').admin.jobs.get({ query: {} })).data?.items ?? []
  expect([exit, stdout.trim(), jobs.map(({ kind }) => kind)]).toEqual([0, jobs[0]?.id ?? '', ['backup']])

  const made = { host: 'worker-1', version: '0.1.0', data_version: 4, with_secrets: false }
  await recordBackupStart({ _id: 'first', path: '/srv/first.backup', ...made })
  await updateBackup('first', { state: 'done', bytes: 2_500_000, papers: 12, readers: 3, verified_at: new Date() })
  await recordBackupStart({ _id: 'second', path: '/srv/second.backup', ...made })
  await updateBackup('second', { state: 'failed', error: 'The disk is full.' })
  const list = await admin(['backups'])
  expect(list.exit).toBe(0)
  expect(list.stdout).toMatch(/done +2\.5 MB .*\/srv\/first\.backup on worker-1/)
  expect(list.stdout).toMatch(/failed .*The disk is full\./)
})
