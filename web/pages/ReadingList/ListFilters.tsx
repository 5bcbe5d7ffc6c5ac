import SearchIcon from '@mui/icons-material/Search'
import Chip from '@mui/material/Chip'
import InputAdornment from '@mui/material/InputAdornment'
import MenuItem from '@mui/material/MenuItem'
import OutlinedInput from '@mui/material/OutlinedInput'
import { styled } from '@mui/material/styles'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { SEARCH_QUERY_MAX } from '#api/contract/limits.ts'
import { useTypingPause } from '../../shared/useTypingPause.ts'
import type { ReadingState, Sort } from './readingState.ts'

const sortLabels: Record<Sort, string> = {
  added: 'Saved last',
  published: 'Published last',
  title: 'Title',
  updated: 'Changed last',
}

interface ListFiltersProps {
  /** The user's tags. */
  tags: readonly string[]
  state: ReadingState
  onChange: (changes: Partial<ReadingState>, how?: 'push' | 'replace') => void
}

/** Below each other in the drawer of a phone, else in a line. */
const Filters = styled('div')(({ theme: { breakpoints } }) => ({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'stretch',
  gap: 20,
  [breakpoints.up('sm')]: {
    flex: '1 0 auto',
    flexDirection: 'row',
    alignItems: 'center',
    justifyContent: 'end',
    gap: 8,
    maxWidth: '100%',
    '& > .MuiTextField-root': { width: 150 },
    '& > .MuiOutlinedInput-root': { flex: '1 1 160px', [breakpoints.up('lg')]: { flex: '0 1 240px' } },
  },
  '& > .MuiChip-root': { alignSelf: 'start', [breakpoints.up('sm')]: { alignSelf: 'center' } },
}))

/** What narrows and orders the reading list beside the state of its papers. */
export function ListFilters({ tags, state, onChange }: ListFiltersProps) {
  const shownTags = [...new Set([...(state.tag === null ? [] : [state.tag]), ...tags])]
  return (
    <Filters>
      <Chip
        component="button"
        variant="outlined"
        clickable
        aria-pressed={state.withNote}
        label="With note"
        onClick={() => onChange({ withNote: !state.withNote, itemId: null })}
      />
      {shownTags.length > 0 && (
        <TextField
          select
          size="small"
          label="Tag"
          value={state.tag ?? ''}
          onChange={({ target }) => onChange({ tag: target.value || null, itemId: null })}
          slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
        >
          <MenuItem value="">Any tag</MenuItem>
          {shownTags.map((tag) => (
            <MenuItem key={tag} value={tag}>
              {tag}
            </MenuItem>
          ))}
        </TextField>
      )}
      <TextField
        select
        size="small"
        label="Order"
        value={state.sort}
        onChange={({ target }) => onChange({ sort: target.value as Sort })}
      >
        {Object.entries(sortLabels).map(([sort, text]) => (
          <MenuItem key={sort} value={sort}>
            {text}
          </MenuItem>
        ))}
      </TextField>
      <SearchWithin value={state.q} onChange={(q) => onChange({ q, itemId: null }, 'replace')} />
    </Filters>
  )
}

function SearchWithin({ value, onChange }: { value: string; onChange: (words: string) => void }) {
  const [text, setText] = useState(value)
  const [lastValue, setLastValue] = useState(value)
  // Back or a link changed the URL: show its value in the field.
  if (value !== lastValue) {
    setLastValue(value)
    setText(value)
  }
  const write = (words: string) => {
    setLastValue(words)
    onChange(words)
  }
  useTypingPause(text, value, write)

  return (
    <OutlinedInput
      size="small"
      type="search"
      placeholder="Search in the list"
      value={text}
      onChange={(event) => setText(event.target.value)}
      // The drawer may be closed right after the last key.
      onBlur={() => text !== value && write(text)}
      startAdornment={
        <InputAdornment position="start">
          <SearchIcon fontSize="small" />
        </InputAdornment>
      }
      slotProps={{ input: { 'aria-label': 'Search in the list', maxLength: SEARCH_QUERY_MAX } }}
    />
  )
}
