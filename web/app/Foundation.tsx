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

/** What every page stands on: colours, the session, the API client, a cache and the live region. */
export function Foundation({ session, client, children }: FoundationProps) {
  return (
    <ThemeProvider theme={theme} defaultMode="system" modeStorageKey="paperdawn-scheme" noSsr>
      <CssBaseline enableColorScheme />
      <SessionContext value={session}>
        <ClientContext value={client}>
          <AnnouncerProvider>
            <OwnCache>{children}</OwnCache>
          </AnnouncerProvider>
        </ClientContext>
      </SessionContext>
    </ThemeProvider>
  )
}

/** A data cache for each identity, so that nothing of one reader is ever shown to the next. */
function OwnCache({ children }: { children: ReactNode }) {
  const { state } = useSession()
  const owner = state.status === 'signed-in' ? state.identity.email : 'nobody'
  return (
    <SWRConfig key={owner} value={swrOptions}>
      {children}
    </SWRConfig>
  )
}
