import Button from '@mui/material/Button'
import { useEffect, useState } from 'react'
import { isRouteErrorResponse, Link, useRouteError } from 'react-router-dom'
import { ApiError } from '../shared/client.ts'
import { EmptyState } from '../components/atoms/EmptyState.tsx'
import { PageTitle } from '../components/shell/PageTitle.tsx'

const RELOADED = 'paperdawn-reloaded-for'

/** Stands where a page failed. A part of the page that is gone after a deployment is met with one reload by itself. */
export function RouteError() {
  const error = useRouteError()
  const [id] = useState(() => (error instanceof ApiError && error.requestId) || crypto.randomUUID().slice(0, 8))
  const stale = isMissingPart(error)

  useEffect(() => {
    // oxlint-disable-next-line no-console -- the one place where a crash can be traced from the id the reader quotes.
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

/** Browsers tell a failed `import()` only by the words of the error. */
function isMissingPart(error: unknown): boolean {
  if (isRouteErrorResponse(error)) return false
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script|Failed to fetch/i.test(error.message)
  )
}
