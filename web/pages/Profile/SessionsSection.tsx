import Button from '@mui/material/Button'
import { useSession } from '../../auth/useSession.ts'
import Skeleton from '@mui/material/Skeleton'
import { ErrorState } from '../../components/atoms/ErrorState.tsx'
import { ConfirmDialog } from '../../components/atoms/ConfirmDialog.tsx'
import { SettingsRow } from '../../components/settings/SettingsRow.tsx'
import { TerminalRows } from '../../components/settings/TerminalRows.tsx'
import { useTerminals } from '../../data/account/useTerminals.ts'
import { useClient } from '../../data/api.ts'
import { unwrap } from '../../shared/client.ts'
import { useAction } from '../../data/useAction.ts'
import { Section } from './Section.tsx'
import { useKeptDialog } from '../../shared/keptInput.ts'

/** The terminals of the user, each of which can be signed out, and the end of all sessions, also in browsers. */
export function SessionsSection() {
  const client = useClient()
  const { session } = useSession()
  const { terminals, error, retry, end: endTerminal } = useTerminals()
  const end = useAction(endTerminal)
  const [asking, setAsking] = useKeptDialog('sign out everywhere', false)
  const signOut = useAction(async () => {
    await unwrap(client.users.me['sign-out-everywhere'].post())
    await session.signOut()
  })
  return (
    <Section id="sessions" title="Sessions">
      <SettingsRow
        label="Terminals"
        help="Where the command line is signed in to your account."
        status={end.error ? 'failed' : 'idle'}
        error={end.error?.message}
      >
        {terminals ? (
          <TerminalRows terminals={terminals} busy={end.busy} onEnd={(id) => void end.run(id)} />
        ) : error ? (
          <ErrorState error={error} onRetry={retry} headingLevel="h3" compact />
        ) : (
          <Skeleton width="60%" height={44} animation={false} />
        )}
      </SettingsRow>
      <SettingsRow
        label="Sign out everywhere"
        help="All browsers, terminals and tokens, this browser too, within five seconds."
      >
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
        Every browser and terminal that is signed in to your account has to sign in again. Your tokens and the address
        of your Atom feed end. Notes that are not saved yet stay on the devices they were written on.
      </ConfirmDialog>
    </Section>
  )
}
