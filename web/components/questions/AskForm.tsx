import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { QUESTION_MAX, QUESTION_MIN } from '#api/contract/limits.ts'

export interface AskFormProps {
  /** What is typed at first: the words of a search. */
  initial?: string
  label?: string
  submit?: string
  busy?: boolean
  /** Error sentence of the last try. */
  error?: string | undefined
  /** Returns whether it was stored: then the field is emptied. */
  onAsk: (text: string) => Promise<boolean>
}

/** A field for a question in words, and its button. */
export function AskForm({ initial = '', label = 'Your question', submit, busy = false, error, onAsk }: AskFormProps) {
  const [text, setText] = useState(initial)
  const isShort = text.trim().length < QUESTION_MIN
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault()
        if (!isShort && !busy) void onAsk(text).then((done) => done && setText(''))
      }}
    >
      <TextField
        label={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
        multiline
        fullWidth
        size="small"
        error={error !== undefined}
        helperText={error ?? 'In words, as you would ask a colleague. It is asked of the new papers of every day.'}
        slotProps={{ htmlInput: { maxLength: QUESTION_MAX } }}
      />
      <Button type="submit" variant="contained" disabled={isShort} loading={busy}>
        {submit ?? 'Ask this every day'}
      </Button>
    </Form>
  )
}

const Form = styled('form')(({ theme }) => ({
  display: 'grid',
  gap: 12,
  alignItems: 'start',
  justifyItems: 'start',
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: 'minmax(0, 1fr) auto' },
}))
