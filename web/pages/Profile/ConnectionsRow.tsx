import Alert from '@mui/material/Alert'
import Skeleton from '@mui/material/Skeleton'
import { useState } from 'react'
import type { Connection, ConnectionInput, ConnectionTest } from '#api/contract/connections.ts'
import type { TargetKind } from '#api/contract/limits.ts'
import { LoadedPart } from '../../components/atoms/LoadedPart.tsx'
import { ConnectionDialog } from '../../components/settings/ConnectionDialog.tsx'
import { ConnectionRows } from '../../components/settings/ConnectionRows.tsx'
import { SettingsRow } from '../../components/settings/SettingsRow.tsx'
import { useConnections } from '../../data/account/useConnections.ts'
import { useMailStatus } from '../../data/account/useMailStatus.ts'
import { useAction } from '../../data/useAction.ts'
import { useUser } from '../../shared/useUser.ts'

/** The services that the reader's day is posted to, and a dialog that sets one up. */
export function ConnectionsRow() {
  const { connections, error, retry, save, test, remove } = useConnections()
  const { refresh } = useMailStatus()
  const user = useUser()
  const [open, setOpen] = useState<TargetKind | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const [tried, setTried] = useState<ConnectionTest | null>(null)
  const [tested, setTested] = useState<{ kind: TargetKind; result: ConnectionTest | null } | null>(null)
  // What is being saved is shown at once.
  const [switched, setSwitched] = useState<{ kind: TargetKind; sends: Partial<Connection['sends']> } | null>(null)
  const withSwitched = (one: Connection): Connection =>
    switching.busy && switched?.kind === one.kind ? { ...one, sends: { ...one.sends, ...switched.sends } } : one

  const trying = useAction(async (kind: TargetKind, input: ConnectionInput) => {
    setTried(null)
    setTried(await test(kind, input))
  })
  const saving = useAction(async (kind: TargetKind, input: ConnectionInput) => {
    const made = await save(kind, input)
    setTested(null)
    setSecret(made)
    if (made === null) setOpen(null)
    // The settings of the digest show its time if a connection uses it.
    await refresh()
  })
  const testing = useAction(async (kind: TargetKind) => {
    setTested({ kind, result: null })
    try {
      setTested({ kind, result: await test(kind) })
    } catch (error) {
      setTested(null)
      throw error
    }
  })
  const switching = useAction(async (kind: TargetKind, sends: Partial<Connection['sends']>) => {
    setSwitched({ kind, sends })
    await save(kind, { sends })
    await refresh()
  })
  const removing = useAction(async (kind: TargetKind) => {
    await remove(kind)
    setTested(null)
    await refresh()
  })
  const close = () => {
    setOpen(null)
    setSecret(null)
    setTried(null)
    trying.reset()
    saving.reset()
  }
  return (
    <SettingsRow
      label="Your day elsewhere"
      help="The papers of the day in a service that you already use, at the hour and on the weekdays of your digest. Also without the mail."
    >
      <LoadedPart
        what="The list of your connections"
        data={connections}
        error={error}
        onRetry={retry}
        skeleton={<Skeleton width="60%" height={44} animation={false} />}
      >
        {(loaded) => (
          <ConnectionRows
            connections={loaded.map(withSwitched)}
            isAdmin={user.is_admin}
            busy={testing.busy || removing.busy || switching.busy}
            error={removing.error?.message}
            tested={tested}
            unsaved={switched && switching.error ? { kind: switched.kind, message: switching.error.message } : null}
            onSetUp={setOpen}
            onSwitch={(kind, changes) => void switching.run(kind, changes)}
            onTest={(kind) => void testing.run(kind)}
            onRemove={(kind) => removing.run(kind)}
          />
        )}
      </LoadedPart>
      {testing.error && <Alert severity="error">{testing.error.message}</Alert>}
      <ConnectionDialog
        kind={open}
        connection={connections?.find(({ kind }) => kind === open)}
        saving={saving.busy}
        testing={trying.busy}
        tested={tried}
        error={(saving.error ?? trying.error)?.message}
        secret={secret}
        onTest={(input) => open !== null && void trying.run(open, input)}
        onSave={(input) => open !== null && void saving.run(open, input)}
        onClose={close}
      />
    </SettingsRow>
  )
}
