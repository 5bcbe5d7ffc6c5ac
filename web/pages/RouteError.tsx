import Button from '@mui/material/Button'
import { useEffect, useRef, useState } from 'react'
import { isRouteErrorResponse, Link, useRouteError } from 'react-router-dom'
import { ApiError } from '../shared/client.ts'
import { reloadOnce } from '../shared/reloadOnce.ts'
import { useOnline } from '../shared/useOnline.ts'
import { EmptyState } from '../components/atoms/EmptyState.tsx'
import { OfflineBanner } from '../components/shell/OfflineBanner.tsx'
import { PageTitle } from '../components/shell/PageTitle.tsx'

/**
 * Shown in the shell in place of a page that failed. If code of the page is missing after a deployment, reloads once;
 * if it could not be loaded offline, reloads when the connection is back.
 */
export function RouteError() {
  const error = useRouteError()
  const online = useOnline()
  const wasOffline = useRef(!online)
  const [id] = useState(() => (error instanceof ApiError && error.requestId) || crypto.randomUUID().slice(0, 8))
  const isMissing = isMissingCode(error)

  useEffect(() => {
    // oxlint-disable-next-line no-console -- logs the error with the id that the reader quotes.
    console.error(`page failed, id ${id}`, error)
  }, [error, id])
  useEffect(() => {
    if (!isMissing || !online) return
    if (wasOffline.current) location.reload()
    else reloadOnce()
  }, [isMissing, online])

  if (isMissing && !online) {
    return (
      <>
        <PageTitle title="Offline" />
        <EmptyState
          headingLevel="h1"
          title="This page is not on this device yet"
          text="It opens when the connection is back."
        />
      </>
    )
  }
  return (
    <>
      <PageTitle title="This page failed" />
      <EmptyState
        headingLevel="h1"
        title={isMissing ? 'A new version is available' : 'This page failed'}
        text={
          isMissing
            ? 'A part of this page could not be loaded. Reload to get the new version.'
            : `Your data is not affected. Quote this when asking for help: ${id}`
        }
        action={
          <>
            <Button variant="outlined" onClick={() => location.reload()}>
              Reload
            </Button>
            <Button component={Link} to="/dashboard" reloadDocument>
              Go to dashboard
            </Button>
          </>
        }
      />
    </>
  )
}

/** The same for a page without the shell around it. */
export function FullPageRouteError() {
  return (
    <>
      <OfflineBanner />
      <main id="main">
        <RouteError />
      </main>
    </>
  )
}

/** Whether `import()` failed. Browsers report this only in the error's message. */
function isMissingCode(error: unknown): boolean {
  if (isRouteErrorResponse(error)) return false
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script|Failed to fetch|Unable to preload CSS/i.test(error.message)
  )
}
