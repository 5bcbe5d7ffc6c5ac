import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { TERM_MAX, TERMS_MAX } from '#api/contract/limits.ts'
import { useKeptInput } from '../../shared/keptInput.ts'

interface TermsFieldProps {
  label: string
  placeholder: string
  value: readonly string[]
  onChange: (terms: string[]) => void
  /** Called when there is, or is no more, typed text that leaving the field adds. */
  onTyping?: (isTyping: boolean) => void
  /** Why the entries could not be saved. */
  error?: string | undefined
}

const none: readonly string[] = []

/** Words or names as chips. Enter, a comma or leaving the field adds the typed text. */
export function TermsField({ label, placeholder, value, onChange, onTyping, error }: TermsFieldProps) {
  const [text, setText] = useKeptInput(`text of ${label}`, '')
  const limitOf = (term: string) =>
    term.length > TERM_MAX
      ? `At most ${TERM_MAX} characters.`
      : term !== '' && value.length >= TERMS_MAX
        ? `At most ${TERMS_MAX} entries.`
        : undefined
  const limit = limitOf(text.trim())
  const problem = limit ?? error
  const type = (next: string) => {
    setText(next)
    onTyping?.(next.trim() !== '' && limitOf(next.trim()) === undefined)
  }

  const add = () => {
    const term = text.trim()
    if (term === '' || limit !== undefined) return
    type('')
    if (!value.some((other) => other.toLowerCase() === term.toLowerCase())) onChange([...value, term])
  }

  return (
    <Autocomplete
      multiple
      freeSolo
      disableClearable
      options={none}
      value={[...value]}
      inputValue={text}
      onInputChange={(_event, next, reason) => {
        // Ignores the resets that Autocomplete makes itself.
        if (reason === 'input') type(next)
      }}
      onChange={(_event, terms, reason) => {
        if (reason === 'removeOption') onChange(terms)
      }}
      renderInput={(params) => (
        <TextField
          {...params}
          size="small"
          label={label}
          placeholder={value.length === 0 ? placeholder : ''}
          error={problem !== undefined}
          helperText={problem}
          onBlur={add}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' && event.key !== ',') return
            event.preventDefault()
            event.stopPropagation()
            add()
          }}
        />
      )}
    />
  )
}
