import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { SWRConfig, type Cache } from 'swr'
import type { Session } from '../auth/session.ts'
import { tokensOf } from '../auth/tokensOf.ts'
import { SessionContext, useSession } from '../auth/useSession.ts'
import { AnnouncerProvider } from '../components/atoms/LiveAnnouncer.tsx'
import { ClientContext, type Client } from '../data/api.ts'
import type { TokenSource } from '../shared/client.ts'
import { deleteCopies } from '../data/offline/copies.ts'
import { keepCopies } from '../data/offline/keepCopies.ts'
import { createFirstCache, type FirstAnswer } from '../data/firstCache.ts'
import { swrOptions } from '../data/swrOptions.ts'
import { MuiTheme } from '../shared/theme/MuiTheme.tsx'

export interface FoundationProps {
  session: Session
  /** Creates the API client of one user, or of nobody, which sends the tokens of `source`. */
  connectClient: (source: TokenSource) => Client
  /** Returns the answers that have come already for the user with this address. */
  takeFirstAnswers?: (email: string | undefined) => readonly FirstAnswer[]
  children: ReactNode
}

const noAnswers = (): readonly FirstAnswer[] => []

/** Providers of every page: theme, session, API client, SWR cache and live region. */
export function Foundation({ session, takeFirstAnswers = noAnswers, ...props }: FoundationProps) {
  return (
    <MuiTheme>
      <SessionContext value={session}>
        <AnnouncerProvider>
          <OneUser takeFirstAnswers={takeFirstAnswers} {...props} />
        </AnnouncerProvider>
      </SessionContext>
    </MuiTheme>
  )
}

/**
 * A separate SWR cache and API client for each user, so that one user's data is never shown to another, and what one
 * user's page still has to send is never sent for another. The copies on this device are those of the signed-in user; the
 * others are deleted.
 */
function OneUser({ connectClient, takeFirstAnswers, children }: Omit<Required<FoundationProps>, 'session'>) {
  const { session, state } = useSession()
  const email = state.status === 'signed-in' ? state.identity.email : undefined
  const isKnown = email !== undefined || state.status === 'signed-out'
  useEffect(() => {
    if (isKnown) void deleteCopies(email)
  }, [isKnown, email])
  const client = useMemo(() => connectClient(tokensOf(session, email)), [connectClient, session, email])
  const { cache, readFirst } = useMemo(() => createFirstCache(takeFirstAnswers(email)), [email, takeFirstAnswers])
  const options = useMemo(
    () => ({
      ...swrOptions,
      provider: () => cache,
      use: [...swrOptions.use, readFirst, ...(email === undefined ? [] : [keepCopies(email)])],
    }),
    [cache, readFirst, email],
  )
  return (
    <ClientContext value={client}>
      <UsedCaches newest={cache} />
      <SWRConfig key={email ?? 'signed-out'} value={options}>
        {children}
      </SWRConfig>
    </ClientContext>
  )
}

/**
 * Holds the caches of all users of this page. SWR ends a cache with the first `SWRConfig` that has it, and `mutate` then
 * throws: when a change is confirmed after its user has signed out.
 */
function UsedCaches({ newest }: { newest: Cache }) {
  const [used, setUsed] = useState([newest])
  if (!used.includes(newest)) setUsed([...used, newest])
  // oxlint-disable-next-line react/no-array-index-key -- the list only grows.
  return used.map((cache, index) => <SWRConfig key={index} value={{ provider: () => cache }} />)
}
