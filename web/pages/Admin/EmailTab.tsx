import Alert from '@mui/material/Alert'
import MenuItem from '@mui/material/MenuItem'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import type { EmailConfigInput, EmailTest, OutboxState } from '#api/contract/mail.ts'
import { useUser } from '../../shared/useUser.ts'
import { EmptyState } from '../../components/atoms/EmptyState.tsx'
import { ErrorState } from '../../components/atoms/ErrorState.tsx'
import { OutboxTable } from '../../components/admin/OutboxTable.tsx'
import { Sheet } from '../../components/lists/Sheet.tsx'
import { SmtpForm } from '../../components/admin/SmtpForm.tsx'
import { outboxStates } from '../../components/atoms/stateWords.ts'
import { useEmailConfig } from '../../data/admin/useEmailConfig.ts'
import { OUTBOX_PAGE, useOutbox, type OutboxFilter } from '../../data/admin/useOutbox.ts'
import { useAction } from '../../data/useAction.ts'
import { AdminSection } from './AdminSection.tsx'
import { DigestPreview } from './DigestPreview.tsx'
import { ListPages } from './ListPages.tsx'
import { SendTopPapers } from './SendTopPapers.tsx'
import { SuppressionsSection } from './SuppressionsSection.tsx'

/** Mail server settings, sending a mail manually, and the delivery state of every mail. */
export function EmailTab() {
  return (
    <>
      <MailServer />
      <AdminSection title="Send a mail">
        <SendTopPapers />
      </AdminSection>
      <AdminSection title="Preview">
        <DigestPreview />
      </AdminSection>
      <SuppressionsSection />
      <Outbox />
    </>
  )
}

function MailServer() {
  const user = useUser()
  const { config, error, refresh, save, test } = useEmailConfig()
  const [result, setResult] = useState<EmailTest>()
  const saving = useAction(save)
  const testing = useAction(async (input: EmailConfigInput, to?: string) => {
    setResult(undefined)
    setResult(await test(input, to))
  })
  return (
    <AdminSection title="Mail server">
      {config?.configured && !config.enabled && (
        <Alert severity="warning" sx={{ mb: 1.5 }}>
          All mail is paused.
        </Alert>
      )}
      {error && !config ? (
        <ErrorState error={error} onRetry={() => void refresh()} headingLevel="h3" compact />
      ) : !config ? (
        <Skeleton animation={false} variant="rounded" height={320} />
      ) : (
        <Sheet>
          <SmtpForm
            config={config}
            ownEmail={user.email}
            saving={saving.busy}
            saved={saving.done}
            testing={testing.busy}
            testResult={result}
            error={(saving.error ?? testing.error)?.message}
            fields={{ ...testing.error?.fields, ...saving.error?.fields }}
            onSave={(input) => void saving.run(input)}
            onTest={(input, to) => void testing.run(input, to)}
          />
        </Sheet>
      )}
    </AdminSection>
  )
}

function Outbox() {
  const [filter, setFilter] = useState<OutboxFilter>({ skip: 0 })
  const { outbox, error, refresh, resend } = useOutbox(filter)
  const [resentId, setResentId] = useState<string | null>(null)
  const resending = useAction(async (id: string) => {
    setResentId(id)
    await resend(id)
  })
  return (
    <AdminSection
      title="Outbox"
      action={
        <TextField
          select
          size="small"
          label="State"
          value={filter.state ?? ''}
          onChange={(event) =>
            setFilter({ state: (event.target.value || undefined) as OutboxState | undefined, skip: 0 })
          }
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
          sx={{ minWidth: 150 }}
        >
          <MenuItem value="">All</MenuItem>
          {Object.entries(outboxStates).map(([state, { word }]) => (
            <MenuItem key={state} value={state}>
              {word}
            </MenuItem>
          ))}
        </TextField>
      }
    >
      {error && !outbox ? (
        <ErrorState error={error} onRetry={() => void refresh()} headingLevel="h3" compact />
      ) : !outbox ? (
        <Skeleton animation={false} variant="rounded" height={120} />
      ) : outbox.items.length === 0 ? (
        <EmptyState
          headingLevel="h3"
          title={filter.state ? 'No mail in this state' : 'No mail was sent yet'}
          text={filter.state ? 'Choose another state.' : 'Every mail is listed here with its delivery state.'}
        />
      ) : (
        <>
          {resending.error && (
            <Alert severity="error" sx={{ mb: 1.5 }}>
              {resending.error.message}
            </Alert>
          )}
          <OutboxTable
            rows={outbox.items}
            busyId={resending.busy ? resentId : null}
            onResend={({ id }) => void resending.run(id)}
          />
          <ListPages
            skip={filter.skip}
            limit={OUTBOX_PAGE}
            total={outbox.total}
            onSkip={(skip) => setFilter({ ...filter, skip })}
          />
        </>
      )}
    </AdminSection>
  )
}
