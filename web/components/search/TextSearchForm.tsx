import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useState, type Ref } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { SIMILAR_TEXT_MAX } from '#api/contract/limits.ts'
import { ControlRow } from '../atoms/ControlRow.tsx'

export interface TextSearchFormProps {
  value: string
  busy?: boolean
  inputRef?: Ref<HTMLTextAreaElement>
  onChange: (value: string) => void
  /** Called with the button and with Ctrl+Enter, unless the text is empty. */
  onSubmit: () => void
}

/** Field for a text that similar papers are looked for. */
export function TextSearchForm({ value, busy = false, inputRef, onChange, onSubmit }: TextSearchFormProps) {
  const [isRefused, setRefused] = useState(false)
  const isEmpty = value.trim() === ''
  const submit = () => {
    setRefused(isEmpty)
    if (!isEmpty) onSubmit()
  }
  return (
    <Box component="search" sx={{ display: 'block' }}>
      <Box
        component="form"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
        sx={{ display: 'grid', gap: 1.5 }}
      >
        <TextField
          fullWidth
          multiline
          minRows={4}
          maxRows={10}
          label="Your text"
          placeholder="The abstract of a draft, or a paragraph of it"
          value={value}
          error={isRefused && isEmpty}
          helperText={isRefused && isEmpty ? 'Paste or type a text first.' : describeLength(value.length)}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
            event.preventDefault()
            submit()
          }}
          slotProps={{ htmlInput: { ref: inputRef, dir: 'auto' } }}
        />
        <ControlRow>
          <Button type="submit" variant="contained" color="primary" loading={busy}>
            Find similar papers
          </Button>
          <Button component={RouterLink} to="/search">
            Search by words
          </Button>
        </ControlRow>
      </Box>
    </Box>
  )
}

function describeLength(length: number): string {
  const most = `${SIMILAR_TEXT_MAX.toLocaleString('en')} characters`
  if (length >= SIMILAR_TEXT_MAX) return `Only the first ${most} are compared. The text is not stored.`
  return `${length.toLocaleString('en')} of ${most}. The text is compared with the papers, and not stored.`
}
