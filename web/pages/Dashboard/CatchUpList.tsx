import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import type { CatchUp } from '#api/contract/taste.ts'
import { EmptyState } from '../../components/atoms/EmptyState.tsx'
import { ErrorState } from '../../components/atoms/ErrorState.tsx'
import { Sheet } from '../../components/lists/Sheet.tsx'
import type { useCatchUp } from '../../data/papers/useCatchUp.ts'
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
      <Sheet>
        <ErrorState error={error} onRetry={retry} />
      </Sheet>
    )
  }
  if (!catchUp) return <LoadingDay onRetry={retry} />
  if (catchUp.cards.length === 0 && catchUp.days.some(({ below }) => below > 0))
    return (
      <Sheet>
        <CatchUpEnd catchUp={catchUp} onDay={onDay} onToday={onToday} />
      </Sheet>
    )
  if (catchUp.cards.length === 0) {
    return (
      <Sheet>
        <EmptyState
          title="Nothing to catch up on"
          text="You have seen the papers of the last days."
          action={
            <Button variant="outlined" onClick={onToday}>
              Today’s papers
            </Button>
          }
        />
      </Sheet>
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
    <Box component="section" aria-label="End of the list" sx={{ py: 4, textAlign: 'center' }}>
      <Typography sx={{ fontFamily: 'var(--font-serif)', fontSize: '1.0625rem' }}>
        {cards.length === 0
          ? 'You are through the best papers of the days you missed.'
          : `You are through the best ${formatPlural(cards.length, 'paper')}.`}
      </Typography>
      {below > 0 && (
        <>
          <Typography variant="meta" component="p" sx={{ mt: 0.5 }}>
            {formatCount(below)} more, by day:
          </Typography>
          <Box
            component="ul"
            sx={{
              listStyle: 'none',
              m: 0,
              mt: 0.5,
              p: 0,
              display: 'flex',
              flexWrap: 'wrap',
              justifyContent: 'center',
              columnGap: 2.5,
            }}
          >
            {days
              .filter((day) => day.below > 0)
              .map((day) => (
                <li key={day.day}>
                  <Link
                    component="button"
                    type="button"
                    onClick={() => onDay(day.day)}
                    sx={{ fontSize: '0.875rem', minHeight: 28 }}
                  >
                    {formatDay(day.day)}: {formatCount(day.below)}
                  </Link>
                </li>
              ))}
          </Box>
        </>
      )}
      <Button variant="outlined" onClick={onToday} sx={{ mt: 2 }}>
        Today’s papers
      </Button>
    </Box>
  )
}
