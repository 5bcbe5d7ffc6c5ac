import { useEffect, useMemo, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { useSession } from '../auth/useSession.ts'
import { forgetUser } from '../shared/deviceStorage.ts'
import { forgetDialogs } from '../shared/keptInput.ts'

/**
 * Whose input is kept: for a session that ends, what the user has typed is there after the next sign-in. Open dialogs are
 * forgotten with their page, and everything when the user deletes the account. Returns null until the user is known.
 */
export function useInputOwner(userId: string | undefined) {
  const { session } = useSession()
  const { pathname } = useLocation()
  const lastPath = useRef(pathname)
  useEffect(() => {
    if (lastPath.current !== pathname) forgetDialogs()
    lastPath.current = pathname
  }, [pathname])
  useEffect(() => {
    if (userId === undefined) return
    return () => {
      const state = session.state()
      if (state.status === 'signed-out' && state.reason === 'erased') forgetUser(userId)
    }
  }, [userId, session])
  return useMemo(
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
}
