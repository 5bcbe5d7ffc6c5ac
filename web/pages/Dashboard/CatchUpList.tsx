import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import type { CatchUp } from '#api/contract/taste.ts'
import { EmptyState } from '../../components/atoms/EmptyState.tsx'
import { ErrorState } from '../../components/atoms/ErrorState.tsx'
import { ListEnd } from '../../components/lists/ListEnd.tsx'
import type { useCatchUp } from '../../data/papers/useDashboard.ts'
import { formatCount, formatDay, formatPlural } from '../../shared/format.ts'
import { DayCards } from './DayCards.tsx'
import { LoadingDay } from './LoadingDay.tsx'

/** All cards of the list are loaded at once: no day is loaded by page. */
const CATCH_UP = 'catch-up'

interface CatchUpListProps {
  list: ReturnType<typeof useCatchUp>
  onSeen: (paperId: string) => void
  onDay: (day: string) => void
  /** Shows the newest day. */
  onToday: () => void
}

/** The best papers of the missed days in one list, each with its day. Ends with what it leaves out, by day. */
export function CatchUpList({ list: { catchUp, error, retry }, onSeen, onDay, onToday }: CatchUpListProps) {
  if (error && !catchUp) {
    return (
      <Paper variant="sheet">
        <ErrorState error={error} onRetry={retry} />
      </Paper>
    )
  }
  if (!catchUp) return <LoadingDay onRetry={retry} />
  if (catchUp.cards.length === 0 && catchUp.days.some(({ below }) => below > 0))
    return (
      <Paper variant="sheet">
        <CatchUpEnd catchUp={catchUp} onDay={onDay} onToday={onToday} />
      </Paper>
    )
  if (catchUp.cards.length === 0) {
    return (
      <Paper variant="sheet">
        <EmptyState
          title="Nothing to catch up on"
          text="You have seen the papers of the last days."
          action={
            <Button variant="outlined" onClick={onToday}>
              Today’s papers
            </Button>
          }
        />
      </Paper>
    )
  }
  const oldest = catchUp.days.at(-1)?.day
  return (
    <DayCards
      label="The best papers of the missed days"
      day={CATCH_UP}
      cards={catchUp.cards}
      entries={catchUp.cards.map(({ paper, state }) => ({ paper_id: paper.id, categories: paper.categories, state }))}
      withDay
      onSeen={onSeen}
      onDay={(which) => {
        if (which === 'next') onToday()
        else if (oldest !== undefined) onDay(oldest)
      }}
      end={<CatchUpEnd catchUp={catchUp} onDay={onDay} onToday={onToday} />}
    />
  )
}

function CatchUpEnd({
  catchUp: { cards, days },
  onDay,
  onToday,
}: { catchUp: CatchUp } & Pick<CatchUpListProps, 'onDay' | 'onToday'>) {
  const below = days.reduce((sum, day) => sum + day.below, 0)
  return (
    <ListEnd
      text={
        cards.length === 0
          ? 'You are through the best papers of the days you missed.'
          : `You are through the best ${formatPlural(cards.length, 'paper')}.`
      }
    >
      {below > 0 && (
        <>
          <Typography variant="meta" component="p">
            {formatCount(below)} more, by day:
          </Typography>
          <DaysBelow>
            {days
              .filter((day) => day.below > 0)
              .map((day) => (
                <li key={day.day}>
                  <Link component="button" variant="body2" onClick={() => onDay(day.day)}>
                    {formatDay(day.day)}: {formatCount(day.below)}
                  </Link>
                </li>
              ))}
          </DaysBelow>
        </>
      )}
      <Button variant="outlined" onClick={onToday} sx={{ mt: 2 }}>
        Today’s papers
      </Button>
    </ListEnd>
  )
}

const DaysBelow = styled('ul')({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'center',
  columnGap: 20,
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& button': { minHeight: 28 },
})
