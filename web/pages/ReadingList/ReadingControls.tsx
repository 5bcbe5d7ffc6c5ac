import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import { styled } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { ReadingCounts } from '#api/contract/readingList.ts'
import { readingStatuses } from '../../components/atoms/stateWords.ts'
import { FilterDrawer } from '../../components/search/FilterDrawer.tsx'
import { ListFilters } from './ListFilters.tsx'
import { tabs, type ReadingState } from './readingState.ts'

interface ReadingControlsProps {
  /** The user's tags. */
  tags: readonly string[]
  state: ReadingState
  counts: ReadingCounts | undefined
  /** Number of papers that the list shows; undefined while loading. */
  total: number | undefined
  onChange: (changes: Partial<ReadingState>, how?: 'push' | 'replace') => void
}

const Controls = styled('div')(({ theme: { breakpoints } }) => ({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '12px 4px',
  marginBottom: 16,
  // Up to a wide window, the states are one line and what narrows the list is the next.
  [breakpoints.between('sm', 'lg')]: { flexWrap: 'wrap' },
}))

/** The states in one line, which scrolls where they do not fit. The space above and beside them has room for their focus ring. */
const States = styled('nav')({
  display: 'flex',
  gap: 8,
  margin: '-6px 0 -6px -6px',
  padding: 6,
  overflowX: 'auto',
  scrollbarWidth: 'none',
  '& > *': { flexShrink: 0 },
})

/** Filters, search field and sort order of the reading list. On a phone they are one line, and the rest is in a drawer. */
export function ReadingControls({ tags, state, counts, total, onChange }: ReadingControlsProps) {
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'))
  const all = counts && counts.to_read + counts.reading + counts.done
  const filters = <ListFilters tags={tags} state={state} onChange={onChange} />
  const active = [state.withNote, state.tag !== null, state.q !== '', state.sort !== 'added'].filter(Boolean).length
  return (
    <Controls>
      <States aria-label="Reading state">
        {tabs.map((tab) => {
          const count = tab === 'all' ? all : counts?.[tab]
          const name = tab === 'all' ? 'All' : readingStatuses[tab]
          return (
            <Chip
              key={tab}
              component="button"
              variant="outlined"
              clickable
              aria-pressed={state.tab === tab}
              label={count === undefined ? name : `${name} ${count}`}
              onClick={() => onChange({ tab, itemId: null })}
            />
          )
        })}
      </States>
      {isPhone ? (
        <Box sx={{ flexShrink: 0 }}>
          <FilterDrawer active={active} total={total} isShort>
            {filters}
          </FilterDrawer>
        </Box>
      ) : (
        filters
      )}
    </Controls>
  )
}
