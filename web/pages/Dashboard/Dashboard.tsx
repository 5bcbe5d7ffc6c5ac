import Paper from '@mui/material/Paper'
import { styled } from '@mui/material/styles'
import { Suspense, useCallback, useEffect, useRef, useState } from 'react'
import type { Dashboard as Day } from '#api/contract/dashboard.ts'
import { GlobalShortcuts } from '../../components/shell/GlobalShortcuts.tsx'
import { useUser } from '../../shared/useUser.ts'
import { focusHeading } from '../../shared/focusHeading.ts'
import { formatLongDay } from '../../shared/format.ts'
import { useSession } from '../../auth/useSession.ts'
import { BackToTop } from '../../components/shell/BackToTop.tsx'
import { useAnnounce } from '../../components/atoms/LiveAnnouncer.tsx'
import { ErrorState } from '../../components/atoms/ErrorState.tsx'
import { HomeHeader } from '../../components/shell/HomeHeader.tsx'
import { OfflineBanner } from '../../components/shell/OfflineBanner.tsx'
import { Page } from '../../components/shell/Page.tsx'
import { PageTitle } from '../../components/shell/PageTitle.tsx'
import { useCatchUp, useDashboard } from '../../data/papers/useDashboard.ts'
import { useReadingListCopy } from '../../data/offline/useReadingListCopy.ts'
import { useOpenText } from '../../data/search/textSearch.ts'
import { useUnsentState } from '../../data/offline/useUnsentState.ts'
import { useMailOpened } from '../../data/papers/usageReports.ts'
import { ReturnedMail } from '../ReturnedMail.tsx'
import { CatchUpSummary } from './CatchUpSummary.tsx'
import { DayOfPapers } from './DayOfPapers.tsx'
import { DaySummary } from './DaySummary.tsx'
import { LoadingDay } from './LoadingDay.tsx'
import { preloadHeadlines } from '../../components/papers/PaperEntry.tsx'
import { preloadNote } from './OpenNote.tsx'
import { useSetup } from './useSetup.ts'
import { useDayAddress } from './useDayAddress.ts'
import { lazyPart } from '../../shared/lazyPart.tsx'
import { isFocusLost } from '../../shared/isFocusLost.ts'
import { serverNow } from '../../shared/serverClock.ts'
import { useIsPainted } from '../../shared/useIsPainted.ts'
import { awaitedDay } from '../../shared/unreadDay.ts'
import { useRenderedInSlices } from '../../shared/useRenderedInSlices.ts'

const SamplesLoading = lazyPart(async () => (await import('./SamplesLoading.tsx')).SamplesLoading)
const SetupOffer = lazyPart(async () => (await import('./SetupOffer.tsx')).SetupOffer)
const Onboarding = lazyPart(async () => (await import('./Onboarding.tsx')).Onboarding)
const SideColumn = lazyPart(async () => (await import('./SideColumn.tsx')).SideColumn)
const ReviewOfWeek = lazyPart(async () => (await import('./ReviewOfWeek.tsx')).ReviewOfWeek)
const CatchUpList = lazyPart(async () => (await import('./CatchUpList.tsx')).CatchUpList)

