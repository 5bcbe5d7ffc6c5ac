import { createContext, use, useSyncExternalStore } from 'react'
import type { Session } from './session.ts'
import type { SessionState } from './sessionState.ts'

export const SessionContext = createContext<Session | null>(null)

/** Returns the page's session and its current state. Re-renders when the state changes. */
export function useSession(): { session: Session; state: SessionState } {
  const session = use(SessionContext)
  if (!session) throw new Error('useSession needs a SessionContext above it')
  return { session, state: useSyncExternalStore(session.subscribe, session.state, session.state) }
}
