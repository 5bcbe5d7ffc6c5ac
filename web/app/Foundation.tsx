import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/material/styles'
import { useEffect, useMemo, type ReactNode } from 'react'
import { SWRConfig } from 'swr'
import type { Session } from '../auth/session.ts'
import { SessionContext, useSession } from '../auth/useSession.ts'
import { AnnouncerProvider } from '../components/atoms/LiveAnnouncer.tsx'
import { ClientContext, type Client } from '../data/api.ts'
import { deleteCopies } from '../data/offline/copies.ts'
import { keepCopies } from '../data/offline/keepCopies.ts'
import { swrOptions } from '../data/swrOptions.ts'
import { ContentPaintedContext } from '../shared/useIsPainted.ts'
import { theme } from './theme/theme.ts'

export interface FoundationProps {
  session: Session
  client: Client
  /** Called after the papers of a day or of the reading list are painted. */
  onContentPainted?: () => void
  children: ReactNode
}

/** Providers of every page: theme, session, API client, SWR cache and live region. */
export function Foundation({ session, client, onContentPainted, children }: FoundationProps) {
  return (
    <ThemeProvider theme={theme} defaultMode="system" modeStorageKey="paperdawn-scheme" noSsr>
      <CssBaseline enableColorScheme />
      <SessionContext value={session}>
        <ClientContext value={client}>
          <AnnouncerProvider>
            <ContentPaintedContext value={onContentPainted}>
              <UserCache>{children}</UserCache>
            </ContentPaintedContext>
          </AnnouncerProvider>
        </ClientContext>
      </SessionContext>
    </ThemeProvider>
  )
}

/**
 * A separate SWR cache for each user, so that one user's data is never shown to another. The copies on this device are
 * those of the signed-in user; the others are deleted.
 */
function UserCache({ children }: Pick<FoundationProps, 'children'>) {
  const { state } = useSession()
  const email = state.status === 'signed-in' ? state.identity.email : undefined
  const isKnown = email !== undefined || state.status === 'signed-out'
  useEffect(() => {
    if (isKnown) void deleteCopies(email)
  }, [isKnown, email])
  const options = useMemo(
    () => ({
      ...swrOptions,
      ...(email !== undefined && { use: [...swrOptions.use, keepCopies(email)] }),
    }),
    [email],
  )
  return (
    <SWRConfig key={email ?? 'signed-out'} value={options}>
      {children}
    </SWRConfig>
  )
}
