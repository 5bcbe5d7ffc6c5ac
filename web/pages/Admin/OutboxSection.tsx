import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useEffect, useEffectEvent, useState } from 'react'
import type { OutboxResendInput, OutboxState } from '#api/contract/mail.ts'
import { ControlRow } from '../../components/atoms/ControlRow.tsx'
import { JobProgress } from '../../components/admin/JobProgress.tsx'
import { OutboxTable } from '../../components/admin/OutboxTable.tsx'
import { ConfirmDialog } from '../../components/atoms/ConfirmDialog.tsx'
import { StateLabel } from '../../components/atoms/StateLabel.tsx'
import { jobStates, outboxStates } from '../../components/atoms/stateWords.ts'
import { isOpen, useStartJob } from '../../data/admin/useJobs.ts'
import { OUTBOX_PAGE, useOutbox, type OutboxFilter } from '../../data/admin/useOutbox.ts'
import { formatCount } from '../../shared/format.ts'
import { AdminSection } from './AdminSection.tsx'
import { ListedPart } from './ListedPart.tsx'
import { useKeptDialog } from '../../shared/keptInput.ts'

const WORDS: Record<OutboxResendInput['state'], string> = { failed: 'failed', uncertain: 'perhaps sent' }
const canResendAll = (state: OutboxState | undefined): state is OutboxResendInput['state'] =>
  state === 'failed' || state === 'uncertain'

export const OUTBOX_SECTION = 'outbox'

interface OutboxSectionProps {
  filter: OutboxFilter
  onFilter: (filter: OutboxFilter) => void
}

/** Every mail with its delivery state. An admin can send one again, or all that failed or were perhaps sent. */
export function OutboxSection({ filter, onFilter }: OutboxSectionProps) {
  const { outbox, isOfOtherFilter, error, refresh, refreshAll, resend, resendAll } = useOutbox(filter)
  const [resentId, setResentId] = useState<string | null>(null)
  const [asked, setAsked] = useKeptDialog<{ state: OutboxResendInput['state']; total: number } | null>(
    'send again',
    null,
  )
  const resending = useStartJob()
  const { job } = resending
  const hasEnded = job !== undefined && !isOpen(job)
  const showEnd = useEffectEvent(() => void refreshAll())
  useEffect(() => {
    if (hasEnded) showEnd()
  }, [hasEnded])
  const resendOne = (id: string) => {
    setResentId(id)
    void resending.start(() => resend(id))
  }
  const resendThese = async (these: OutboxResendInput['state']) => {
    setResentId(null)
    if (await resending.start(() => resendAll({ state: these }))) setAsked(null)
  }
  const { state } = filter
  const label =
    asked && `Send ${formatCount(asked.total)} ${WORDS[asked.state]} ${asked.total === 1 ? 'mail' : 'mails'} again`
  return (
    <AdminSection
      title="Outbox"
      id={OUTBOX_SECTION}
      action={
        <ControlRow>
          {canResendAll(state) && !isOfOtherFilter && outbox !== undefined && outbox.total > 0 && (
            <Button onClick={() => setAsked({ state, total: outbox.total })}>Send all of these again</Button>
          )}
          <TextField
            select
            size="small"
            label="State"
            value={state ?? ''}
            onChange={(event) =>
              onFilter({ state: (event.target.value || undefined) as OutboxState | undefined, skip: 0 })
            }
            slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
            sx={{ minWidth: 150 }}
          >
            <MenuItem value="">All</MenuItem>
            {Object.entries(outboxStates).map(([value, { word }]) => (
              <MenuItem key={value} value={value}>
                {word}
              </MenuItem>
            ))}
          </TextField>
        </ControlRow>
      }
    >
      {resending.error && asked === null && (
        <Alert severity={resending.error.code === 'already-running' ? 'info' : 'error'} sx={{ mb: 1.5 }}>
          {resending.error.message}
        </Alert>
      )}
      {job && (
        <Box component="output" sx={{ display: 'block', mb: 1.5 }}>
          <StateLabel {...jobStates[job.state]} />
          <JobProgress {...job} />
        </Box>
      )}
      <ListedPart
        what="The outbox"
        list={outbox}
        error={error}
        onRetry={() => void refresh()}
        empty={{
          title: state ? 'No mail in this state' : 'No mail was sent yet',
          text: state ? 'Choose another state.' : 'Every mail is listed here with its delivery state.',
        }}
        skip={filter.skip}
        limit={OUTBOX_PAGE}
        onSkip={(skip) => onFilter({ ...filter, skip })}
        height={120}
      >
        {(rows) => (
          <OutboxTable rows={rows} busyId={resending.isBusy ? resentId : null} onResend={({ id }) => resendOne(id)} />
        )}
      </ListedPart>
      <ConfirmDialog
        open={asked !== null}
        title={`${label}?`}
        confirmLabel={label ?? ''}
        busy={resending.isBusy}
        error={resending.error?.message}
        onConfirm={() => asked && void resendThese(asked.state)}
        onClose={() => setAsked(null)}
      >
        {asked?.state === 'uncertain'
          ? 'The mail server may have accepted them before: some may arrive twice.'
          : 'Each is tried once more now.'}
      </ConfirmDialog>
    </AdminSection>
  )
}
