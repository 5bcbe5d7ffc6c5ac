import Skeleton from '@mui/material/Skeleton'
import { useState } from 'react'
import type { ConnectionTest } from '#api/contract/connections.ts'
import { LoadedPart } from '../../components/atoms/LoadedPart.tsx'
import { EreaderSettings } from '../../components/settings/EreaderSettings.tsx'
import { SettingsRow } from '../../components/settings/SettingsRow.tsx'
import { useEreader } from '../../data/account/useEreader.ts'
import { useMailStatus } from '../../data/account/useMailStatus.ts'
import { useAction } from '../../data/useAction.ts'

/** The e-reader that the reader's day is mailed to. */
export function EreaderRow() {
  const { state, error, retry, ...calls } = useEreader()
  const { refresh } = useMailStatus()
  const [tested, setTested] = useState<ConnectionTest | null>(null)
  const testing = useAction(async () => {
    setTested(null)
    setTested(await calls.test())
  })
  const changing = useAction(async (change: () => Promise<void>) => {
    await change()
    setTested(null)
    // The settings of the digest show its time if an e-reader uses it.
    await refresh()
  })
  return (
    <SettingsRow
      label="E-reader"
      help="The papers of the day as a book on a Kindle, PocketBook or Kobo that takes books by e-mail, at the hour and on the weekdays of your digest. The maker of the device sees the book."
    >
      <LoadedPart
        what="Your e-reader"
        data={state}
        error={error}
        onRetry={retry}
        skeleton={<Skeleton width="60%" height={44} animation={false} />}
      >
        {(loaded) => (
          <EreaderSettings
            {...loaded}
            busy={changing.busy}
            testing={testing.busy}
            tested={tested}
            error={(changing.error ?? testing.error)?.message}
            onSave={(address) => void changing.run(() => calls.save(address))}
            onTest={() => void testing.run()}
            onConfirm={(code) => void changing.run(() => calls.confirm(code))}
            onRemove={() => changing.run(calls.remove)}
          />
        )}
      </LoadedPart>
    </SettingsRow>
  )
}
