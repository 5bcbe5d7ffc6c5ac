import Typography from '@mui/material/Typography'
import type { OutboxRow } from '#api/contract/mail.ts'
import { InstantText } from '../atoms/InstantText.tsx'
import { StateLabel } from '../atoms/StateLabel.tsx'
import { mailNames, outboxStates } from '../atoms/stateWords.ts'
import { CellDetail, RecordTable, RowAction } from './RecordTable.tsx'

export interface OutboxTableProps {
  rows: readonly OutboxRow[]
  /** Id of the mail that is being queued again. All buttons are disabled until it ends. */
  busyId?: string | null
  onResend: (row: OutboxRow) => void
}

const canBeResent = ({ state }: OutboxRow) => state === 'failed' || state === 'uncertain' || state === 'suppressed'

/** Table of the outbox: queued, sent and failed mail, with the cause of failure. Unsent mail can be sent again. */
export function OutboxTable({ rows, busyId = null, onResend }: OutboxTableProps) {
  return (
    <RecordTable
      label="Outbox"
      minWidth={760}
      rows={rows}
      columns={[
        { name: 'To', renderCell: ({ to }) => to },
        {
          name: 'Message',
          renderCell: ({ subject, kind, attempts }) => (
            <>
              {subject}
              <CellDetail>
                {mailNames[kind]}
                {attempts > 1 && `, ${attempts} attempts`}
              </CellDetail>
            </>
          ),
        },
        {
          name: 'State',
          isLong: true,
          renderCell: ({ state, error }) => (
            <>
              <StateLabel {...outboxStates[state]} />
              {error !== undefined && <Typography variant="body2">{error}</Typography>}
            </>
          ),
        },
        {
          name: 'When',
          renderCell: ({ sent_at, queued_at, retry_at }) => (
            <>
              <InstantText at={sent_at ?? queued_at} />
              {retry_at !== null && (
                <CellDetail>
                  next try <InstantText at={retry_at} />
                </CellDetail>
              )}
            </>
          ),
        },
        {
          name: 'Action',
          renderCell: (row) =>
            canBeResent(row) && (
              <RowAction
                id={row.id}
                busyId={busyId}
                label="Send again"
                name={`Send again to ${row.to}: ${row.subject}`}
                onAct={() => onResend(row)}
              />
            ),
        },
      ]}
    />
  )
}
