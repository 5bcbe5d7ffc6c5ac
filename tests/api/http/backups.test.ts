import { expect, test } from 'bun:test'
import { useApp } from '#tests/support/app.ts'

const { as } = useApp({ env: { PAPERDAWN_BACKUP_FOLDER: '/srv/backups', PAPERDAWN_BACKUP_HOUR: '4' } })

test('An admin queues one backup at a time, and sees where backups are made', async () => {
  const { data: before } = await as('admin').admin.backups.get()
  expect(before).toEqual({ items: [], total: 0, folder: '/srv/backups', hour: 4, kept: 7, encrypted: false })
  const { data: job, status } = await as('admin').admin.backup.post()
  expect([status, job?.kind, job?.state]).toEqual([202, 'backup', 'queued'])
  const again = await as('admin').admin.backup.post()
  expect([again.status, again.error?.value]).toMatchObject([
    409,
    { error: { code: 'already-running', job_id: job?.id } },
  ])
  expect((await as('ada').admin.backup.post()).status).toBe(403)
  expect((await as('ada').admin.backups.get()).status).toBe(403)
})
