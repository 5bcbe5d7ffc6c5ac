import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import { useState } from 'react'
import type { EmailConfigInput, EmailTest } from '#api/contract/mail.ts'
import { useUser } from '../../shared/useUser.ts'
import { LoadedPart } from '../../components/atoms/LoadedPart.tsx'
import { KillSwitchBanner } from '../../components/admin/KillSwitchBanner.tsx'
import { SmtpForm } from '../../components/admin/SmtpForm.tsx'
import { WithoutMailBanner } from '../../components/admin/WithoutMailBanner.tsx'
import { useEmailConfig } from '../../data/admin/useEmailConfig.ts'
import { useSystemHealth } from '../../data/admin/systemState.ts'
import type { OutboxFilter } from '../../data/admin/useOutbox.ts'
import { useAction } from '../../data/useAction.ts'
import { AdminSection, showSection } from './AdminSection.tsx'
import { DigestPreview } from './DigestPreview.tsx'
import { OUTBOX_SECTION, OutboxSection } from './OutboxSection.tsx'
import { SendTopPapers } from './SendTopPapers.tsx'
import { SUPPRESSIONS_SECTION, SuppressionsSection } from './SuppressionsSection.tsx'

/** Name of the check of the health that says which readers are without mail. */
const MAILS_CHECK = 'Mails'

/** Readers without mail, mail server settings, sending a mail manually, and the delivery state of every mail. */
export function EmailTab() {
  const { data: health } = useSystemHealth()
  const [filter, setFilter] = useState<OutboxFilter>({ skip: 0 })
  const mails = health?.checks.find(({ name }) => name === MAILS_CHECK)
  return (
    <>
      {health && mails && (
        <WithoutMailBanner
          readers={health.readers_without_mail}
          check={mails}
          onShowMails={(state) => {
            setFilter({ state, skip: 0 })
            showSection(OUTBOX_SECTION)
          }}
          onShowAddresses={() => showSection(SUPPRESSIONS_SECTION)}
        />
      )}
      <MailServer />
      <AdminSection title="Send a mail">
        <SendTopPapers />
      </AdminSection>
      <AdminSection title="Preview">
        <DigestPreview />
      </AdminSection>
      <SuppressionsSection />
      <OutboxSection filter={filter} onFilter={setFilter} />
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
      <KillSwitchBanner on={config?.configured === true && !config.enabled} />
      <LoadedPart
        what="The settings"
        data={config}
        error={error}
        onRetry={() => void refresh()}
        skeleton={<Skeleton animation={false} variant="rounded" height={320} />}
      >
        {(loaded) => (
          <Paper variant="sheet">
            <SmtpForm
              config={loaded}
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
          </Paper>
        )}
      </LoadedPart>
    </AdminSection>
  )
}
