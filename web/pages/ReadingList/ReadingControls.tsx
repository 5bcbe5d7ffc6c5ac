import SearchIcon from '@mui/icons-material/SearchOutlined'
import Box from '@mui/material/Box'
import InputAdornment from '@mui/material/InputAdornment'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { SEARCH_QUERY_MAX } from '#api/contract/limits.ts'
import type { ReadingCounts } from '#api/contract/readingList.ts'
import { CategoryChip } from '../../components/settings/CategoryChip.tsx'
import { readingStatuses } from '../../components/atoms/stateWords.ts'
import { useTypingPause } from '../../shared/useTypingPause.ts'
import { tabs, type ReadingState, type Sort } from './readingState.ts'

const sortLabels: Record<Sort, string> = {
  added: 'Saved last',
  published: 'Published last',
  title: 'Title',
  updated: 'Changed last',
}

interface ReadingControlsProps {
  /** The user's tags. */
  tags: readonly string[]

  state: ReadingState
  counts: ReadingCounts | undefined
  onChange: (changes: Partial<ReadingState>, how?: 'push' | 'replace') => void
}

/** Filters, search field and sort order of the reading list. */
export function ReadingControls({ tags, state, counts, onChange }: ReadingControlsProps) {
  const all = counts && counts.to_read + counts.reading + counts.done
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1, rowGap: 1.5, alignItems: 'center', mb: 2 }}>
      {/* Between a phone and a wide window, the states are one line and what narrows the list is the next. */}
      <Box
        component="nav"
        aria-label="Reading state"
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mr: 'auto', flexBasis: { sm: '100%', lg: 'auto' } }}
      >
        {tabs.map((tab) => (
          <CategoryChip
            key={tab}
            label={tab === 'all' ? 'All' : readingStatuses[tab]}
            count={tab === 'all' ? all : counts?.[tab]}
            selected={state.tab === tab}
            onClick={() => onChange({ tab, itemId: null })}
          />
        ))}
      </Box>
      <CategoryChip
        label="With note"
        selected={state.withNote}
        onClick={() => onChange({ withNote: !state.withNote, itemId: null })}
      />
      {(tags.length > 0 || state.tag !== null) && (
        <TextField
          select
          size="small"
          label="Tag"
          value={state.tag ?? ''}
          onChange={(event) => onChange({ tag: event.target.value || null, itemId: null })}
          slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
          sx={{ minWidth: { xs: 100, sm: 120 }, maxWidth: 220 }}
        >
          <MenuItem value="">Any tag</MenuItem>
          {[...new Set([...(state.tag === null ? [] : [state.tag]), ...tags])].map((tag) => (
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
        onChange={(event) => onChange({ sort: event.target.value as Sort })}
        sx={{ minWidth: { xs: 130, sm: 150 } }}
      >
        {Object.entries(sortLabels).map(([sort, label]) => (
          <MenuItem key={sort} value={sort}>
            {label}
          </MenuItem>
        ))}
      </TextField>
      <SearchWithin value={state.q} onChange={(q) => onChange({ q, itemId: null }, 'replace')} />
    </Box>
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
  useTypingPause(text, value, (words) => {
    setLastValue(words)
    onChange(words)
  })

  return (
    <TextField
      size="small"
      type="search"
      placeholder="Search in the list"
      value={text}
      onChange={(event) => setText(event.target.value)}
      slotProps={{
        htmlInput: { 'aria-label': 'Search in the list', maxLength: SEARCH_QUERY_MAX },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <SearchIcon fontSize="small" />
            </InputAdornment>
          ),
        },
      }}
      sx={{ flex: { xs: '1 0 100%', sm: '1 0 180px', lg: '0 0 220px' } }}
    />
  )
}