/** The start page: the papers of a day, and links to all other pages. */
export function Dashboard() {
  const user = useUser()
  const openText = useOpenText()
  const { session } = useSession()
  const unsent = useUnsentState()
  const address = useDayAddress()
  const { dashboard, loadedAt, error, isRefreshing, refresh } = useDashboard(address.day)
  const hasPapers = dashboard && dashboard.freshness.announced_on !== null
  const setup = useSetup(hasPapers)
  const isOnboarding = setup.isOpen
  const [seenIds, setSeenIds] = useState<ReadonlySet<string>>(new Set())
  useMailOpened()
  const { density } = user.preferences.reading
  useEffect(() => {
    // A failure is of no matter here: the first headline loads it again.
    if (density === 'headlines') void preloadHeadlines().catch(() => undefined)
  }, [density])

  const unseen = dashboard?.outline.filter(
    ({ paper_id, state }) => !state.seen && !state.dismissed && !seenIds.has(paper_id),
  ).length
  // After days away the newest list may be old: the head is that of today, whose list is being fetched.
  const awaited = dashboard && address.day === undefined ? awaitedDay(dashboard) : undefined
  const day = awaited ?? dashboard?.day ?? address.day
  const catchUp = useCatchUp(address.isCatchUp)
  const heading = address.isCatchUp
    ? 'Catch up'
    : address.isReview
      ? 'Weekly review'
      : day === undefined
        ? 'Today'
        : formatLongDay(day, dashboard?.freshness.announced_on)
  const announce = useAnnounce()
  /** With the day of the list: the list of the day in the heading may be still to come. */
  const shown = `${heading} ${dashboard?.day}`
  const lastShown = useRef<string | null>(null)
  const isLoaded = useRenderedInSlices(
    address.isReview || (address.isCatchUp ? catchUp.catchUp : dashboard) !== undefined,
  )
  useEffect(() => {
    if (!isLoaded || lastShown.current === shown) return
    const isFirst = lastShown.current === null
    lastShown.current = shown
    if (isFirst) return
    announce(heading)
    // The control that changed the day was at the end of the list that is gone.
    if (isFocusLost()) focusHeading()
  }, [isLoaded, shown, heading, announce])

  const isLoadingSamples = dashboard?.freshness.samples_loading !== undefined
  const hasContent = isLoaded || isOnboarding || error !== undefined
  const isPainted = useIsPainted(hasContent)
  useEffect(() => {
    if (!isPainted) return
    session.connect()
    // A failure is of no matter here: the note that is opened loads it again.
    void preloadNote().catch(() => undefined)
  }, [isPainted, session])
  useReadingListCopy(isPainted)

  const showSeen = useCallback((id: string) => setSeenIds((before) => new Set(before).add(id)), [])
  const endOnboarding = () => {
    // The button that had the focus goes away with the setup.
    focusHeading()
    setup.close()
  }

  const list = () => {
    if (isOnboarding) {
      return (
        <Suspense fallback={<LoadingDay onRetry={refresh} />}>
          <Onboarding hasPapers={hasPapers !== false} onChanged={refresh} onDone={endOnboarding} />
        </Suspense>
      )
    }
    if (address.isReview) {
      return (
        <Suspense fallback={<LoadingDay onRetry={refresh} />}>
          <ReviewOfWeek week={address.week} onWeek={address.showReview} />
        </Suspense>
      )
    }
    if (address.isCatchUp) {
      return (
        <Suspense fallback={<LoadingDay onRetry={catchUp.retry} />}>
          <CatchUpList list={catchUp} onSeen={showSeen} onDay={address.goTo} onToday={address.showNewest} />
        </Suspense>
      )
    }
    if (dashboard?.freshness.samples_loading) {
      return (
        <Suspense fallback={<LoadingDay onRetry={refresh} />}>
          <SamplesLoading {...dashboard.freshness.samples_loading} />
        </Suspense>
      )
    }
    if (dashboard && isLoaded) {
      return (
        <DayOfPapers
          dashboard={dashboard}
          address={address}
          onSeen={showSeen}
          onChoose={setup.open}
          onRefresh={refresh}
        />
      )
    }
    if (error) {
      return (
        <Paper variant="sheet">
          <ErrorState error={error} onRetry={refresh} />
        </Paper>
      )
    }
    return <LoadingDay onRetry={refresh} />
  }

  return (
    <GlobalShortcuts>
      {(showHelp) => (
        <>
          <PageTitle title={heading} isLoading={!hasContent} />
          <HomeHeader
            user={user}
            greeting={`${greetingAt(serverNow())}, ${user.name.split(' ')[0] ?? user.name}`}
            day={heading}
            summary={
              address.isCatchUp ? (
                <CatchUpSummary catchUp={catchUp.catchUp} />
              ) : address.isReview ? (
                'Seven days of your reading.'
              ) : (
                <DaySummary
                  dashboard={dashboard}
                  isAwaiting={awaited !== undefined}
                  unseen={unseen ?? 0}
                  followedIds={user.category_ids}
                  refreshing={isRefreshing}
                  onRefresh={refresh}
                />
              )
            }
            toRead={dashboard?.reading.to_read}
            adminAlert={dashboard && alertOf(dashboard.freshness)}
            onLongText={openText}
            onSignOut={() => void session.signOut()}
            onShowShortcuts={showHelp}
          />
          <OfflineBanner since={loadedAt} {...unsent} />
          <Main id="main">
            <Page>
              <ReturnedMail linksToSettings />
              <Columns>
                {/* The setup has no side column. */}
                <div style={isOnboarding ? { gridColumn: '1 / -1' } : undefined}>
                  {setup.isOffered && (
                    <Suspense>
                      <SetupOffer onOpen={setup.accept} onClose={setup.decline} />
                    </Suspense>
                  )}
                  {list()}
                </div>
                {dashboard && isPainted && !isOnboarding && !isLoadingSamples && address.isOfDay && (
                  <Suspense>
                    <SideColumn dashboard={dashboard} onDay={address.goTo} />
                  </Suspense>
                )}
              </Columns>
            </Page>
          </Main>
          <BackToTop />
        </>
      )}
    </GlobalShortcuts>
  )
}

/** A problem with the source or its days, in two words for the admin tile. */
function alertOf({ failing_since, missing_days = [] }: Day['freshness']): string | undefined {
  if (failing_since !== undefined) return 'Source failing'
  return missing_days.length > 0 ? 'Days missing' : undefined
}

function greetingAt(now: Date): string {
  const hour = now.getHours()
  if (hour >= 5 && hour < 12) return 'Good morning'
  return hour >= 12 && hour < 18 ? 'Good afternoon' : 'Good evening'
}

const Main = styled('main')(({ theme }) => ({
  paddingBottom: 48,
  [theme.breakpoints.up('sm')]: { paddingTop: 12 },
}))

/** The list, and from a width on the overview beside it. */
const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: '40px 32px',
  '& > *': { minWidth: 0 },
  [theme.breakpoints.up('md')]: { gridTemplateColumns: 'minmax(0, 1fr) 300px' },
}))
