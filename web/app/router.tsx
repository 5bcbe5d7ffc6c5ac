import { createBrowserRouter, type RouteObject } from 'react-router-dom'
import type { ComponentType } from 'react'
import { FullScreenSpinner } from '../components/shell/FullScreenSpinner.tsx'
import { RouteError } from '../pages/RouteError.tsx'
import { Root } from './Root.tsx'

/** A page that loads when it is first visited; when it fails, the failure stays in its place. */
const page = (path: string, Component: () => Promise<ComponentType>): RouteObject => ({
  path,
  lazy: { Component },
  ErrorBoundary: RouteError,
})

/** Every address of the site. All but `/` and `/login` need a signed-in user. New ones for each router, which changes them. */
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

/** A router over the address bar. */
export const createRouter = () => createBrowserRouter(createRoutes())
