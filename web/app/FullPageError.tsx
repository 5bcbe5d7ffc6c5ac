import Button from '@mui/material/Button'
import { ErrorState } from '../components/atoms/ErrorState.tsx'

interface FullPageErrorProps {
  error: Error
  onRetry: () => void
  onSignOut?: () => void
}

/** An error in place of the whole page, with a way to sign out. */
export function FullPageError(props: FullPageErrorProps) {
  return (
    <main id="main">
      <ErrorState
        error={props.error}
        onRetry={props.onRetry}
        headingLevel="h1"
        action={props.onSignOut && <Button onClick={props.onSignOut}>Logout</Button>}
      />
    </main>
  )
}
