import Box from '@mui/material/Box'
import { useState } from 'react'
import type { Dashboard as Day } from '#api/contract/dashboard.ts'
import { GlobalShortcuts } from '../../components/shell/GlobalShortcuts.tsx'
import { useUser } from '../../shared/useUser.ts'
import { formatLongDay } from '../../shared/format.ts'
import { useSession } from '../../auth/useSession.ts'
import { BackToTop } from '../../components/shell/BackToTop.tsx'
import { ErrorState } from '../../components/atoms/ErrorState.tsx'
import { FreshnessNote } from '../../components/shell/FreshnessNote.tsx'
import { HomeHeader } from '../../components/shell/HomeHeader.tsx'
import { MissingDays } from '../../components/shell/MissingDays.tsx'
import { OfflineBanner } from '../../components/shell/OfflineBanner.tsx'
import { Page } from '../../components/shell/Page.tsx'
import { PageTitle } from '../../components/shell/PageTitle.tsx'
import { Sheet } from '../../components/lists/Sheet.tsx'
import { useDashboard } from '../../data/papers/useDashboard.ts'
import { useMailOpened } from '../../data/papers/useMailOpened.ts'
import { DayCards } from './DayCards.tsx'
import { DayEnd } from './DayEnd.tsx'
import { DayFilters } from './DayFilters.tsx'
import { DaySummary } from './DaySummary.tsx'
import { LoadingDay } from './LoadingDay.tsx'
import { NoPapers } from './NoPapers.tsx'
import { Onboarding } from './Onboarding.tsx'
import { SideColumn } from './SideColumn.tsx'
import { SinceLastVisit } from './SinceLastVisit.tsx'
import { useDayAddress } from './useDayAddress.ts'
import { useUnseenFilter } from './useUnseenFilter.ts'

/** The start page: the papers of a day, and links to all other pages. */
export function Dashboard() {
  const user = useUser()
  const { session } = useSession()
  const address = useDayAddress()
  const { dashboard, loadedAt, error, isRefreshing, refresh, showCardState } = useDashboard(address.day)
  const [isOnboarding, setOnboarding] = useState(user.category_ids.length === 0)
  const [seenIds, setSeenIds] = useState<ReadonlySet<string>>(new Set())
  useMailOpened()

  const unseen = dashboard?.cards.filter(
    ({ paper, state }) => !state.seen && !state.dismissed && !seenIds.has(paper.id),
  ).length
  const day = dashboard?.day ?? address.day
  const heading = day === undefined ? 'Today' : formatLongDay(day)

  const list = () => {
    if (isOnboarding) return <Onboarding onChanged={refresh} onDone={() => setOnboarding(false)} />
    if (dashboard) {
      return (
        <DayOfPapers
          dashboard={dashboard}
          address={address}
          showCardState={showCardState}
          onSeen={(id) => setSeenIds((before) => new Set(before).add(id))}
          onChoose={() => setOnboarding(true)}
          onRefresh={refresh}
        />
      )
    }
    if (error) {
      return (
        <Sheet>
          <ErrorState error={error} onRetry={refresh} />
        </Sheet>
      )
    }
    return <LoadingDay onRetry={refresh} />
  }

  return (
    <GlobalShortcuts>
      {(showHelp) => (
        <>
          <PageTitle title={heading} />
          <HomeHeader
            user={user}
            greeting={`${greetingAt(new Date())}, ${user.name.split(' ')[0] ?? user.name}`}
            day={heading}
            summary={
              <DaySummary
                dashboard={dashboard}
                unseen={unseen ?? 0}
                categoryCount={user.category_ids.length}
                refreshing={isRefreshing}
                onRefresh={refresh}
              />
            }
            toRead={dashboard?.reading.to_read}
            adminAlert={dashboard && alertOf(dashboard.freshness)}
            onSignOut={() => void session.signOut()}
            onShowShortcuts={showHelp}
          />
          <OfflineBanner since={loadedAt} />
          <Box component="main" id="main" sx={{ pt: 3, pb: 6 }}>
            <Page>
              <Box
                sx={{ display: 'grid', columnGap: 4, rowGap: 5, gridTemplateColumns: { md: 'minmax(0, 1fr) 300px' } }}
              >
                <Box sx={{ minWidth: 0 }}>{list()}</Box>
                {dashboard && !isOnboarding && <SideColumn dashboard={dashboard} onDay={address.goTo} />}
              </Box>
            </Page>
          </Box>
          <BackToTop />
        </>
      )}
    </GlobalShortcuts>
  )
}

interface DayOfPapersProps {
  dashboard: Day
  address: ReturnType<typeof useDayAddress>
  showCardState: ReturnType<typeof useDashboard>['showCardState']
  onSeen: (paperId: string) => void
  onChoose: () => void
  onRefresh: () => void
}

function DayOfPapers({ dashboard, address, showCardState, onSeen, onChoose, onRefresh }: DayOfPapersProps) {
  const user = useUser()
  const { category, unseenOnly, goTo, filter } = address
  const { cards, day } = dashboard
  const inCategory = category === null ? cards : cards.filter(({ paper }) => paper.categories.includes(category))
  const shown = useUnseenFilter(inCategory, day, unseenOnly)
  const missing = dashboard.freshness.missing_days ?? []
  const isLoadingOtherDay = address.day !== undefined && address.day !== day

  return (
    <Box aria-busy={isLoadingOtherDay} sx={isLoadingOtherDay ? { opacity: 0.55 } : {}}>
      <FreshnessNote freshness={dashboard.freshness} day={day} isAdmin={user.is_admin} />
      <MissingDays
        // A single missing day that is shown explains itself in place of its papers.
        days={missing.length === 1 && missing[0] === day ? [] : missing}
        isAdmin={user.is_admin}
        onDay={goTo}
      />
      <DayFilters
        dashboard={dashboard}
        categoryIds={user.category_ids}
        category={category}
        unseenOnly={unseenOnly}
        onDay={goTo}
        onFilter={filter}
      />
      <SinceLastVisit dashboard={dashboard} onDay={goTo} />
      <Box sx={{ mt: 2 }}>
        {cards.length === 0 ? (
          <Sheet>
            <NoPapers dashboard={dashboard} onChoose={onChoose} onDay={goTo} onRefresh={onRefresh} />
          </Sheet>
        ) : (
          <DayCards
            key={`${day} ${category ?? ''} ${unseenOnly}`}
            cards={shown}
            showCardState={showCardState}
            onSeen={onSeen}
            onDay={(which) => {
              const target = which === 'previous' ? dashboard.previous_day : dashboard.next_day
              if (target !== undefined) goTo(target)
            }}
            end={<DayEnd dashboard={dashboard} shown={shown.length} onDay={goTo} />}
          />
        )}
      </Box>
    </Box>
  )
}

/** A problem with the source or its days, in two words for the admin tile. */
function alertOf({ failing_since, missing_days = [] }: Day['freshness']): string | undefined {
  if (failing_since !== undefined) return 'Source failing'
  return missing_days.length > 0 ? 'Days missing' : undefined
}

function greetingAt(now: Date): string {
  const hour = now.getHours()
  if (hour < 5) return 'Good night'
  if (hour < 12) return 'Good morning'
  return hour < 18 ? 'Good afternoon' : 'Good evening'
}
