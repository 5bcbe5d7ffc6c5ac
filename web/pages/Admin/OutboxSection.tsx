import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import type { OutboxResendInput, OutboxState } from '#api/contract/mail.ts'
import { ControlRow } from '../../components/atoms/ControlRow.tsx'
import { OutboxTable } from '../../components/admin/OutboxTable.tsx'
import { ConfirmDialog } from '../../components/atoms/ConfirmDialog.tsx'
import { EmptyState } from '../../components/atoms/EmptyState.tsx'
import { LoadedPart } from '../../components/atoms/LoadedPart.tsx'
import { outboxStates } from '../../components/atoms/stateWords.ts'
import { OUTBOX_PAGE, useOutbox, type OutboxFilter } from '../../data/admin/useOutbox.ts'
import { useAction } from '../../data/useAction.ts'
import { formatCount } from '../../shared/format.ts'
import { AdminSection } from './AdminSection.tsx'
import { ListPages } from './ListPages.tsx'
import { useKeptDialog } from '../../shared/keptInput.ts'

const WORDS: Record<OutboxResendInput['state'], string> = { failed: 'failed', uncertain: 'perhaps sent' }
const canResendAll = (state: OutboxState | undefined): state is OutboxResendInput['state'] =>
  state === 'failed' || state === 'uncertain'

/** Every mail with its delivery state. An admin can send one again, or all that failed or were perhaps sent. */
export function OutboxSection() {
  const [filter, setFilter] = useState<OutboxFilter>({ skip: 0 })
  const { outbox, error, refresh, resend, resendAll } = useOutbox(filter)
  const [resentId, setResentId] = useState<string | null>(null)
  const [asked, setAsked] = useKeptDialog<{ state: OutboxResendInput['state']; total: number } | null>(
    'send again',
    null,
  )
  const resending = useAction(async (id: string) => {
    setResentId(id)
    await resend(id)
  })
  const resendingAll = useAction(async (state: OutboxResendInput['state']) => {
    await resendAll({ state })
    setAsked(null)
  })
  const { state } = filter
  const label =
    asked && `Send ${formatCount(asked.total)} ${WORDS[asked.state]} ${asked.total === 1 ? 'mail' : 'mails'} again`
  return (
    <AdminSection
      title="Outbox"
      action={
        <ControlRow>
          {canResendAll(state) && outbox !== undefined && outbox.total > 0 && (
            <Button onClick={() => setAsked({ state, total: outbox.total })}>Send all of these again</Button>
          )}
          <TextField
            select
            size="small"
            label="State"
            value={state ?? ''}
            onChange={(event) =>
              setFilter({ state: (event.target.value || undefined) as OutboxState | undefined, skip: 0 })
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
      {resendingAll.done && (
        <Alert severity="success" sx={{ mb: 1.5 }}>
          They are being sent. The overview shows how far it is.
        </Alert>
      )}
      <LoadedPart
        what="The outbox"
        data={outbox}
        error={error}
        onRetry={() => void refresh()}
        skeleton={<Skeleton animation={false} variant="rounded" height={120} />}
      >
        {(loaded) =>
          loaded.items.length === 0 ? (
            <EmptyState
              headingLevel="h3"
              title={state ? 'No mail in this state' : 'No mail was sent yet'}
              text={state ? 'Choose another state.' : 'Every mail is listed here with its delivery state.'}
            />
          ) : (
            <>
              {resending.error && (
                <Alert severity="error" sx={{ mb: 1.5 }}>
                  {resending.error.message}
                </Alert>
              )}
              <OutboxTable
                rows={loaded.items}
                busyId={resending.busy ? resentId : null}
                onResend={({ id }) => void resending.run(id)}
              />
              <ListPages
                skip={filter.skip}
                limit={OUTBOX_PAGE}
                total={loaded.total}
                onSkip={(skip) => setFilter({ ...filter, skip })}
              />
            </>
          )
        }
      </LoadedPart>
      <ConfirmDialog
        open={asked !== null}
        title={`${label}?`}
        confirmLabel={label ?? ''}
        busy={resendingAll.busy}
        error={resendingAll.error?.message}
        onConfirm={() => asked && void resendingAll.run(asked.state)}
        onClose={() => setAsked(null)}
      >
        {asked?.state === 'uncertain'
          ? 'The mail server may have accepted them before: some may arrive twice.'
          : 'Each is tried once more now.'}
      </ConfirmDialog>
    </AdminSection>
  )
}
