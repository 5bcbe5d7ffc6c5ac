import type { AuditRow } from '#api/contract/admin.ts'
import { formatCount } from '../../shared/format.ts'
import { InstantText } from '../atoms/InstantText.tsx'
import { CellDetail, RecordTable } from './RecordTable.tsx'

/** Table of the audit log: changes with their details, and calls with the status of their response. */
export function AuditTable({ rows }: { rows: readonly AuditRow[] }) {
  return (
    <RecordTable
      label="Audit log"
      minWidth={720}
      rows={rows}
      columns={[
        { name: 'When', renderCell: ({ at }) => <InstantText at={at} /> },
        { name: 'Who', isHead: true, renderCell: ({ by_email }) => by_email },
        {
          name: 'Action',
          isLong: true,
          renderCell: ({ action, details }) => (
            <>
              {action}
              {details !== '' && <CellDetail>{details}</CellDetail>}
            </>
          ),
        },
        { name: 'Object', renderCell: ({ target }) => target ?? '–' },
        { name: 'Outcome', renderCell: describeOutcome },
      ]}
    />
  )
}

/** The outcome of a call, with how often the same one happened in that hour. A change is recorded after it was made. */
function describeOutcome({ status, times }: AuditRow): string {
  if (status === null) return 'changed'
  const outcome = status < 400 ? 'done' : status === 403 ? 'refused' : 'failed'
  return `${outcome} (${status})${times > 1 ? `, ${formatCount(times)} times` : ''}`
}
