import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { useState, type ReactNode } from 'react'
import { ErrorState } from '../atoms/ErrorState.tsx'
import { useKeptInput } from '../../shared/keptInput.ts'

/** Maximum length of a question, as in the API. */
const REF_MAX = 500

export interface WhereaboutsFormProps {
  isLoading?: boolean
  error?: Error | undefined
  /** Called with the trimmed text of the field, which is never empty. */
  onAsk: (ref: string) => void
  onRetry: () => void
  /** Focuses the field when it is shown. */
  focusField?: boolean
  /** The answer. */
  children?: ReactNode
}

/** A field that asks where a paper went, and its answer. */
export function WhereaboutsForm(props: WhereaboutsFormProps) {
  const { isLoading = false, error, onAsk, onRetry, focusField = false, children } = props
  const [text, setText] = useKeptInput('question about a paper', '')
  const [isEmpty, setIsEmpty] = useState(false)
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <form
        aria-label="Ask about a paper"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setIsEmpty(text.trim() === '')
          if (text.trim() !== '') onAsk(text.trim())
        }}
      >
        <Box sx={{ display: 'flex', gap: 1, alignItems: 'start', pt: 0.75 }}>
          <TextField
            fullWidth
            size="small"
            label="Ask about a paper: id, address or title"
            value={text}
            inputRef={focusField ? focus : undefined}
            error={isEmpty}
            helperText={isEmpty ? 'Enter an arXiv id, a DOI, an address or a title.' : undefined}
            onChange={(event) => {
              setText(event.target.value)
              setIsEmpty(false)
            }}
            slotProps={{ htmlInput: { maxLength: REF_MAX, autoComplete: 'off', spellCheck: false } }}
          />
          <Button type="submit" variant="outlined" disabled={isLoading} sx={{ minHeight: 40 }}>
            Ask
          </Button>
        </Box>
      </form>
      {isLoading ? (
        <Stack component="output" direction="row" sx={{ alignItems: 'center', gap: 1, color: 'text.secondary' }}>
          <CircularProgress size={18} aria-hidden /> Looking for it…
        </Stack>
      ) : error ? (
        <ErrorState error={error} onRetry={onRetry} headingLevel="h3" compact />
      ) : (
        children
      )}
    </Box>
  )
}

const focus = (field: HTMLInputElement | null) => field?.focus()
