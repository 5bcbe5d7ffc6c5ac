import { Elysia } from 'elysia'
import { Backups } from '../../../contract/backups.ts'
import { failures } from '../../../contract/errors.ts'
import { Job } from '../../../contract/jobs.ts'
import { listBackups, startBackup } from '../../../services/backup/backups.ts'
import type { Product } from '../../../services/product.ts'
import { auth } from '../../plugins/auth.ts'

const denied = failures('unauthenticated', 'forbidden')

/** A part of the routes of the status, which have the prefix: TypeScript limits the depth of the chain of all routes. */
export const adminBackupRoutes = (product: Product) =>
  new Elysia({ name: 'routes.adminBackups', tags: ['backups'] })
    .use(auth(product))
    .post('/backup', async ({ user, status }) => status(202, await startBackup(product, user)), {
      role: 'admin',
      scope: 'admin:write',
      response: { 202: Job, ...denied, ...failures('already-running', 'conflict') },
      detail: {
        summary: 'Back up the library into the folder of a worker',
        description:
          'The archive is not sent to the caller, and a restore is only possible on the machine itself. 409 if no folder is set, or while a backup is made.',
      },
    })
    .get('/backups', () => listBackups(product), {
      role: 'admin',
      scope: 'admin:read',
      response: { 200: Backups, ...denied },
      detail: { summary: 'List the last backups, newest first, and when and where they are made' },
    })
