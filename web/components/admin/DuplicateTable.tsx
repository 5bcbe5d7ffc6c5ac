import Link from '@mui/material/Link'
import type { DuplicateRow, RecordOutline } from '#api/contract/duplicates.ts'
import { formatPercent } from '../../shared/format.ts'
import { ControlRow } from '../atoms/ControlRow.tsx'
import { InstantText } from '../atoms/InstantText.tsx'
import { CellDetail, RecordTable, RowAction } from './RecordTable.tsx'

export interface DuplicateTableProps {
  rows: readonly DuplicateRow[]
  /** Id of the row that is being decided. All buttons are disabled until it ends. */
  busyId?: string | null
  onJoin: (row: DuplicateRow) => void
  /** For a suspect: they are never joined. For two that were joined: they are parted. */
  onPart: (row: DuplicateRow) => void
}

/** Table of records that were joined or may be one paper: both titles side by side, and what speaks for it. */
export function DuplicateTable({ rows, busyId = null, onJoin, onPart }: DuplicateTableProps) {
  const renderAction = (row: DuplicateRow) => {
    if (row.records.length < 2) return 'One of them is not in the library any more.'
    const title = row.records[0]?.title ?? ''
    const act = { id: row.id, busyId }
    if (row.undone_at !== null) return 'Parted'
    if (row.kind === 'merge')
      return <RowAction {...act} label="Part" name={`Part: ${title}`} onAct={() => onPart(row)} />
    return (
      <ControlRow>
        <RowAction {...act} label="Join" name={`Join: ${title}`} onAct={() => onJoin(row)} />
        <RowAction {...act} label="Never join" name={`Never join: ${title}`} onAct={() => onPart(row)} />
      </ControlRow>
    )
  }
  return (
    <RecordTable
      label="Duplicates"
      minWidth={880}
      rows={rows}
      columns={[
        { name: 'Record', isHead: true, isLong: true, renderCell: ({ records }) => describeRecord(records[0]) },
        { name: 'Other record', isLong: true, renderCell: ({ records }) => describeRecord(records[1]) },
        {
          name: 'Why',
          renderCell: ({ rule, link, title_similarity, by }) => (
            <>
              {rule}
              <CellDetail>
                {[link, `${formatPercent(title_similarity)} of the title words`, by === 'admin' && 'by an admin']
                  .filter(Boolean)
                  .join(' · ')}
              </CellDetail>
            </>
          ),
        },
        { name: 'Since', renderCell: ({ at }) => <InstantText at={at} /> },
        { name: 'Decision', renderCell: renderAction },
      ]}
    />
  )
}

function describeRecord(record: RecordOutline | undefined) {
  if (record === undefined) return '–'
  const { id, title, authors, published_at, url } = record
  return (
    <>
      {title}
      <CellDetail>
        {[authors.join(', '), published_at?.slice(0, 4)].filter(Boolean).join(', ')}
        {' · '}
        <Link href={url} underline="always">
          {id}
        </Link>
      </CellDetail>
    </>
  )
}
