import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { AccountDanger, type AccountDangerProps } from './AccountDanger.tsx'
import { SettingsRow } from './SettingsRow.tsx'

interface CallState {
  busy: boolean
  /** Name of the saved file. */
  saved?: string | undefined
  error?: string | undefined
}

export interface DataSettingsProps extends Omit<AccountDangerProps, 'exportButton'> {
  exporting: CallState
  onExport: () => void
}

/** The export of everything that is kept about the reader, and the deletion of the account. */
export function DataSettings({ email, exporting, onExport, erasing, onErase, onKeep }: DataSettingsProps) {
  return (
    <>
      <SettingsRow label="Export" help="Everything that is kept about you, notes included, in one JSON file.">
        <ExportButton {...exporting} onExport={onExport} />
      </SettingsRow>
      <AccountDanger
        email={email}
        erasing={erasing}
        exportButton={<ExportButton {...exporting} onExport={onExport} />}
        onErase={onErase}
        onKeep={onKeep}
      />
    </>
  )
}

function ExportButton({ busy, saved, error, onExport }: CallState & { onExport: () => void }) {
  return (
    <>
      <Button type="button" variant="outlined" loading={busy} onClick={onExport} sx={{ color: 'text.primary' }}>
        Export everything
      </Button>
      <Typography
        variant="body2"
        component="output"
        sx={{ display: 'block', mt: 1, color: error === undefined ? 'text.secondary' : 'error.main' }}
      >
        {error ?? (saved !== undefined && `Saved as ${saved}.`)}
      </Typography>
    </>
  )
}
