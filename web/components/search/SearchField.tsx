import ClearIcon from '@mui/icons-material/Clear'
import HelpIcon from '@mui/icons-material/HelpOutlineOutlined'
import SearchIcon from '@mui/icons-material/Search'
import FormHelperText from '@mui/material/FormHelperText'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import LinearProgress from '@mui/material/LinearProgress'
import OutlinedInput from '@mui/material/OutlinedInput'
import { styled } from '@mui/material/styles'
import { Suspense, useId, useState, type Ref } from 'react'
import { SEARCH_QUERY_MAX } from '#api/contract/limits.ts'
import { lazyPart } from '../../shared/lazyPart.tsx'
import { takeLongPaste } from '../../shared/longText.ts'
import { useWasOpened } from '../../shared/useWasOpened.ts'

const SearchHelp = lazyPart(async () => (await import('./SearchHelp.tsx')).SearchHelp)

const COUNTER_FROM = 200

/** The field of a search, which has a button of its own to clear it. */
const Field = styled(OutlinedInput)({
  minHeight: 56,
  paddingRight: 4,
  '& input::-webkit-search-cancel-button': { display: 'none' },
})

/** Keeps its height while there is no progress: the papers do not move. */
const Progress = styled('div')({ height: 2, marginTop: 4, '& > *': { height: 2 } })

export interface SearchFieldProps {
  value: string
  /** True if the response is slow: shows a progress bar without shifting the layout. */
  slow?: boolean
  inputRef?: Ref<HTMLInputElement>
  onChange: (value: string, how?: 'pasted') => void
  /** Called when the user presses Enter. */
  onSubmit: () => void
  /** Called in place of `onChange` with a text that is too long for a search. */
  onLongText: (text: string) => void
}

/** Input of the search query, with help on the query syntax. */
export function SearchField({ value, slow = false, inputRef, onChange, onSubmit, onLongText }: SearchFieldProps) {
  const [help, setHelp] = useState<HTMLElement | null>(null)
  const wasOpened = useWasOpened(help !== null)
  const counterId = useId()
  const hasCounter = value.length >= COUNTER_FROM
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        <Field
          fullWidth
          type="search"
          placeholder="Search papers, authors, ids"
          value={value}
          inputRef={inputRef}
          onChange={({ target: { value: typed }, nativeEvent }) => {
            if (typed.length > SEARCH_QUERY_MAX) return onLongText(typed)
            onChange(typed, (nativeEvent as InputEvent).inputType === 'insertFromPaste' ? 'pasted' : undefined)
          }}
          onPaste={(event) => takeLongPaste(event, SEARCH_QUERY_MAX, onLongText)}
          startAdornment={
            <InputAdornment position="start">
              <SearchIcon />
            </InputAdornment>
          }
          endAdornment={
            <>
              {value !== '' && (
                <IconButton
                  aria-label="Clear the search"
                  onClick={(event) => {
                    onChange('')
                    // The button is gone then.
                    event.currentTarget.closest('form')?.querySelector('input')?.focus()
                  }}
                >
                  <ClearIcon fontSize="small" />
                </IconButton>
              )}
              <IconButton
                aria-label="How to search"
                aria-haspopup="dialog"
                aria-expanded={help !== null}
                onClick={(event) => setHelp(event.currentTarget)}
              >
                <HelpIcon fontSize="small" />
              </IconButton>
            </>
          }
          slotProps={{
            input: {
              'aria-label': 'Search papers',
              'aria-describedby': hasCounter ? counterId : undefined,
              enterKeyHint: 'search',
              autoComplete: 'off',
              autoCapitalize: 'off',
              spellCheck: false,
              onKeyDown: (event) => {
                if (event.key !== 'Escape') return
                if (value !== '') onChange('')
                else event.currentTarget.blur()
              },
            },
          }}
        />
        {hasCounter && (
          <FormHelperText variant="outlined" id={counterId}>
            {value.length} of {SEARCH_QUERY_MAX} characters
          </FormHelperText>
        )}
      </form>
      <Progress>{slow && <LinearProgress aria-label="Searching" />}</Progress>
      {wasOpened && (
        <Suspense>
          <SearchHelp anchor={help} onClose={() => setHelp(null)} />
        </Suspense>
      )}
    </search>
  )
}
