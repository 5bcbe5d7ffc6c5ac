import { DataSettings } from '../../components/settings/DataSettings.tsx'
import { useAccountData } from '../../data/account/useAccountData.ts'
import { useUser } from '../../shared/useUser.ts'
import type { ApiError } from '../../shared/client.ts'
import { Section } from './Section.tsx'

/** The export of the reader's data, and the deletion of the account. */
export function DataSection() {
  const { id, email } = useUser()
  const { exporting, erasing, file } = useAccountData({ id, email })
  return (
    <Section id="data" title="Your data">
      <DataSettings
        email={email}
        exporting={{ busy: exporting.busy, error: exporting.error?.message, saved: exporting.done ? file : undefined }}
        onExport={() => void exporting.run()}
        erasing={{
          busy: erasing.busy,
          error: erasing.needsSignIn ? undefined : erasing.error && sentenceOf(erasing.error),
          signIn: erasing.needsSignIn ? { problem: erasing.problem } : undefined,
        }}
        onErase={() => void erasing.run()}
        onKeep={erasing.reset}
      />
    </Section>
  )
}

/** What a failure means for the account: without a clear answer the deletion may have begun, and is then completed. */
function sentenceOf({ message, status, code }: ApiError): string {
  const isOpen = code === 'unreachable' || status >= 500
  return isOpen
    ? `${message} It is not known whether the deletion has begun. Try again; what has begun is completed in any case.`
    : `${message} Your account and your data are unchanged.`
}
