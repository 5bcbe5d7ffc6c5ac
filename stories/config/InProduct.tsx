import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { useColorScheme } from '@mui/material/styles'
import { createContext, use, useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { createMemoryRouter, RouterProvider, type RouteObject } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { sampleUser } from '#tests/support/samples.ts'
import { createRoutes } from '#web/app/router.tsx'
import { GlobalTheme } from '#web/shared/theme/GlobalTheme.tsx'
import type { SessionState } from '#web/auth/sessionState.ts'
import { SessionContext } from '#web/auth/useSession.ts'
import { AnnouncerProvider } from '#web/components/atoms/LiveAnnouncer.tsx'
import { ClientContext } from '#web/data/api.ts'
import { swrOptions } from '#web/data/swrOptions.ts'
import { UserContext } from '#web/shared/useUser.ts'
import { FullPageRouteError } from '#web/pages/RouteError.tsx'
import { createStoryClient, createStorySession, signedInAs, type Answers } from './answers.ts'

/** Session and API responses of a page story. The story renders the app's own routes at its path. */
export interface Site {
  session: SessionState
  answers: Answers
}

interface InProductProps {
  scheme: 'light' | 'dark'
  path: string
  /** Undefined for a component story: the story's component is rendered at every path. */
  site: Site | undefined
  /** API responses of a component story, whose reader is signed in. */
  answers: Answers
  children: ReactNode
}

const StoryContext = createContext<ReactNode>(null)
const createStoryRoutes = (): RouteObject[] => [
  { path: '*', Component: StoryElement, ErrorBoundary: FullPageRouteError },
]

/**
 * Inserts rules into one style element, as Emotion does on the site. Its development build, which the tests of the stories
 * run, makes an element for each rule by default, and the browser needs much longer for that.
 */
const styleCache = createCache({ key: 'css', speedy: true })

/** Theme, router, session, API client and SWR cache of one story. A change of the scheme does not remount the story. */
export function InProduct({ scheme, path, site, answers, children }: InProductProps) {
  const [{ router, session, client }] = useState(() => {
    const session = createStorySession(site?.session ?? signedInAs(sampleUser))
    return {
      router: createMemoryRouter(site ? createRoutes() : createStoryRoutes(), { initialEntries: [path] }),
      session,
      client: createStoryClient(site?.answers ?? answers, session),
    }
  })
  return (
    <CacheProvider value={styleCache}>
      <GlobalTheme scheme={scheme}>
        <ApplyScheme scheme={scheme} />
        <SessionContext value={session}>
          <ClientContext value={client}>
            <AnnouncerProvider>
              <SWRConfig value={{ ...swrOptions, dedupingInterval: 0 }}>
                <StoryContext value={children}>
                  <RouterProvider router={router} />
                </StoryContext>
              </SWRConfig>
            </AnnouncerProvider>
          </ClientContext>
        </SessionContext>
      </GlobalTheme>
    </CacheProvider>
  )
}

/** A component of the signed-in pages, whose reader is known. */
function StoryElement() {
  return <UserContext value={sampleUser}>{use(StoryContext)}</UserContext>
}

function ApplyScheme({ scheme }: Pick<InProductProps, 'scheme'>) {
  const { setMode } = useColorScheme()
  // MUI returns a new function for each mode; the effect must run only for a change in the toolbar.
  const apply = useEffectEvent((wanted: typeof scheme) => setMode(wanted))
  useEffect(() => apply(scheme), [scheme])
  return null
}
