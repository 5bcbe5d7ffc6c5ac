import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import type { ConnectionTest } from '#api/contract/connections.ts'
import type { Ereader, EreaderState } from '#api/contract/ereader.ts'
import { formatInstant } from '../../shared/format.ts'
import { useKeptDialog, useKeptInput } from '../../shared/keptInput.ts'
import { ConfirmDialog } from '../atoms/ConfirmDialog.tsx'
import { ControlRow } from '../atoms/ControlRow.tsx'
import { StateLabel, type StateLabelProps } from '../atoms/StateLabel.tsx'

export interface EreaderSettingsProps extends EreaderState {
  busy: boolean
  testing: boolean
  /** Result of the newest test. */
  tested: ConnectionTest | null
  error?: string | undefined
  onSave: (address: string) => void
  onTest: () => void
  onConfirm: (code: string) => void
  /** Resolves to whether it is removed. */
  onRemove: () => Promise<boolean>
}

const STATES: Readonly<Record<Ereader['state'], StateLabelProps>> = {
  waiting: { tone: 'warning', word: 'Waiting for the code' },
  on: { tone: 'good', word: 'On' },
  off: { tone: 'bad', word: 'Switched off' },
}

/** The e-reader: off with a field for its address, waiting for the code of a test, on, or switched off by a refusal. */
export function EreaderSettings(props: EreaderSettingsProps) {
  const { ereader, from, error } = props
  return (
    <>
      {from === null && (
        <Alert severity="info" sx={{ mb: 1 }}>
          This site sends no mail yet. An admin can set it up.
        </Alert>
      )}
      {ereader === null ? <AddressForm {...props} /> : <Saved {...props} ereader={ereader} />}
      {error !== undefined && (
        <Alert severity="error" sx={{ mt: 1 }}>
          {error}
        </Alert>
      )}
    </>
  )
}

function AddressForm({ busy, onSave }: EreaderSettingsProps) {
  const [address, setAddress] = useKeptInput('e-reader', '')
  return (
    <FieldForm
      label="E-mail address of the device"
      type="email"
      value={address}
      button="Save"
      busy={busy}
      onChange={setAddress}
      onSubmit={onSave}
    />
  )
}

function Saved(props: EreaderSettingsProps & { ereader: Ereader }) {
  const { ereader, from, busy, testing, tested, onSave, onTest, onConfirm, onRemove } = props
  const { address, state, code_until, last, failing_since } = ereader
  const [asking, setAsking] = useKeptDialog('remove e-reader', false)
  const [code, setCode] = useState('')
  const isFailing = state === 'on' && failing_since !== null
  return (
    <>
      <ControlRow sx={{ overflowWrap: 'anywhere' }}>
        {address}
        <StateLabel {...(isFailing ? { tone: 'warning', word: 'Failing' } : STATES[state])} />
      </ControlRow>
      <Typography component="div" variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {from !== null && state !== 'on' && (
          <div>Allow mail from {from} in the account of the device: it drops mail from other addresses.</div>
        )}
        {state === 'waiting' && <div>Then send a test, and type the code that the book shows.</div>}
        {state === 'on' && last === null && (
          <div>Nothing was sent yet. The next day comes at the hour of your digest.</div>
        )}
        {last !== null && (
          <div>
            {failing_since === null
              ? `${last.sentence} Sent on ${formatInstant(last.at)}.`
              : `Since ${formatInstant(failing_since)}: ${last.sentence}`}
          </div>
        )}
      </Typography>
      {state === 'waiting' && code_until !== null && (
        <FieldForm
          label="Code"
          help={`Valid until ${formatInstant(code_until)}`}
          value={code}
          button="Confirm"
          busy={busy}
          onChange={setCode}
          onSubmit={onConfirm}
        />
      )}
      <ControlRow sx={{ gap: 0, ml: -1.75 }}>
        {state === 'off' ? (
          <Button disabled={busy} onClick={() => onSave(address)}>
            Set it up again
          </Button>
        ) : (
          <Button disabled={busy || from === null} loading={testing} onClick={onTest}>
            Send a test
          </Button>
        )}
        <Button disabled={busy || testing} onClick={() => setAsking(true)} aria-label="Remove the e-reader">
          Remove
        </Button>
      </ControlRow>
      {tested && (
        <Alert severity={tested.ok ? 'success' : 'error'} sx={{ overflowWrap: 'anywhere' }}>
          {tested.message}
        </Alert>
      )}
      <ConfirmDialog
        open={asking}
        title="Remove the e-reader?"
        confirmLabel="Remove it"
        danger
        busy={busy}
        onConfirm={async () => {
          if (await onRemove()) setAsking(false)
        }}
        onClose={() => setAsking(false)}
      >
        Nothing is sent to {address} any more. The address and all that is kept about it are deleted here.
      </ConfirmDialog>
    </>
  )
}

interface FieldFormProps {
  label: string
  help?: string
  type?: 'email' | 'text'
  value: string
  button: string
  busy: boolean
  onChange: (value: string) => void
  onSubmit: (value: string) => void
}

function FieldForm({ label, help, type = 'text', value, button, busy, onChange, onSubmit }: FieldFormProps) {
  const isEmpty = value.trim() === ''
  return (
    <ControlRow
      as="form"
      sx={{ alignItems: 'flex-start', mt: 1.5, mb: 1 }}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isEmpty && !busy) onSubmit(value.trim())
      }}
    >
      <TextField
        size="small"
        sx={{ flex: '1 1 220px', maxWidth: 420 }}
        label={label}
        helperText={help}
        type={type}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        autoComplete="off"
        slotProps={{ htmlInput: { maxLength: 254, spellCheck: false, autoCapitalize: 'none' } }}
      />
      <Button type="submit" variant="outlined" loading={busy} disabled={isEmpty}>
        {button}
      </Button>
    </ControlRow>
  )
}
