import TextField from '@mui/material/TextField'
import { useState } from 'react'

interface WholeNumberFieldProps {
  label: string
  /** Null while what stands in the field is no such number. */
  value: number | null
  min: number
  max: number
  onChange: (value: number | null) => void
}

/** A whole number between two others; what is typed wrong stays and is explained. */
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
        const isFine = event.target.value.trim() !== '' && Number.isInteger(number) && number >= min && number <= max
        onChange(isFine ? number : null)
      }}
      slotProps={{ htmlInput: { inputMode: 'numeric' } }}
      sx={{ width: 200 }}
    />
  )
}
