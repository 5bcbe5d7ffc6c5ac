import ClearIcon from '@mui/icons-material/Clear'
import HelpIcon from '@mui/icons-material/HelpOutlineOutlined'
import SearchIcon from '@mui/icons-material/SearchOutlined'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import LinearProgress from '@mui/material/LinearProgress'
import Popover from '@mui/material/Popover'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState, type Ref } from 'react'
import { SEARCH_QUERY_MAX } from '#api/contract/limits.ts'
import { takeLongPaste } from '../../shared/longText.ts'

const COUNTER_FROM = 200

export interface SearchFieldProps {
  value: string
  /** True if the response is slow: shows a progress bar without shifting the layout. */
  slow?: boolean
  inputRef?: Ref<HTMLInputElement>
  onChange: (value: string) => void
  /** Called when the user presses Enter. */
  onSubmit: () => void
  /** Called in place of `onChange` with a text that is too long for a search. */
  onLongText: (text: string) => void
}

/** Input of the search query, with help on the query syntax. */
export function SearchField({ value, slow = false, inputRef, onChange, onSubmit, onLongText }: SearchFieldProps) {
  const [help, setHelp] = useState<HTMLElement | null>(null)
  return (
    <Box component="search" sx={{ display: 'block' }}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        <TextField
          fullWidth
          type="search"
          value={value}
          onChange={({ target: { value: typed } }) => (typed.length > SEARCH_QUERY_MAX ? onLongText : onChange)(typed)}
          onPaste={(event) => takeLongPaste(event, SEARCH_QUERY_MAX, onLongText)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            if (value !== '') onChange('')
            else (event.target as HTMLElement).blur()
          }}
          placeholder="Search papers, authors, ids"
          helperText={value.length >= COUNTER_FROM ? `${value.length} of ${SEARCH_QUERY_MAX} characters` : undefined}
          slotProps={{
            htmlInput: {
              ref: inputRef,
              'aria-label': 'Search papers',
              enterKeyHint: 'search',
              autoComplete: 'off',
              autoCapitalize: 'off',
              spellCheck: false,
            },
            input: {
              sx: {
                borderRadius: '12px',
                minHeight: 56,
                '& ::-webkit-search-cancel-button': { display: 'none' },
                '& ::placeholder': { color: 'text.secondary', opacity: 1 },
              },
              startAdornment: (
                <InputAdornment position="start">
                  <SearchIcon />
                </InputAdornment>
              ),
              endAdornment: (
                <InputAdornment position="end">
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
                    edge="end"
                    onClick={(event) => setHelp(event.currentTarget)}
                  >
                    <HelpIcon fontSize="small" />
                  </IconButton>
                </InputAdornment>
              ),
            },
          }}
        />
      </form>
      <Box sx={{ height: 2, mt: 0.5 }}>{slow && <LinearProgress aria-label="Searching" sx={{ height: 2 }} />}</Box>
      <Popover
        open={help !== null}
        anchorEl={help}
        onClose={() => setHelp(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { 'aria-label': 'How to search', role: 'dialog', sx: { p: 2.5, maxWidth: 400 } } }}
      >
        <SearchHelp />
      </Popover>
    </Box>
  )
}

const rows: readonly (readonly [example: string, meaning: string])[] = [
  ['graph attention', 'all the words, in title, abstract or authors'],
  ['"exact phrase"', 'the words in this order'],
  ['-survey', 'without this word'],
  ['diffus*', 'words that start with “diffus”'],
  ['lattice OR crystal', 'one of the two'],
  ['author:hinton', 'by this author'],
  ['title:lantern', 'in the title'],
  ['cat:cs.LG', 'of this category'],
  ['year:2025', 'published in this year'],
  ['a pasted abstract', 'papers with similar words'],
  ['2511.01234', 'an arXiv id, a DOI or a link opens that paper'],
]

function SearchHelp() {
  return (
    <>
      <Typography variant="h3" component="h2" sx={{ mb: 1 }}>
        How to search
      </Typography>
      <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: 'auto 1fr', columnGap: 2, rowGap: 0.75 }}>
        {rows.map(([example, meaning]) => (
          <Box key={example} sx={{ display: 'contents' }}>
            <Box component="dt" sx={{ fontFamily: 'monospace', fontSize: '0.875rem', whiteSpace: 'nowrap' }}>
              {example}
            </Box>
            <Typography component="dd" variant="body2" sx={{ m: 0, color: 'text.secondary' }}>
              {meaning}
            </Typography>
          </Box>
        ))}
      </Box>
    </>
  )
}
