import Button from '@mui/material/Button'
import { useEffect, useState } from 'react'
import { isRouteErrorResponse, Link, useRouteError } from 'react-router-dom'
import { ApiError } from '../shared/client.ts'
import { EmptyState } from '../components/atoms/EmptyState.tsx'
import { PageTitle } from '../components/shell/PageTitle.tsx'

/** Session storage key: URL of the page that was already reloaded. */
const RELOADED = 'paperdawn-reloaded-for'

/** Error page of a route. Reloads once if a JavaScript chunk of the page is missing after a deployment. */
export function RouteError() {
  const error = useRouteError()
  const [id] = useState(() => (error instanceof ApiError && error.requestId) || crypto.randomUUID().slice(0, 8))
  const stale = isMissingChunk(error)

  useEffect(() => {
    // oxlint-disable-next-line no-console -- logs the error with the id that the reader quotes.
    console.error(`page failed, id ${id}`, error)
    if (!stale || sessionStorage.getItem(RELOADED) === location.href) return
    sessionStorage.setItem(RELOADED, location.href)
    location.reload()
  }, [error, id, stale])

  return (
    <main id="main">
      <PageTitle title="This page failed" />
      <EmptyState
        headingLevel="h1"
        title={stale ? 'A new version is available' : 'This page failed'}
        text={
          stale
            ? 'A part of this page could not be loaded. Reload to get the new version.'
            : `Your data is not affected. Quote this when asking for help: ${id}`
        }
        action={
          <>
            <Button variant="outlined" onClick={() => location.reload()}>
              Reload
            </Button>{' '}
            <Button component={Link} to="/dashboard" reloadDocument>
              Go to dashboard
            </Button>
          </>
        }
      />
    </main>
  )
}

/** Whether `import()` failed. Browsers report this only in the error's message. */
function isMissingChunk(error: unknown): boolean {
  if (isRouteErrorResponse(error)) return false
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script|Failed to fetch/i.test(error.message)
  )
}
