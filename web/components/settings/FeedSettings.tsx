import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { ConfirmDialog } from '../atoms/ConfirmDialog.tsx'
import { SettingsRow } from './SettingsRow.tsx'
import { useKeptDialog } from '../../shared/keptInput.ts'

export interface FeedSettingsProps {
  /** The secret address; null if the feed is off. */
  address: string | null
  busy?: boolean
  error?: string | undefined
  /** Switches the feed on, or gives it a new address. Resolves to whether it did. */
  onRenew: () => Promise<boolean>
  onRemove: () => void
}

/** The reader's feed: its address to copy, renewing it and switching it off. */
export function FeedSettings({ address, busy = false, error, onRenew, onRemove }: FeedSettingsProps) {
  const [asking, setAsking] = useKeptDialog('feed address', false)
  const [copied, setCopied] = useState(false)
  const status = error === undefined ? 'idle' : 'failed'
  const copy = async (text: string) => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  return (
    <SettingsRow
      label="Feed"
      help="Your cards in a feed reader: Atom, or JSON Feed with .json at the end of the address. Whoever has the address can read them without signing in."
      status={status}
      error={error}
    >
      {address === null ? (
        <Button variant="outlined" loading={busy} onClick={() => void onRenew()}>
          Create an address
        </Button>
      ) : (
        <>
          <TextField
            fullWidth
            size="small"
            label="Address of your feed"
            value={address}
            slotProps={{ htmlInput: { readOnly: true } }}
            onFocus={(event) => event.target.select()}
          />
          <Stack direction="row" sx={{ gap: 1, mt: 1, flexWrap: 'wrap' }}>
            <Button variant="outlined" onClick={() => void copy(address)}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
            <Button onClick={() => setAsking(true)}>New address</Button>
            <Button loading={busy} onClick={onRemove}>
              Switch off
            </Button>
          </Stack>
        </>
      )}
      <ConfirmDialog
        open={asking}
        title="Give the feed a new address?"
        confirmLabel="New address"
        busy={busy}
        error={error}
        onConfirm={async () => {
          if (!(await onRenew())) return
          setCopied(false)
          setAsking(false)
        }}
        onClose={() => setAsking(false)}
      >
        The address before stops working at once. Enter the new one in your feed reader.
      </ConfirmDialog>
    </SettingsRow>
  )
}
