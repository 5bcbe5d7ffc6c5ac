import Button from '@mui/material/Button'
import { Link, useLocation } from 'react-router-dom'
import { EmptyState } from '../components/atoms/EmptyState.tsx'
import { PageTitle } from '../components/shell/PageTitle.tsx'

/** The 404 page. Offers to search for the words of the last path segment. */
export function NotFound() {
  const { pathname } = useLocation()
  const searchWords = wordsOf(pathname)
  return (
    <>
      <PageTitle title="Not found" />
      <EmptyState
        headingLevel="h1"
        title="There is no page at this address"
        text="The link may be old or mistyped."
        action={
          <>
            {searchWords !== '' && (
              <Button variant="outlined" component={Link} to={`/search?${new URLSearchParams({ q: searchWords })}`}>
                Search for “{searchWords}”
              </Button>
            )}
            <Button component={Link} to="/dashboard">
              Go to dashboard
            </Button>
          </>
        }
      />
    </>
  )
}

/** "/papers/graph-attention" -> "graph attention". */
function wordsOf(pathname: string): string {
  const last = pathname.split('/').findLast((part) => part !== '') ?? ''
  return last
    .replace(/%[0-9a-f]{2}/gi, ' ')
    .replace(/[-_+.]+/g, ' ')
    .trim()
    .slice(0, 100)
}
