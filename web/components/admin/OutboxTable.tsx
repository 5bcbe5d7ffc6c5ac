import Typography from '@mui/material/Typography'
import type { OutboxRow } from '#api/contract/mail.ts'
import { serverNow } from '../../shared/serverClock.ts'
import { InstantText } from '../atoms/InstantText.tsx'
import { StateLabel, type StateLabelProps } from '../atoms/StateLabel.tsx'
import { mailNames, outboxStates } from '../atoms/stateWords.ts'
import { CellDetail, RecordTable, RowAction } from './RecordTable.tsx'

export interface OutboxTableProps {
  rows: readonly OutboxRow[]
  /** Id of the mail that is being queued again. All buttons are disabled until it ends. */
  busyId?: string | null
  onResend: (row: OutboxRow) => void
}

/** Of a mail that is tried again by itself. */
const FAILED_FOR_NOW: StateLabelProps = { tone: 'warning', word: 'Failed for now' }

/** What the button of a mail says; null for one that was sent or is being sent. */
const actionOf = ({ state }: OutboxRow) => {
  if (state === 'queued') return 'Send now'
  return state === 'failed' || state === 'uncertain' || state === 'suppressed' ? 'Send again' : null
}

/** Table of the outbox: queued, sent and failed mail, with the cause of failure. Unsent mail can be sent now. */
export function OutboxTable({ rows, busyId = null, onResend }: OutboxTableProps) {
  return (
    <RecordTable
      label="Outbox"
      minWidth={760}
      rows={rows}
      columns={[
        { name: 'To', isLong: true, width: '22%', renderCell: ({ to }) => to },
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
          renderCell: ({ state, retry_at, error }) => (
            <>
              <StateLabel {...(state === 'failed' && retry_at !== null ? FAILED_FOR_NOW : outboxStates[state])} />
              {error !== undefined && <Typography variant="body2">{error}</Typography>}
            </>
          ),
        },
        {
          name: 'When',
          isShort: true,
          renderCell: ({ sent_at, queued_at, retry_at }) => (
            <>
              <InstantText at={sent_at ?? queued_at} />
              {retry_at !== null && (
                <CellDetail>
                  next try{' '}
                  {Date.parse(retry_at) > serverNow().getTime() ? <InstantText at={retry_at} /> : 'with the next run'}
                </CellDetail>
              )}
            </>
          ),
        },
        {
          name: 'Action',
          renderCell: (row) => {
            const label = actionOf(row)
            if (label === null) return null
            return (
              <RowAction
                id={row.id}
                busyId={busyId}
                label={label}
                name={`${label} to ${row.to}: ${row.subject}`}
                onAct={() => onResend(row)}
              />
            )
          },
        },
      ]}
    />
  )
}
