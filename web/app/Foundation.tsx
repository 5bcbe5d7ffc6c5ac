import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { SWRConfig } from 'swr'
import type { Session } from '../auth/session.ts'
import { SessionContext, useSession } from '../auth/useSession.ts'
import { AnnouncerProvider } from '../components/atoms/LiveAnnouncer.tsx'
import { ClientContext, type Client } from '../data/api.ts'
import { swrOptions } from '../data/swrOptions.ts'
import { theme } from './theme/theme.ts'

export interface FoundationProps {
  session: Session
  client: Client
  children: ReactNode
}

/** Providers of every page: theme, session, API client, SWR cache and live region. */
export function Foundation({ session, client, children }: FoundationProps) {
  return (
    <ThemeProvider theme={theme} defaultMode="system" modeStorageKey="paperdawn-scheme" noSsr>
      <CssBaseline enableColorScheme />
      <SessionContext value={session}>
        <ClientContext value={client}>
          <AnnouncerProvider>
            <UserCache>{children}</UserCache>
          </AnnouncerProvider>
        </ClientContext>
      </SessionContext>
    </ThemeProvider>
  )
}

/** A separate SWR cache for each user, so that one user's data is never shown to another. */
function UserCache({ children }: { children: ReactNode }) {
  const { state } = useSession()
  const user = state.status === 'signed-in' ? state.identity.email : 'signed-out'
  return (
    <SWRConfig key={user} value={swrOptions}>
      {children}
    </SWRConfig>
  )
}
