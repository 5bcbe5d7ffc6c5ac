import Checkbox from '@mui/material/Checkbox'
import Chip from '@mui/material/Chip'
import FormControlLabel from '@mui/material/FormControlLabel'
import { styled } from '@mui/material/styles'
import { Suspense, type ReactNode } from 'react'
import type { Dashboard } from '#api/contract/dashboard.ts'
import { useCategoryNames } from '../../shared/categoryNames.ts'
import { useIsPainted } from '../../shared/useIsPainted.ts'
import { followsDaily } from '../../shared/sourceNames.ts'
import { DayBar } from '../../components/lists/DayBar.tsx'
import { lazyPart } from '../../shared/lazyPart.tsx'
import { entriesIn } from './entriesIn.ts'

const MarkedDayPicker = lazyPart(async () => (await import('./MarkedDayPicker.tsx')).MarkedDayPicker)
const DensityChoice = lazyPart(async () => (await import('../DensityChoice.tsx')).DensityChoice)

interface DayFiltersProps {
  dashboard: Dashboard
  /** The reader's categories and followed searches, in their order. */
  categoryIds: readonly string[]
  category: string | null
  unseenOnly: boolean
  onDay: (day: string) => void
  onFilter: (changes: { category?: string | null; unseenOnly?: boolean }) => void
}

/** Filters of the dashboard: day, category, followed search or interest, and unseen papers only. */
export function DayFilters({ dashboard, categoryIds, category, unseenOnly, onDay, onFilter }: DayFiltersProps) {
  const { outline, topics = [], strands = [], cards } = dashboard
  const isPainted = useIsPainted(true)
  const nameOf = useCategoryNames(cards.map(({ paper }) => paper))
  const counted = [...categoryIds, ...strands.map(({ id }) => id)]
    .map((id) => ({
      id,
      search: topics.find((topic) => topic.id === id)?.name,
      interest: strands.find((strand) => strand.id === id)?.name,
      count: entriesIn(dashboard, id).length,
    }))
    .filter(({ id, count }) => count > 0 || id === category)
  return (
    <>
      <Line>
        <DayBar
          day={dashboard.day}
          previousDay={dashboard.previous_day}
          nextDay={dashboard.next_day}
          newest={dashboard.freshness.announced_on ?? dashboard.day}
          hasWeekends={followsDaily(categoryIds)}
          Picker={MarkedDayPicker}
          onChange={onDay}
        />
        {outline.length > 0 && (
          <View>
            <FormControlLabel
              label={
                <>
                  Unseen<Only> only</Only>
                </>
              }
              control={
                <Checkbox checked={unseenOnly} onChange={(event) => onFilter({ unseenOnly: event.target.checked })} />
              }
              sx={{ mr: 0, color: 'text.secondary' }}
            />
            <Density>
              {isPainted && (
                <Suspense>
                  <DensityChoice />
                </Suspense>
              )}
            </Density>
          </View>
        )}
      </Line>
      {outline.length > 0 && (
        <Categories aria-label={strands.length > 0 ? 'Category or interest' : 'Category'}>
          <Filter isOn={category === null} onClick={() => onFilter({ category: null })}>
            All {outline.length}
          </Filter>
          {counted.map(({ id, search, interest, count }) => (
            <Filter key={id} isOn={category === id} onClick={() => onFilter({ category: category === id ? null : id })}>
              {search === undefined && interest === undefined ? (
                nameOf(id)
              ) : interest !== undefined ? (
                <SearchName>
                  <bdi>{interest}</bdi>
                </SearchName>
              ) : (
                // One part of the label: of several, their names would be read with spaces between them.
                <SearchName>
                  “<bdi>{search}</bdi>”
                </SearchName>
              )}{' '}
              {count}
            </Filter>
          ))}
        </Categories>
      )}
    </>
  )
}

function Filter({ isOn, onClick, children }: { isOn: boolean; onClick: () => void; children: ReactNode }) {
  return (
    <Chip
      component="button"
      type="button"
      variant="outlined"
      clickable
      aria-pressed={isOn}
      onClick={onClick}
      label={children}
    />
  )
}

const Line = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
})

/** At the right end, also in a line of its own. */
const View = styled('div')({ display: 'flex', alignItems: 'center', marginLeft: 'auto' })

/** The place of the button before it is loaded. */
const Density = styled('div')({ minWidth: '2.5rem' })

/** Left out on a phone, where it would wrap the checkbox into a line of its own. */
const Only = styled('span')(({ theme }) => ({ [theme.breakpoints.down('sm')]: { display: 'none' } }))

/** On a phone one line, which scrolls to both edges of the screen. */
const Categories = styled('section')(({ theme }) => ({
  display: 'flex',
  gap: 8,
  marginInline: -16,
  padding: '4px 16px',
  overflowX: 'auto',
  '& > button': { flex: 'none' },
  [theme.breakpoints.up('sm')]: { flexWrap: 'wrap', marginInline: 0, paddingInline: 0, overflowX: 'visible' },
}))

const SearchName = styled('span')({
  display: 'inline-block',
  maxWidth: '14em',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  verticalAlign: 'bottom',
})
