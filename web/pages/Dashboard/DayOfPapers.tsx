import Paper from '@mui/material/Paper'
import { styled } from '@mui/material/styles'
import { memo, Suspense } from 'react'
import type { Dashboard } from '#api/contract/dashboard.ts'
import { useUser } from '../../shared/useUser.ts'
import { formatPlural } from '../../shared/format.ts'
import { FreshnessNote } from '../../components/shell/FreshnessNote.tsx'
import { MissingDays } from '../../components/shell/MissingDays.tsx'
import { CatchUpBar } from '../../components/lists/CatchUpBar.tsx'
import { DayCards } from './DayCards.tsx'
import { DayEnd } from './DayEnd.tsx'
import { DayFilters } from './DayFilters.tsx'
import { DayNotices } from './DayNotices.tsx'
import { lazyPart } from '../../shared/lazyPart.tsx'
import { entriesIn } from './entriesIn.ts'
import { SinceLastVisit } from './SinceLastVisit.tsx'
import type { useDayAddress } from './useDayAddress.ts'
import { useUnseenFilter } from './useUnseenFilter.ts'

const NoPapers = lazyPart(async () => (await import('./NoPapers.tsx')).NoPapers)

interface DayOfPapersProps {
  dashboard: Dashboard
  address: ReturnType<typeof useDayAddress>
  onSeen: (paperId: string) => void
  onChoose: () => void
  onRefresh: () => void
}

/** The papers of one day: notes on the day, filters, and the list. Not rendered again when only the rest of the page changes. */
export const DayOfPapers = memo(function DayOfPapers(props: DayOfPapersProps) {
  const { dashboard, address, onSeen, onChoose, onRefresh } = props
  const user = useUser()
  const { category, unseenOnly, goTo, filter } = address
  const { outline, day } = dashboard
  const inCategory = category === null ? outline : entriesIn(dashboard, category)
  const shown = useUnseenFilter(inCategory, day, unseenOnly)
  // Offered only with the newest day, where a visit begins.
  const catchUp = address.day === undefined ? dashboard.catch_up : undefined
  const since = dashboard.since_last_visit.from
  const { failing_since, failing_source = 'the source', sample, missing_days = [] } = dashboard.freshness
  // A single missing day that is shown explains itself in place of its papers.
  const missing = missing_days.length === 1 && missing_days[0] === day ? [] : missing_days
  const notices = [
    catchUp && {
      summary:
        catchUp.coming === undefined
          ? `you were away for ${formatPlural(catchUp.days, 'day')}`
          : `${formatPlural(catchUp.days, 'day')} of papers, ${catchUp.coming} still coming`,
      isShort: true,
      note: (
        <CatchUpBar
          offer={catchUp}
          since={since}
          onCatchUp={address.showCatchUp}
          onDayByDay={() => goTo(firstMissed(dashboard))}
        />
      ),
    },
    (failing_since !== undefined || sample) && {
      summary: failing_since === undefined ? 'invented papers' : `${failing_source} fails`,
      note: (
        <FreshnessNote
          freshness={dashboard.freshness}
          day={outline.length > 0 ? day : undefined}
          isAdmin={user.is_admin}
        />
      ),
    },
    missing.length > 0 && {
      summary: missing.length === 1 ? 'a day is missing' : 'days are missing',
      isShort: true,
      note: <MissingDays days={missing} isAdmin={user.is_admin} onDay={goTo} />,
    },
  ].filter((notice) => typeof notice === 'object')
  const isLoadingOtherDay = address.day !== undefined && address.day !== day

  return (
    <Day aria-busy={isLoadingOtherDay}>
      <DayNotices notices={notices} />
      <DayFilters
        dashboard={dashboard}
        categoryIds={user.category_ids}
        category={category}
        unseenOnly={unseenOnly}
        onDay={goTo}
        onFilter={filter}
      />
      {!catchUp && <SinceLastVisit dashboard={dashboard} onDay={goTo} />}
      <List>
        {outline.length === 0 ? (
          <Paper variant="sheet">
            <Suspense>
              <NoPapers dashboard={dashboard} onChoose={onChoose} onDay={goTo} onRefresh={onRefresh} />
            </Suspense>
          </Paper>
        ) : (
          <DayCards
            key={`${day} ${category ?? ''} ${unseenOnly}`}
            label="Papers of the day"
            day={day}
            cards={dashboard.cards}
            entries={shown}
            budgetEnd={category === null && !unseenOnly ? dashboard.budget.papers : undefined}
            onSeen={onSeen}
            onDay={(which) => {
              const target = which === 'previous' ? dashboard.previous_day : dashboard.next_day
              if (target !== undefined) goTo(target)
            }}
            end={<DayEnd dashboard={dashboard} shown={shown.length} onDay={goTo} />}
          />
        )}
      </List>
    </Day>
  )
})

const Day = styled('div')({ '&[aria-busy="true"]': { opacity: 0.55 } })

const List = styled('div')(({ theme }) => ({ [theme.breakpoints.up('sm')]: { marginTop: 8 } }))

/** The oldest day since the last visit that has papers; else the day before. */
function firstMissed({ since_last_visit: { from }, papers_by_day, previous_day, day }: Dashboard): string {
  const visitDay = from?.slice(0, 10) ?? day
  return papers_by_day.find(({ on, delivered }) => on > visitDay && delivered > 0)?.on ?? previous_day ?? day
}
