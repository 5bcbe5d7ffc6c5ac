import type { QuarantineRow } from '#api/contract/admin.ts'
import { formatCount } from '../../shared/format.ts'
import { InstantText } from '../atoms/InstantText.tsx'
import { Preformatted } from '../atoms/Preformatted.tsx'
import { RecordTable, RowAction } from './RecordTable.tsx'

/** Shown of a record, which may have 64 KB. */
const RAW_SHOWN = 200

export interface QuarantineTableProps {
  rows: readonly QuarantineRow[]
  /** Id of the record that is being fetched again. All buttons are disabled until it ends. */
  busyId?: string | null
  onRetry: (row: QuarantineRow) => void
}

/** Table of the records that could not be parsed, with the reason and the beginning of the raw text. */
export function QuarantineTable({ rows, busyId = null, onRetry }: QuarantineTableProps) {
  return (
    <RecordTable
      label="Records set aside"
      minWidth={720}
      rows={rows}
      columns={[
        { name: 'Source', isHead: true, renderCell: ({ source }) => source },
        {
          name: 'Reason',
          isLong: true,
          renderCell: ({ reason, raw }) => (
            <>
              {reason}
              <Preformatted>{raw.length > RAW_SHOWN ? `${raw.slice(0, RAW_SHOWN)}…` : raw}</Preformatted>
            </>
          ),
        },
        { name: 'Last seen', renderCell: ({ last_seen_at }) => <InstantText at={last_seen_at} /> },
        { name: 'Tries', align: 'right', renderCell: ({ tries }) => formatCount(tries) },
        {
          name: 'Action',
          renderCell: (row) => (
            <RowAction
              id={row.id}
              busyId={busyId}
              label="Fetch again"
              name={`Fetch again: ${row.reason}`}
              onAct={() => onRetry(row)}
            />
          ),
        },
      ]}
    />
  )
}
