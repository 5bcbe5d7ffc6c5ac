import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import type { SaveStatus } from '../../data/account/useSetting.ts'
import { SettingsRow } from './SettingsRow.tsx'

export interface AlarmSettingsProps {
  value: boolean
  status?: SaveStatus
  error?: string | undefined
  onRetry?: (() => void) | undefined
  onChange: (value: boolean) => void
}

/** Whether an admin gets alarms by mail. */
export function AlarmSettings({ value, onChange, ...saving }: AlarmSettingsProps) {
  return (
    <SettingsRow
      label="Alarms for admins"
      help="A mail when a source, a backup, a worker or the disk fails, and when it is good again. If mail itself fails, only a connection can say so."
      {...saving}
    >
      <FormControlLabel
        control={
          <Switch
            checked={value}
            slotProps={{ input: { 'aria-label': 'Alarms for admins by mail' } }}
            onChange={(_event, wanted) => onChange(wanted)}
          />
        }
        label={value ? 'On' : 'Off'}
      />
    </SettingsRow>
  )
}
