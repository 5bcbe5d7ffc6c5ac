import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import List from '@mui/material/List'
import Typography from '@mui/material/Typography'
import type { Connection, ConnectionTest } from '#api/contract/connections.ts'
import type { TargetKind } from '#api/contract/limits.ts'
import { ConfirmDialog } from '../atoms/ConfirmDialog.tsx'
import { ControlRow } from '../atoms/ControlRow.tsx'
import { StateLabel, type StateLabelProps } from '../atoms/StateLabel.tsx'
import { formatInstant } from '../../shared/format.ts'
import { useKeptDialog } from '../../shared/keptInput.ts'
import { CONNECTION_KINDS, CONNECTION_WORDS } from './connectionWords.ts'
import { SendsSwitches } from './SendsSwitches.tsx'

export interface ConnectionRowsProps {
  connections: readonly Connection[]
  busy: boolean
  /** Alarms can be switched on. */
  isAdmin?: boolean
  error?: string | undefined
  /** The saved connection that is being tested, or was tested last, and what came of it. */
  tested?: { kind: TargetKind; result: ConnectionTest | null } | null
  /** Why the switches of this connection were not saved. */
  unsaved?: { kind: TargetKind; message: string } | null
  onSetUp: (kind: TargetKind) => void
  /** The reader switched something of a connection on or off. */
  onSwitch: (kind: TargetKind, changes: Partial<Connection['sends']>) => void
  onTest: (kind: TargetKind) => void
  /** Resolves to whether it is removed. */
  onRemove: (kind: TargetKind) => Promise<boolean>
}

/** One row for each service: off with what it would do, or on with what happened last or fails. */
export function ConnectionRows(props: ConnectionRowsProps) {
  const { connections, busy, isAdmin = false, error, tested, unsaved, onSetUp, onSwitch, onTest, onRemove } = props
  const [asked, setAsked] = useKeptDialog<TargetKind | null>('remove connection', null)
  return (
    <>
      <List>
        {CONNECTION_KINDS.map((kind) => (
          <Row
            key={kind}
            kind={kind}
            connection={connections.find((one) => one.kind === kind)}
            busy={busy}
            isAdmin={isAdmin}
            tested={tested?.kind === kind ? tested.result : undefined}
            unsaved={unsaved?.kind === kind ? unsaved.message : undefined}
            onSetUp={() => onSetUp(kind)}
            onSwitch={(changes) => onSwitch(kind, changes)}
            onTest={() => onTest(kind)}
            onRemove={() => setAsked(kind)}
          />
        ))}
      </List>
      <ConfirmDialog
        open={asked !== null}
        title={`Remove ${asked === null ? 'this connection' : CONNECTION_WORDS[asked].name}?`}
        confirmLabel="Remove it"
        danger
        busy={busy}
        error={error}
        onConfirm={async () => {
          if (asked !== null && (await onRemove(asked))) setAsked(null)
        }}
        onClose={() => setAsked(null)}
      >
        Nothing is sent there any more. Its address and all that is kept about it are deleted here.
      </ConfirmDialog>
    </>
  )
}

interface RowProps {
  kind: TargetKind
  connection: Connection | undefined
  busy: boolean
  isAdmin: boolean
  /** Undefined: this one was not tested; null: the test runs. */
  tested: ConnectionTest | null | undefined
  unsaved: string | undefined
  onSetUp: () => void
  onSwitch: (changes: Partial<Connection['sends']>) => void
  onTest: () => void
  onRemove: () => void
}

function Row({ kind, connection, busy, isAdmin, tested, unsaved, onSetUp, onSwitch, onTest, onRemove }: RowProps) {
  const name = CONNECTION_WORDS[kind].name
  return (
    <ControlRow as="li" sx={{ py: 1 }}>
      <Box sx={{ flex: '1 1 240px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <ControlRow>
          {name}
          {connection && <StateLabel {...stateOf(connection)} />}
        </ControlRow>
        <Typography component="div" variant="body2" sx={{ color: 'text.secondary' }}>
          {connection ? <State connection={connection} /> : CONNECTION_WORDS[kind].sentence}
        </Typography>
      </Box>
      {connection && (
        <SendsSwitches name={name} sends={connection.sends} busy={busy} isAdmin={isAdmin} onSwitch={onSwitch} />
      )}
      {unsaved !== undefined && (
        <Alert severity="error" sx={{ flexBasis: '100%' }}>
          {unsaved}
        </Alert>
      )}
      {connection === undefined ? (
        <Button variant="outlined" disabled={busy} onClick={onSetUp} aria-label={`Set up ${name}`}>
          Set up
        </Button>
      ) : (
        <Box sx={{ flexBasis: '100%', display: 'flex', flexWrap: 'wrap', ml: -1.75 }}>
          <Button disabled={busy} loading={tested === null} onClick={onTest} aria-label={`Send a test to ${name}`}>
            Send a test
          </Button>
          <Button disabled={busy} onClick={onSetUp} aria-label={`Change ${name}`}>
            Change
          </Button>
          <Button disabled={busy} onClick={onRemove} aria-label={`Remove ${name}`}>
            Remove
          </Button>
        </Box>
      )}
      {tested && (
        <Alert severity={tested.ok ? 'success' : 'error'} sx={{ flexBasis: '100%', overflowWrap: 'anywhere' }}>
          {tested.message}
        </Alert>
      )}
    </ControlRow>
  )
}

function stateOf({ on, failing_since }: Connection): StateLabelProps {
  if (!on) return { tone: 'bad', word: 'Switched off' }
  return failing_since === null ? { tone: 'good', word: 'On' } : { tone: 'warning', word: 'Failing' }
}

function State({ connection: { host, last_four, on, sends, last, failing_since } }: { connection: Connection }) {
  const where = last_four === '' ? host : `${host}, …${last_four}`
  return (
    <>
      <div>To {where}.</div>
      {last === null && (
        <div>
          Nothing was sent yet.
          {(sends.day || sends.hits || sends.updates) && ' The next day is sent at the hour of your digest.'}
        </div>
      )}
      {last !== null && failing_since === null && (
        <div>
          {last.sentence} Sent on {formatInstant(last.at)}.
        </div>
      )}
      {last !== null && failing_since !== null && (
        <div>
          Since {formatInstant(failing_since)}: {last.sentence}
          {!on && ' Change it to switch it on again.'}
        </div>
      )}
    </>
  )
}
