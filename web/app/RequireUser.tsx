import { useEffect, useMemo, useRef } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { ERASED_PATH, loginPath, type PageOwner } from '../auth/nextPath.ts'
import { useSession } from '../auth/useSession.ts'
import { ErrorState } from '../components/atoms/ErrorState.tsx'
import { FullScreenSpinner } from '../components/shell/FullScreenSpinner.tsx'
import { forgetUser } from '../data/account/forgetUser.ts'
import { useMe } from '../data/account/useMe.ts'
import { useDashboard } from '../data/papers/useDashboard.ts'
import { useUnsentWork } from '../data/reading/useUnsentWork.ts'
import { useDayAddress } from '../pages/Dashboard/useDayAddress.ts'
import { formatDate } from '../shared/format.ts'
import { serverNow } from '../shared/serverClock.ts'
import { forgetDialogs, InputOwnerContext } from '../shared/keptInput.ts'
import { ContentPaintedContext } from '../shared/useIsPainted.ts'
import { useRenderedInSlices } from '../shared/useRenderedInSlices.ts'
import { UserContext } from '../shared/useUser.ts'
import { prepareOffline } from './loadShell.ts'

/**
 * Renders the child routes for a signed-in user and provides the account through `UserContext`. Redirects signed-out
 * visitors to the sign-in page, which returns them afterwards.
 */
export function RequireUser() {
  const { session, state } = useSession()
  const { pathname, search, hash } = useLocation()
  useEffect(() => session.start(), [session])

  if (state.status === 'loading') return <FullScreenSpinner />
  if (state.status === 'failed') return <FullPageError error={state.error} onRetry={() => session.start()} />
  if (state.status === 'signed-out') {
    if (state.reason === 'logout') return <Navigate to="/" replace />
    if (state.reason === 'erased') return <Navigate to={ERASED_PATH} replace />
    const { owner } = state
    return (
      <Navigate
        to={loginPath(pathname + search + hash, state.reason)}
        state={owner === undefined ? null : ({ owner } satisfies PageOwner)}
        replace
      />
    )
  }
  return <WithAccount />
}

function WithAccount() {
  const { session } = useSession()
  const { pathname } = useLocation()
  const { user, error, retry } = useMe()
  const isShown = useRenderedInSlices(user !== undefined)
  useUnsentWork(user?.id)
  const lastPath = useRef(pathname)
  useEffect(() => {
    if (lastPath.current !== pathname) forgetDialogs()
    lastPath.current = pathname
  }, [pathname])
  const userId = user?.id
  const owner = useMemo(
    () =>
      userId === undefined
        ? null
        : {
            userId,
            hasSessionEnded: () => {
              const state = session.state()
              return state.status === 'signed-out' && state.reason !== 'logout' && state.reason !== 'erased'
            },
          },
    [userId, session],
  )
  useEffect(() => {
    if (userId === undefined) return
    return () => {
      const state = session.state()
      if (state.status === 'signed-out' && state.reason === 'erased') forgetUser(userId)
    }
  }, [userId, session])
  if (user && isShown) {
    return (
      <UserContext value={user}>
        <p className="meta printed">Paperdawn, as of {formatDate(serverNow())}</p>
        <InputOwnerContext value={owner}>
          <ContentPaintedContext value={prepareOffline}>
            <Outlet />
          </ContentPaintedContext>
        </InputOwnerContext>
      </UserContext>
    )
  }
  if (error) return <FullPageError error={error} onRetry={retry} onSignOut={() => void session.signOut()} />
  return (
    <>
      {pathname === '/dashboard' && <LoadDay />}
      <FullScreenSpinner />
    </>
  )
}

/**
 * Asks for the papers of the day while the account is still loading, into the SWR cache of the signed-in user. Shows
 * nothing of them: the dashboard does, for the account that was loaded.
 */
function LoadDay() {
  useDashboard(useDayAddress().day)
  return null
}

function FullPageError(props: { error: Error; onRetry: () => void; onSignOut?: () => void }) {
  return (
    <main id="main">
      <ErrorState
        error={props.error}
        onRetry={props.onRetry}
        headingLevel="h1"
        action={
          props.onSignOut && (
            <button className="button" type="button" onClick={props.onSignOut}>
              Logout
            </button>
          )
        }
      />
    </main>
  )
}
