import { ThemeProvider } from '@mui/material/styles'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { sampleUser } from '#tests/support/samples.ts'
import type { User } from '#api/contract/users.ts'
import { theme } from '#web/shared/theme/theme.ts'
import { UserContext } from '#web/shared/useUser.ts'
import { demoAccounts, type IdentityProvider } from '#web/auth/identity.ts'
import { noOtherTabs } from '#web/auth/otherTabs.ts'
import { createSession } from '#web/auth/session.ts'
import { SessionContext } from '#web/auth/useSession.ts'
import { AnnouncerProvider } from '#web/components/atoms/LiveAnnouncer.tsx'
import { ClientContext } from '#web/data/api.ts'
import { createClient } from '#web/shared/client.ts'
import { swrOptions } from '#web/data/swrOptions.ts'
import { useMe } from '#web/data/account/useMe.ts'

interface Options {
  /** Handles the page's API calls: a small Elysia app with the prefix /api. */
  api: { handle(request: Request): Promise<Response> | Response }
  /** URL of the page: "/search?q=lantern". */
  path: string
  /** Route of the page, for a page with parameters. */
  route?: string
  user?: User
}

/** Renders a page with all its providers, a signed-in user and an in-memory API. Calls share no state. */
export async function renderPage(page: ReactNode, { api, path, route = '*', user = sampleUser }: Options) {
  const session = createSession({
    readStored: async () => null,
    tabs: noOtherTabs,
    loadConfig: async () => ({
      version: 'test',
      firebase: { project_id: 'demo', api_key: 'demo', auth_domain: 'localhost' },
      features: { demo_accounts: true, outbox_page: false, sample_library: true },
    }),
    connect: async () => provider,
    exchange: async () => user,
  })
  await session.signInAs(demoAccounts[0]!)

  const send = async (input: RequestInfo | URL, init?: RequestInit) => api.handle(new Request(input, init))
  const client = createClient('http://localhost', session, send as typeof fetch)
  const router = createMemoryRouter([{ path: route, element: <WithAccount user={user}>{page}</WithAccount> }], {
    initialEntries: [path],
  })
  const view = render(
    <ThemeProvider theme={theme}>
      <SessionContext value={session}>
        <ClientContext value={client}>
          <AnnouncerProvider>
            <SWRConfig value={{ ...swrOptions, dedupingInterval: 0 }}>
              <RouterProvider router={router} />
            </SWRConfig>
          </AnnouncerProvider>
        </ClientContext>
      </SessionContext>
    </ThemeProvider>,
  )
  return { ...view, router, session, person: userEvent.setup({ delay: null }) }
}

function WithAccount({ user, children }: { user: User; children: ReactNode }) {
  const me = useMe()
  return <UserContext value={me.user ?? user}>{children}</UserContext>
}

/** An identity provider with a signed-in user. */
const provider: IdentityProvider = {
  watch: () => () => {},
  token: async () => 'a token',
  signInWithPopup: async () => {},
  signInWithRedirect: async () => {},
  finishRedirect: async () => false,
  signInAs: async () => {},
  signInAgain: async () => {},
  signOut: async () => {},
}
