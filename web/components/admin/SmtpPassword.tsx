import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { ControlRow } from '../atoms/ControlRow.tsx'
import { useKeptInput } from '../../shared/keptInput.ts'

export interface SmtpPasswordProps {
  /** True if the server has a saved password. It is never shown. */
  isSet: boolean
  /** True if it may not be used, because it was saved for another server, port, security or user. */
  isOfOtherLogin?: boolean
  /** Undefined keeps the saved password; an empty string removes it. */
  value: string | undefined
  error?: string | undefined
  onChange: (value: string | undefined) => void
}

const OTHER_LOGIN = 'Enter it again: the saved one is only used with the saved server, port, security and user.'

/** Write-only password field: the password can be set, replaced and removed, but not read. */
export function SmtpPassword({ isSet, isOfOtherLogin = false, value, error, onChange }: SmtpPasswordProps) {
  const [replacing, setReplacing] = useKeptInput('mail password field', false)
  if (isSet && !replacing) {
    return (
      <ControlRow>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {value === '' ? 'The password is removed with the next save.' : 'A password is set.'}
        </Typography>
        {value === '' ? (
          <Button size="small" onClick={() => onChange(undefined)}>
            Keep it
          </Button>
        ) : (
          <>
            <Button size="small" variant="outlined" onClick={() => setReplacing(true)}>
              Replace password
            </Button>
            <Button size="small" onClick={() => onChange('')}>
              Remove password
            </Button>
          </>
        )}
      </ControlRow>
    )
  }
  return (
    <TextField
      size="small"
      type="password"
      label={isSet ? 'New password' : 'Password'}
      value={value ?? ''}
      error={error !== undefined}
      helperText={error ?? (isOfOtherLogin ? OTHER_LOGIN : 'It is stored encrypted and never shown again.')}
      onChange={(event) => onChange(event.target.value || undefined)}
      slotProps={{ htmlInput: { autoComplete: 'new-password' } }}
    />
  )
}
