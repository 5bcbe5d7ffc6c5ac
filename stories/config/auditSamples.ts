import type { AuditRow } from '#api/contract/admin.ts'

const row = (id: number, fields: Partial<AuditRow>): AuditRow => ({
  id: `audit-${id}`,
  at: `2026-11-20T06:${String(59 - id).padStart(2, '0')}:00.000Z`,
  by: 'user-3',
  by_email: 'admin@paperdawn.test',
  action: 'GET /api/admin/jobs',
  target: null,
  details: '',
  status: 200,
  times: 1,
  ...fields,
})

/** Calls that were answered, refused and failed, and a change with its details. */
export const auditRows: readonly AuditRow[] = [
  row(1, { times: 1_240 }),
  row(2, { action: 'POST /api/admin/wipe-and-refetch', status: 202 }),
  row(3, { action: 'user-disabled', target: 'user-2', details: 'second@example.org was disabled.', status: null }),
  row(4, { action: 'PUT /api/admin/users/:id', target: 'user-2' }),
  row(5, { by: 'user-1', by_email: 'reader@example.org', action: 'GET /api/admin/users', status: 403 }),
  row(6, { action: 'GET /api/admin/sources/:id', target: 'arxiv', status: 503 }),
]
