import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/material/styles'
import type { Decorator, Preview } from '@storybook/react-vite'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { theme } from '#web/app/theme.ts'
import '#web/styles/fonts.css'

/** Theme, fonts, an address and a cache of its own around every story. Pages name their address in `parameters.path`. */
const inProduct: Decorator = (Story, { globals, parameters }) => {
  const scheme = globals['scheme'] === 'dark' ? 'dark' : 'light'
  document.documentElement.dataset['scheme'] = scheme
  const path = typeof parameters['path'] === 'string' ? parameters['path'] : '/dashboard'
  const router = createMemoryRouter([{ path: '*', element: <Story /> }], { initialEntries: [path] })
  return (
    <ThemeProvider theme={theme} defaultMode={scheme} storageManager={null}>
      <CssBaseline />
      <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0 }}>
        <RouterProvider router={router} />
      </SWRConfig>
    </ThemeProvider>
  )
}

const preview: Preview = {
  decorators: [inProduct],
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
