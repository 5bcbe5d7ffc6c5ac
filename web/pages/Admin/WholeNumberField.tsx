import TextField from '@mui/material/TextField'
import { useState } from 'react'

interface WholeNumberFieldProps {
  label: string
  /** Null while the text in the field is not a valid number. */
  value: number | null
  min: number
  max: number
  onChange: (value: number | null) => void
}

/** Input for a whole number from `min` to `max`. Invalid text stays in the field, with an error message. */
export function WholeNumberField({ label, value, min, max, onChange }: WholeNumberFieldProps) {
  const [text, setText] = useState(value === null ? '' : `${value}`)
  return (
    <TextField
      size="small"
      label={label}
      value={text}
      error={value === null}
      helperText={value === null ? `A whole number from ${min} to ${max.toLocaleString('en')}.` : undefined}
      onChange={(event) => {
        setText(event.target.value)
        const number = Number(event.target.value)
        const isValid = event.target.value.trim() !== '' && Number.isInteger(number) && number >= min && number <= max
        onChange(isValid ? number : null)
      }}
      slotProps={{ htmlInput: { inputMode: 'numeric' } }}
      sx={{ width: 200 }}
    />
  )
}
