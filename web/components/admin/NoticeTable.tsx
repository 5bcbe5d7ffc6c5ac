import Link from '@mui/material/Link'
import type { NoticeRow } from '#api/contract/notices.ts'
import { formatPartialDate } from '../../shared/format.ts'
import { CellDetail, RecordTable, RowAction } from './RecordTable.tsx'

export interface NoticeTableProps {
  rows: readonly NoticeRow[]
  /** Id of the row that is being decided. All buttons are disabled until it ends. */
  busyId?: string | null
  onSetAside: (row: NoticeRow) => void
  onRestore: (row: NoticeRow) => void
}

const KINDS: Record<NoticeRow['kind'], string> = {
  retracted: 'Retracted',
  removed: 'Removed',
  withdrawn: 'Withdrawn',
  concern: 'Expression of concern',
  corrected: 'Corrected',
  reinstated: 'Reinstated',
}
const AUTHORS = { publisher: 'the publisher', 'retraction-watch': 'Retraction Watch' } as const

/** Table of the notices about papers of the library: what each says, who says it, and whether it was set aside. */
export function NoticeTable({ rows, busyId = null, onSetAside, onRestore }: NoticeTableProps) {
  const renderAction = (row: NoticeRow) => {
    const title = row.paper?.title ?? row.doi
    const act = { id: row.id, busyId }
    return row.set_aside === null ? (
      <RowAction {...act} label="Set aside" name={`Set aside: ${title}`} onAct={() => onSetAside(row)} />
    ) : (
      <RowAction {...act} label="Restore" name={`Restore: ${title}`} onAct={() => onRestore(row)} />
    )
  }
  return (
    <RecordTable
      label="Notices"
      minWidth={760}
      rows={rows}
      columns={[
        {
          name: 'Paper',
          isHead: true,
          isLong: true,
          renderCell: ({ paper, doi }) => (
            <>
              {paper?.title ?? 'Not in the library any more'}
              <CellDetail>{doi}</CellDetail>
            </>
          ),
        },
        {
          name: 'Notice',
          isLong: true,
          renderCell: ({ kind, on, url, reason, by, set_aside }) => (
            <>
              <Link href={url} underline="always">
                {KINDS[kind]}
              </Link>
              {on !== null && ` on ${formatPartialDate(on, 'day')}`}
              <CellDetail>
                {[reason, by.map((one) => AUTHORS[one]).join(', '), set_aside && `Set aside: ${set_aside.reason}`]
                  .filter(Boolean)
                  .join(' · ')}
              </CellDetail>
            </>
          ),
        },
        { name: 'Known since', renderCell: ({ known_on }) => formatPartialDate(known_on, 'day') },
        { name: 'Decision', renderCell: renderAction },
      ]}
    />
  )
}
