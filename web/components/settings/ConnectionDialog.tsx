import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import type { Connection, ConnectionInput, ConnectionTest } from '#api/contract/connections.ts'
import type { TargetKind } from '#api/contract/limits.ts'
import { DialogForm } from '../atoms/DialogForm.tsx'
import { CONNECTION_WORDS, firstValues, toInput } from './connectionWords.ts'
import { ShownToken } from './ShownToken.tsx'

export interface ConnectionDialogProps {
  /** Null: closed. */
  kind: TargetKind | null
  /** The saved one of this kind. */
  connection: Connection | undefined
  saving: boolean
  testing: boolean
  tested: ConnectionTest | null
  error?: string | undefined
  /** The secret of an own webhook that was just made. */
  secret: string | null
  onTest: (values: ConnectionInput) => void
  onSave: (values: ConnectionInput) => void
  onClose: () => void
}

/** Asks for the values of a connection, with a test before they are saved; shows the secret of an own webhook once. */
export function ConnectionDialog(props: ConnectionDialogProps) {
  const { kind, secret, onClose } = props
  return (
    <Dialog
      open={kind !== null}
      // A secret that is shown is lost when the dialog closes: only its button closes it then.
      onClose={() => secret === null && onClose()}
      aria-labelledby={secret === null ? 'connection-title' : 'new-token-title'}
      maxWidth="sm"
      fullWidth
    >
      {secret !== null && (
        <ShownToken
          token={secret}
          title="The secret of your webhook"
          label="Secret"
          help="Copy it now: it is shown only this once. Your program checks by it that a message comes from here."
          onClose={onClose}
        />
      )}
      {kind !== null && secret === null && <ConnectionForm key={kind} {...props} kind={kind} />}
    </Dialog>
  )
}

function ConnectionForm(props: ConnectionDialogProps & { kind: TargetKind }) {
  const { kind, connection, saving, testing, tested, error, onTest, onSave, onClose } = props
  // Never kept: the values are secrets.
  const [values, setValues] = useState(() => firstValues(kind))
  const input = toInput(kind, values)
  const busy = saving || testing
  const { name: service, sentence, fields } = CONNECTION_WORDS[kind]
  return (
    <DialogForm
      onSubmit={(event) => {
        event.preventDefault()
        if (input !== null && !busy) onSave(input)
      }}
    >
      <DialogTitle id="connection-title">{service}</DialogTitle>
      <DialogContent>
        <Typography sx={{ mb: 1 }}>{sentence}</Typography>
        {connection && (
          <Typography variant="body2" sx={{ mb: 1, color: 'text.secondary', overflowWrap: 'anywhere' }}>
            Saved: {connection.host}
            {connection.last_four && `, …${connection.last_four}`}. It cannot be shown; new values replace all of it.
          </Typography>
        )}
        {fields.map(({ name, label, help, hidden, optional }) => (
          <TextField
            key={name}
            fullWidth
            margin="dense"
            label={label}
            helperText={help}
            required={!optional}
            type={hidden ? 'password' : 'text'}
            value={values[name] ?? ''}
            onChange={(event) => setValues({ ...values, [name]: event.target.value })}
            autoComplete={hidden ? 'new-password' : 'off'}
            slotProps={{ htmlInput: { maxLength: 2_000, spellCheck: false } }}
          />
        ))}
        {tested && (
          <Alert severity={tested.ok ? 'success' : 'error'} sx={{ mt: 1, overflowWrap: 'anywhere' }}>
            {tested.message}
          </Alert>
        )}
        {error !== undefined && (
          <Alert severity="error" sx={{ mt: 1 }}>
            {error}
          </Alert>
        )}
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap' }}>
        {kind === 'webhook' && connection && (
          <Button type="button" disabled={busy} onClick={() => onSave({ renew_secret: true })}>
            New secret
          </Button>
        )}
        <Button type="button" color="inherit" onClick={onClose}>
          Cancel
        </Button>
        <Button
          type="button"
          loading={testing}
          disabled={input === null || saving}
          onClick={() => input !== null && onTest(input)}
        >
          Send a test
        </Button>
        <Button type="submit" variant="contained" color="primary" loading={saving} disabled={input === null || testing}>
          Save
        </Button>
      </DialogActions>
    </DialogForm>
  )
}
