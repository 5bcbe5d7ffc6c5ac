import { use, useCallback, useEffect, useState } from 'react'
import { Outlet } from 'react-router-dom'
import { useSession } from '../auth/useSession.ts'
import { AppShell } from '../components/shell/AppShell.tsx'
import { useReadingListCopy } from '../data/offline/useReadingListCopy.ts'
import { useUnsentState } from '../data/offline/useUnsentState.ts'
import { useReadingCounts } from '../data/reading/useReadingCounts.ts'
import { GlobalShortcuts } from '../components/shell/GlobalShortcuts.tsx'
import { ContentPaintedContext } from '../shared/useIsPainted.ts'
import { useUser } from '../shared/useUser.ts'

/** Layout route: renders the app shell around every signed-in page except the dashboard. */
export function ShellLayout() {
  const user = useUser()
  const { session } = useSession()
  const unsent = useUnsentState()
  const counts = useReadingCounts()
  const [isPainted, setPainted] = useState(false)
  const onPainted = use(ContentPaintedContext)
  const onPagePainted = useCallback(() => {
    setPainted(true)
    onPainted?.()
  }, [onPainted])
  // The identity provider and the copies for offline use wait for the first page.
  useEffect(() => {
    if (isPainted) session.connect()
  }, [session, isPainted])
  useReadingListCopy(isPainted)
  return (
    <GlobalShortcuts>
      {(showHelp) => (
        <AppShell
          user={user}
          toRead={counts?.to_read}
          unsent={unsent}
          onSignOut={() => void session.signOut()}
          onShowShortcuts={showHelp}
        >
          <ContentPaintedContext value={onPagePainted}>
            <Outlet />
          </ContentPaintedContext>
        </AppShell>
      )}
    </GlobalShortcuts>
  )
}
