import { createBrowserRouter, type RouteObject } from 'react-router-dom'
import type { ComponentType } from 'react'
import { FullScreenSpinner } from '../components/shell/FullScreenSpinner.tsx'
import { RouteError } from '../pages/RouteError.tsx'
import { Root } from './Root.tsx'

/** A route whose page is loaded on its first visit. Its error boundary keeps the layout around a failed page. */
const page = (path: string, Component: () => Promise<ComponentType>): RouteObject => ({
  path,
  lazy: { Component },
  ErrorBoundary: RouteError,
})

/**
 * All routes of the site. All but `/` and `/login` require a signed-in user. Returns new objects on each call, because
 * a router mutates its routes.
 */
export const createRoutes = (): RouteObject[] => [
  {
    element: <Root />,
    HydrateFallback: FullScreenSpinner,
    ErrorBoundary: RouteError,
    children: [
      page('/', async () => (await import('../pages/Landing/Landing.tsx')).Landing),
      page('/login', async () => (await import('../pages/Login.tsx')).Login),
      {
        lazy: { Component: async () => (await import('./RequireUser.tsx')).RequireUser },
        children: [
          page('/dashboard', async () => (await import('../pages/Dashboard/Dashboard.tsx')).Dashboard),
          {
            lazy: { Component: async () => (await import('./ShellLayout.tsx')).ShellLayout },
            children: [
              page('/search', async () => (await import('../pages/Search/Search.tsx')).Search),
              page('/reading-list', async () => (await import('../pages/ReadingList/ReadingList.tsx')).ReadingList),
              page('/paper/*', async () => (await import('../pages/Paper/Paper.tsx')).PaperPage),
              page('/profile', async () => (await import('../pages/Profile/Profile.tsx')).Profile),
              page('/admin', async () => (await import('../pages/Admin/Admin.tsx')).Admin),
              page('/device', async () => (await import('../pages/Device.tsx')).Device),
              page('*', async () => (await import('../pages/NotFound.tsx')).NotFound),
            ],
          },
        ],
      },
    ],
  },
]

/** Creates the router that follows the browser's URL. */
export const createRouter = () => createBrowserRouter(createRoutes())
