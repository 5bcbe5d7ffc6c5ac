import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { ControlRow } from '../atoms/ControlRow.tsx'

export interface SettingFieldProps {
  label: string
  value: string
  /** The default value; undefined if there is none. */
  standard: string | undefined
  standardText?: string | undefined
  /** What is in force in place of the value, in a sentence. */
  inForce?: string | undefined
  problem: string | undefined
  onChange: (value: string) => void
}

/** A setting as text, which says its default and can be reset to it. */
export function SettingField({
  label,
  value,
  standard,
  standardText = standard,
  inForce,
  problem,
  onChange,
}: SettingFieldProps) {
  const isDefault = standard === undefined || value.trim() === standard
  const help = isDefault ? 'The default' : `Default: ${standardText}`
  return (
    <ControlRow sx={{ alignItems: 'start' }}>
      <TextField
        size="small"
        label={label}
        value={value}
        error={problem !== undefined}
        helperText={problem ?? (inForce === undefined ? help : `${inForce} ${help}`)}
        onChange={(event) => onChange(event.target.value)}
        slotProps={{
          htmlInput: { spellCheck: false, autoComplete: 'off' },
          formHelperText: { sx: { overflowWrap: 'anywhere' } },
        }}
        sx={{ flex: '1 1 260px', minWidth: 0 }}
      />
      {!isDefault && (
        <Button
          type="button"
          variant="outlined"
          aria-label={`Reset to default: ${label}`}
          onClick={() => onChange(standard)}
        >
          Reset to default
        </Button>
      )}
    </ControlRow>
  )
}
