import type { Backup } from '#api/contract/backups.ts'
import { formatBytes, formatCount, withLocalTimes } from '../../shared/format.ts'
import { InstantText } from '../atoms/InstantText.tsx'
import { StateLabel } from '../atoms/StateLabel.tsx'
import { backupStates } from '../atoms/stateWords.ts'
import { CellDetail, RecordTable } from './RecordTable.tsx'

export interface BackupTableProps {
  rows: readonly Backup[]
}

/** Table of the last backups: what each has, whether it is known to be restorable, and why one failed. */
export function BackupTable({ rows }: BackupTableProps) {
  return (
    <RecordTable
      label="Backups"
      minWidth={720}
      rows={rows}
      columns={[
        {
          name: 'Made',
          isHead: true,
          isShort: true,
          renderCell: ({ started_at }) => <InstantText at={started_at} />,
        },
        {
          name: 'State',
          renderCell: (row) => (
            <>
              <StateLabel {...backupStates[stateOf(row)]} />
              {row.removed_at !== null && <CellDetail>Removed: newer ones are kept</CellDetail>}
            </>
          ),
        },
        {
          name: 'Content',
          isLong: true,
          renderCell: ({ papers, readers, error, verify_error, path, host }) => (
            <>
              {papers !== null && readers !== null && `${formatCount(papers)} papers, ${formatCount(readers)} accounts`}
              {[error, verify_error].map(
                (reason) => reason !== null && <CellDetail key={reason}>{withLocalTimes(reason)}</CellDetail>,
              )}
              <CellDetail>
                {path} on {host}
              </CellDetail>
            </>
          ),
        },
        { name: 'Size', align: 'right', isShort: true, renderCell: ({ bytes }) => sizeOf(bytes) },
        { name: 'Secrets', isShort: true, renderCell: ({ with_secrets }) => (with_secrets ? 'Encrypted' : 'Left out') },
      ]}
    />
  )
}

function stateOf({ state, verified_at, verify_error }: Backup): keyof typeof backupStates {
  if (state !== 'done') return state
  if (verify_error !== null) return 'broken'
  return verified_at === null ? 'done' : 'verified'
}

function sizeOf(bytes: number | null): string {
  if (bytes === null) return '–'
  return bytes < 1_000_000 ? 'under 1 MB' : formatBytes(bytes)
}
