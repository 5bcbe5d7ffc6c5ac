import type { AuditAction, AuditExportQuery, AuditRow } from '../../contract/admin.ts'
import type { List } from '../../contract/lists.ts'
import { dayIn, now } from '../../platform/clock.ts'
import { countCall, findAudit, insertAudit, readAudit, type AuditRecord } from '../../store/readers/audit.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { csvLine } from '../../text/csv.ts'
import { inChunks, type StreamedFile } from '../../text/streamedFile.ts'

/** Stores an admin's action in the audit log. `details` is a sentence that must not contain secrets. */
export async function recordAdminAction(
  admin: UserRecord,
  { action, target = null, details }: { action: AuditAction; target?: string | null; details: string },
): Promise<void> {
  await insertAudit({ by: admin._id, by_email: admin.email, action, target, details })
}

/** Records a call of an admin route by `user`, who may be refused: `call` is its method and route. */
export async function recordAdminCall(
  user: UserRecord,
  { call, target, status }: { call: string; target: string | null; status: number },
): Promise<void> {
  await countCall({ by: user._id, by_email: user.email, action: call, target, status })
}

/** Returns the audit log, newest first. `person` and `action` filter by a part of the address and of the action, `reads: false` leaves out what only read. */
export async function listAudit({
  skip = 0,
  limit = 50,
  ...filter
}: {
  skip?: number
  limit?: number
  person?: string
  action?: string
  reads?: boolean
}): Promise<List<AuditRow>> {
  const { items, total } = await findAudit({ skip, limit, ...filter })
  return { items: items.map(toRow), total, skip, limit }
}

const toRow = ({ _id, at, target = null, status = null, times = 1, ...rest }: AuditRecord): AuditRow => ({
  ...rest,
  id: _id,
  at: at.toISOString(),
  target,
  status,
  times: times ?? 1,
})

/** What became of an action: a change that was made, or the response to a call. */
const describeOutcome = (status: number | null): string =>
  status === null ? 'changed' : status < 400 ? 'done' : status === 403 ? 'refused' : 'failed'

/** Columns of the CSV export. */
const columns: Readonly<Record<string, (row: AuditRow) => string>> = {
  at: ({ at }) => at,
  person: ({ by_email }) => by_email,
  person_id: ({ by }) => by,
  action: ({ action }) => action,
  object: ({ target }) => target ?? '',
  outcome: ({ status }) => describeOutcome(status),
  status: ({ status }) => status?.toString() ?? '',
  times: ({ times }) => times.toString(),
  details: ({ details }) => details,
}

/**
 * The whole audit log, newest first, or the part that the filters of `listAudit` leave: as JSON lines with the rows of
 * the API and "outcome", or as CSV with a line of column names.
 */
export function exportAudit({ format, ...filter }: AuditExportQuery): StreamedFile {
  const name = `paperdawn-audit-${dayIn('UTC', now())}.${format}`
  return format === 'csv'
    ? { name, type: 'text/csv', text: inChunks(writeCsv(readAudit(filter))) }
    : { name, type: 'application/jsonl', text: inChunks(writeLines(readAudit(filter))) }
}

async function* writeCsv(records: AsyncIterable<AuditRecord>): AsyncIterable<string> {
  yield csvLine(Object.keys(columns))
  for await (const record of records) {
    const row = toRow(record)
    yield csvLine(Object.values(columns).map((read) => read(row)))
  }
}

async function* writeLines(records: AsyncIterable<AuditRecord>): AsyncIterable<string> {
  for await (const record of records) {
    const row = toRow(record)
    yield `${JSON.stringify({ ...row, outcome: describeOutcome(row.status) })}\n`
  }
}
