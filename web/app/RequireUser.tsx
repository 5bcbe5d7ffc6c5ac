import { useEffect } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { ERASED_PATH, loginPath, type PageOwner } from '../auth/nextPath.ts'
import { useSession } from '../auth/useSession.ts'
import { FullScreenSpinner } from '../components/shell/FullScreenSpinner.tsx'
import { FullPageError } from './FullPageError.tsx'
import { WithAccount } from './WithAccount.tsx'

/**
 * Renders the child routes for a signed-in user with the account. Redirects signed-out
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
