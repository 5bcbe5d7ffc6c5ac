import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { ControlRow } from '../atoms/ControlRow.tsx'
import { useKeptInput } from '../../shared/keptInput.ts'

export interface SecretFieldProps {
  noun: 'password' | 'key'
  /** Of the secret, to keep the input: "mail password". */
  name: string
  /** True if the server has a saved secret. It is never shown. */
  isSet: boolean
  /** Undefined keeps the saved secret; an empty string removes it. */
  value: string | undefined
  error?: string | undefined
  help?: string | undefined
  onChange: (value: string | undefined) => void
}

/** Write-only field: the secret can be set, replaced and removed, but not read. */
export function SecretField({ noun, name, isSet, value, error, help, onChange }: SecretFieldProps) {
  const [replacing, setReplacing] = useKeptInput(`${name} field`, false)
  const isKept = isSet && !replacing && error === undefined
  if (isKept) {
    return (
      <ControlRow>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {value === '' ? `The ${noun} is removed with the next save.` : `A ${noun} is set.`}
        </Typography>
        {value === '' ? (
          <Button size="small" onClick={() => onChange(undefined)}>
            Keep it
          </Button>
        ) : (
          <>
            <Button size="small" variant="outlined" onClick={() => setReplacing(true)}>
              Replace {noun}
            </Button>
            <Button size="small" onClick={() => onChange('')}>
              Remove {noun}
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
      label={isSet ? `New ${noun}` : noun === 'key' ? 'Key' : 'Password'}
      value={value ?? ''}
      error={error !== undefined}
      helperText={error ?? help ?? 'It is stored encrypted and never shown again.'}
      onChange={(event) => onChange(event.target.value || undefined)}
      slotProps={{ htmlInput: { autoComplete: 'new-password' } }}
    />
  )
}
