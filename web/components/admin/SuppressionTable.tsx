import type { SuppressionRow } from '#api/contract/mail.ts'
import { InstantText } from '../atoms/InstantText.tsx'
import { suppressionCauses } from '../atoms/stateWords.ts'
import { CellDetail, RecordTable, RowAction } from './RecordTable.tsx'

export interface SuppressionTableProps {
  rows: readonly SuppressionRow[]
  /** Id of the row that is being released. All buttons are disabled until it ends. */
  busyId?: string | null
  onRelease: (row: SuppressionRow) => void
}

/** Table of the addresses to which nothing is sent, with the cause and the reply of the mail server. */
export function SuppressionTable({ rows, busyId = null, onRelease }: SuppressionTableProps) {
  return (
    <RecordTable
      label="Addresses without mail"
      minWidth={720}
      rows={rows}
      columns={[
        { name: 'Address', isHead: true, isLong: true, width: '35%', renderCell: ({ id }) => id },
        {
          name: 'Cause',
          isLong: true,
          renderCell: ({ cause, reason }) => (
            <>
              {suppressionCauses[cause]}
              <CellDetail>{reason}</CellDetail>
            </>
          ),
        },
        { name: 'Since', isShort: true, renderCell: ({ since }) => <InstantText at={since} /> },
        {
          name: 'Last refused',
          isShort: true,
          renderCell: ({ last_refused_at }) => <InstantText at={last_refused_at} />,
        },
        {
          name: 'Action',
          renderCell: (row) => (
            <RowAction
              id={row.id}
              busyId={busyId}
              label="Release"
              name={`Release ${row.id}`}
              onAct={() => onRelease(row)}
            />
          ),
        },
      ]}
    />
  )
}
