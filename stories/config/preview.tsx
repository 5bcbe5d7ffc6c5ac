import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider, useColorScheme } from '@mui/material/styles'
import type { Decorator, Preview } from '@storybook/react-vite'
import { createContext, use, useEffect, useState, type ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { theme } from '#web/app/theme.ts'
import { RouteError } from '#web/pages/RouteError.tsx'
import { AnnouncerProvider } from '#web/components/LiveAnnouncer.tsx'
import { swrOptions } from '#web/data/swrOptions.ts'
import '#web/styles/fonts.css'

type Scheme = 'light' | 'dark'
const ShownContext = createContext<ReactNode>(null)

interface InProductProps {
  scheme: Scheme
  path: string
  /** A failure of the page shows as it does on the site, not as a failure of the story. */
  mayFail: boolean
  children: ReactNode
}

/** Theme, fonts, an address and a cache of its own. A change of scheme leaves the story as it stands. */
function InProduct({ scheme, path, mayFail, children }: InProductProps) {
  const [router] = useState(() =>
    createMemoryRouter([{ path: '*', Component: Shown, ...(mayFail && { ErrorBoundary: RouteError }) }], {
      initialEntries: [path],
    }),
  )
  return (
    <ThemeProvider theme={theme} defaultMode={scheme} storageManager={null}>
      <CssBaseline enableColorScheme />
      <FollowScheme scheme={scheme} />
      <AnnouncerProvider>
        <SWRConfig value={{ ...swrOptions, dedupingInterval: 0 }}>
          <ShownContext value={children}>
            <RouterProvider router={router} />
          </ShownContext>
        </SWRConfig>
      </AnnouncerProvider>
    </ThemeProvider>
  )
}

function Shown() {
  return use(ShownContext)
}

function FollowScheme({ scheme }: { scheme: Scheme }) {
  const { setMode } = useColorScheme()
  useEffect(() => setMode(scheme), [scheme, setMode])
  return null
}

/** Pages name their address in `parameters.path`; `parameters.mayFail` shows what stands in place of a failed page. */
const inProduct: Decorator = (Story, { globals, parameters, id }) => (
  <InProduct
    key={id}
    scheme={globals['scheme'] === 'dark' ? 'dark' : 'light'}
    path={typeof parameters['path'] === 'string' ? parameters['path'] : '/dashboard'}
    mayFail={parameters['mayFail'] === true}
  >
    <Story />
  </InProduct>
)

const preview: Preview = {
  decorators: [inProduct],
  beforeEach: () => localStorage.clear(),
  globalTypes: {
    scheme: {
      description: 'Colour scheme',
      toolbar: {
        title: 'Scheme',
        icon: 'contrast',
        items: [
          { value: 'light', title: 'Light' },
          { value: 'dark', title: 'Dark' },
        ],
        dynamicTitle: true,
      },
    },
  },
  initialGlobals: { scheme: 'light' },
  parameters: {
    layout: 'padded',
    options: {
      storySort: { order: ['Foundations', 'Atoms', 'Papers', 'Search', 'Lists', 'Charts', 'Shell', 'Admin', 'Pages'] },
    },
  },
}

export default preview
