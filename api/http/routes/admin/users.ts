import { Elysia, t } from 'elysia'
import {
  AdminUser,
  AdminUserChanges,
  AdminUsers,
  AdminUsersQuery,
  AuditExportQuery,
  AuditList,
  AuditQuery,
} from '../../../contract/admin.ts'
import { failures } from '../../../contract/errors.ts'
import { AUDIT_KEPT_DAYS } from '../../../contract/limits.ts'
import { textOf } from '../../../contract/stringSchemas.ts'
import { changeUserAccess, listUsers } from '../../../services/accounts/users.ts'
import { exportAudit, listAudit } from '../../../services/accounts/audit.ts'
import type { Product } from '../../../services/product.ts'
import { auth } from '../../plugins/auth.ts'
import { sendStream } from '../../sendFile.ts'

const denied = failures('unauthenticated', 'forbidden', 'invalid-input')

export const adminUsersRoutes = (product: Product) =>
  new Elysia({ name: 'routes.adminUsers', prefix: '/admin', tags: ['users'] })
    .use(auth(product))
    .get('/users', ({ query }) => listUsers(product, query), {
      role: 'admin',
      scope: 'admin:read',
      query: AdminUsersQuery,
      response: { 200: AdminUsers, ...denied },
      detail: { summary: 'List users, newest first', description: '`q` filters by name and e-mail address.' },
    })
    .put('/users/:id', ({ user, params, body }) => changeUserAccess(product, user, params.id, body), {
      role: 'admin',
      scope: 'never',
      params: t.Object({ id: t.String({ minLength: 1, maxLength: 64 }) }),
      body: AdminUserChanges,
      response: { 200: AdminUser, ...denied, ...failures('not-found', 'conflict') },
      detail: { summary: 'Disable or enable an account, or allow a new sign-in with its address' },
    })
    .get('/audit', ({ query }) => listAudit(query), {
      role: 'admin',
      scope: 'admin:read',
      query: AuditQuery,
      response: { 200: AuditList, ...denied },
      detail: {
        summary: 'List the actions of admins, newest first',
        description: `They are kept for ${AUDIT_KEPT_DAYS} days. The place of a caller is not kept.`,
      },
    })
    .get('/audit/export', ({ query }) => sendStream(exportAudit(query)), {
      role: 'admin',
      scope: 'admin:read',
      query: AuditExportQuery,
      response: { 200: textOf('application/jsonl', 'text/csv'), ...denied },
      detail: { summary: 'Export all actions of admins, newest first, as JSON lines or CSV' },
    })
