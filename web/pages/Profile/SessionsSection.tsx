import Button from '@mui/material/Button'
import { useState } from 'react'
import { useSession } from '../../auth/useSession.ts'
import { ConfirmDialog } from '../../components/atoms/ConfirmDialog.tsx'
import { SettingsRow } from '../../components/settings/SettingsRow.tsx'
import { useClient } from '../../data/api.ts'
import { unwrap } from '../../shared/client.ts'
import { useAction } from '../../data/useAction.ts'
import { Section } from './Section.tsx'

/** Ends all sessions of the user, in browsers and terminals. */
export function SessionsSection() {
  const client = useClient()
  const { session } = useSession()
  const [asking, setAsking] = useState(false)
  const signOut = useAction(async () => {
    await unwrap(client.users.me['sign-out-everywhere'].post())
    await session.signOut()
  })
  return (
    <Section id="sessions" title="Sessions">
      <SettingsRow label="Sign out everywhere" help="All browsers and terminals, this one too, within five seconds.">
        <Button variant="outlined" onClick={() => setAsking(true)}>
          Sign out everywhere
        </Button>
      </SettingsRow>
      <ConfirmDialog
        open={asking}
        title="Sign out everywhere?"
        confirmLabel="Sign out everywhere"
        busy={signOut.busy}
        error={signOut.error?.message}
        onConfirm={() => void signOut.run()}
        onClose={() => setAsking(false)}
      >
        Every browser and terminal that is signed in to your account has to sign in again. Notes that are not saved yet
        stay on the devices they were written on.
      </ConfirmDialog>
    </Section>
  )
}
