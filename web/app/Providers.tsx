import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/material/styles'
import { RouterProvider, type createBrowserRouter } from 'react-router-dom'
import { SWRConfig } from 'swr'
import type { Session } from '../auth/session.ts'
import { SessionContext, useSession } from '../auth/useSession.ts'
import { ClientContext, type Client } from '../data/api.ts'
import { AnnouncerProvider } from '../components/LiveAnnouncer.tsx'
import { swrOptions } from '../data/swrOptions.ts'
import { theme } from './theme.ts'

interface ProvidersProps {
  session: Session
  client: Client
  router: ReturnType<typeof createBrowserRouter>
}

/** The whole web application. */
export function Providers({ session, client, router }: ProvidersProps) {
  return (
    <ThemeProvider theme={theme} defaultMode="system" modeStorageKey="paperdawn-scheme" noSsr>
      <CssBaseline enableColorScheme />
      <SessionContext value={session}>
        <ClientContext value={client}>
          <AnnouncerProvider>
            <OwnCache>
              <RouterProvider router={router} />
            </OwnCache>
          </AnnouncerProvider>
        </ClientContext>
      </SessionContext>
    </ThemeProvider>
  )
}

/** A data cache for each identity, so that nothing of one reader is ever shown to the next. */
function OwnCache({ children }: { children: React.ReactNode }) {
  const { state } = useSession()
  const owner = state.status === 'signed-in' ? state.identity.email : 'nobody'
  return (
    <SWRConfig key={owner} value={swrOptions}>
      {children}
    </SWRConfig>
  )
}
