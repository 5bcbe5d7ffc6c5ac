import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import { useState } from 'react'
import type { EmailConfigInput, EmailTest } from '#api/contract/mail.ts'
import { useUser } from '../../shared/useUser.ts'
import { LoadedPart } from '../../components/atoms/LoadedPart.tsx'
import { KillSwitchBanner } from '../../components/admin/KillSwitchBanner.tsx'
import { SmtpForm } from '../../components/admin/SmtpForm.tsx'
import { useEmailConfig } from '../../data/admin/useEmailConfig.ts'
import { useAction } from '../../data/useAction.ts'
import { AdminSection } from './AdminSection.tsx'
import { DigestPreview } from './DigestPreview.tsx'
import { OutboxSection } from './OutboxSection.tsx'
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
      <OutboxSection />
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
