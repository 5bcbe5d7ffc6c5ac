import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { TAG_MAX, TAGS_MAX } from '#api/contract/limits.ts'
import { useKeptInput } from '../../shared/keptInput.ts'

export interface TagsFieldProps {
  value: readonly string[]
  /** The user's tags, to choose from. */
  known: readonly string[]
  disabled?: boolean
  onChange: (tags: string[]) => void
}

const sameTag = (one: string, other: string) => one.localeCompare(other, undefined, { sensitivity: 'base' }) === 0

/** The tags of a paper as chips. Enter, a comma or a choice adds a tag. */
export function TagsField({ value, known, disabled = false, onChange }: TagsFieldProps) {
  const [text, setText] = useKeptInput('tag', '')
  const isFull = value.length >= TAGS_MAX
  const change = (tags: readonly string[]) => {
    setText('')
    const clean = tags.map((tag) => tag.replace(/[\s,;]+/g, ' ').trim()).filter((tag) => tag !== '')
    const once = clean.filter((tag, index) => clean.findIndex((other) => sameTag(tag, other)) === index)
    // Equal tags have the spelling that the list has.
    onChange(once.map((tag) => known.find((other) => sameTag(tag, other)) ?? tag))
  }
  return (
    <Autocomplete
      multiple
      freeSolo
      disableClearable
      autoHighlight={false}
      size="small"
      disabled={disabled}
      options={isFull ? [] : known.filter((tag) => !value.some((other) => sameTag(tag, other)))}
      value={[...value]}
      inputValue={text}
      onInputChange={(_event, next, reason) => {
        // Ignores the resets that Autocomplete makes itself.
        if (reason === 'input') setText(next)
      }}
      onChange={(_event, tags, reason) => {
        if (reason === 'removeOption' || !isFull) change(tags)
      }}
      renderInput={(params) => (
        <TextField
          {...params}
          label="Tags"
          placeholder={value.length === 0 ? 'lab, to cite' : ''}
          error={isFull && text !== ''}
          helperText={isFull && text !== '' ? `At most ${TAGS_MAX} tags.` : undefined}
          onKeyDown={(event) => {
            if (event.key !== ',' && event.key !== ';') return
            event.preventDefault()
            if (text.trim() !== '' && !isFull) change([...value, text])
          }}
          slotProps={{
            ...params.slotProps,
            htmlInput: { ...params.slotProps.htmlInput, maxLength: TAG_MAX },
          }}
        />
      )}
    />
  )
}
