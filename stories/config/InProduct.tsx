import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider, useColorScheme } from '@mui/material/styles'
import { createContext, use, useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { createMemoryRouter, RouterProvider, type RouteObject } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { createRoutes } from '#web/app/router.tsx'
import { theme } from '#web/app/theme/theme.ts'
import type { SessionState } from '#web/auth/session.ts'
import { SessionContext } from '#web/auth/useSession.ts'
import { AnnouncerProvider } from '#web/components/atoms/LiveAnnouncer.tsx'
import { ClientContext } from '#web/data/api.ts'
import { swrOptions } from '#web/data/swrOptions.ts'
import { RouteError } from '#web/pages/RouteError.tsx'
import { createStoryClient, createStorySession, type Answers } from './answers.ts'

/** A story of a whole page: it is reached by its address, in the site's own routes, by this session. */
export interface Site {
  session: SessionState
  answers: Answers
}

interface InProductProps {
  scheme: 'light' | 'dark'
  path: string
  /** Absent where the story is a component of its own. */
  site: Site | undefined
  children: ReactNode
}

const ShownContext = createContext<ReactNode>(null)
const createStoryRoutes = (): RouteObject[] => [{ path: '*', Component: Shown, ErrorBoundary: RouteError }]
const nobody: Site = { session: { status: 'signed-out' }, answers: {} }

/** Theme, fonts, an address, a session and a cache of its own. A change of scheme leaves the story as it stands. */
export function InProduct({ scheme, path, site, children }: InProductProps) {
  const [{ router, session, client }] = useState(() => {
    const { session: state, answers } = site ?? nobody
    const session = createStorySession(state)
    return {
      router: createMemoryRouter(site ? createRoutes() : createStoryRoutes(), { initialEntries: [path] }),
      session,
      client: createStoryClient(answers, session),
    }
  })
  return (
    <ThemeProvider theme={theme} defaultMode={scheme} storageManager={null}>
      <CssBaseline enableColorScheme />
      <FollowScheme scheme={scheme} />
      <SessionContext value={session}>
        <ClientContext value={client}>
          <AnnouncerProvider>
            <SWRConfig value={{ ...swrOptions, dedupingInterval: 0 }}>
              <ShownContext value={children}>
                <RouterProvider router={router} />
              </ShownContext>
            </SWRConfig>
          </AnnouncerProvider>
        </ClientContext>
      </SessionContext>
    </ThemeProvider>
  )
}

function Shown() {
  return use(ShownContext)
}

function FollowScheme({ scheme }: Pick<InProductProps, 'scheme'>) {
  const { setMode } = useColorScheme()
  // MUI gives a new function with each mode; only the toolbar's choice is followed.
  const follow = useEffectEvent((wanted: typeof scheme) => setMode(wanted))
  useEffect(() => follow(scheme), [scheme])
  return null
}
