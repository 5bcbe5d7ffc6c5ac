import { createBrowserRouter, type RouteObject } from 'react-router-dom'
import type { ComponentType } from 'react'
import { FullScreenSpinner } from '../components/shell/FullScreenSpinner.tsx'
import { Dashboard } from '../pages/Dashboard/Dashboard.tsx'
import { LoginLoading } from '../pages/LoginFrame.tsx'
import { FullPageRouteError, RouteError } from '../pages/RouteError.tsx'
import { loadShell } from './loadShell.ts'
import { RequireUser } from './RequireUser.tsx'
import { Root } from './Root.tsx'

/** A route whose page is loaded on its first visit. Its error boundary keeps the layout around a failed page. */
const page = (path: string, Component: () => Promise<ComponentType>, ErrorBoundary = RouteError): RouteObject => ({
  path,
  // React Router shows nothing for a route whose `lazy` fails: a page that throws is shown as the error that it is.
  lazy: { Component: () => Component().catch(throwing) },
  ErrorBoundary,
})

/** Returns a component that throws `cause`. */
const throwing = (cause: unknown) => () => {
  throw cause
}

/**
 * All routes of the site. All but `/` and `/login` require a signed-in user. Returns new objects on each call, because
 * a router mutates its routes.
 */
export const createRoutes = (): RouteObject[] => [
  {
    element: <Root />,
    HydrateFallback: FullScreenSpinner,
    ErrorBoundary: FullPageRouteError,
    children: [
      page('/', async () => (await import('../pages/Landing/Landing.tsx')).Landing, FullPageRouteError),
      {
        ...page('/login', async () => (await import('../pages/Login.tsx')).Login, FullPageRouteError),
        HydrateFallback: LoginLoading,
      },
      {
        // The session and the shell are not loaded with a page, so that they stay when a page cannot be loaded.
        Component: RequireUser,
        children: [
          // In the chunk of the app itself.
          { path: '/dashboard', Component: Dashboard, ErrorBoundary: FullPageRouteError },
          {
            lazy: { Component: () => loadShell().catch(throwing) },
            ErrorBoundary: FullPageRouteError,
            children: [
              page('/search', async () => (await import('../pages/Search/Search.tsx')).Search),
              page('/reading-list', async () => (await import('../pages/ReadingList/ReadingList.tsx')).ReadingList),
              page('/questions', async () => (await import('../pages/Questions/Questions.tsx')).Questions),
              page('/paper/*', async () => (await import('../pages/Paper/Paper.tsx')).PaperPage),
              page('/save', async () => (await import('../pages/Save/Save.tsx')).Save),
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
