import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useEffect, useRef, type ReactNode } from 'react'
import type { SignInProblem } from '../../auth/identity.ts'
import { Panel } from '../atoms/Panel.tsx'
import { SiteLink } from '../atoms/SiteLink.tsx'

export interface SignInCardProps {
  busy: boolean
  /** It is not known yet whether somebody is signed in. */
  loading?: boolean
  /** The sign-in service is not reachable yet; the session retries until it is. */
  starting?: boolean
  problem?: SignInProblem
  /** What is said of the problem, or without one, of the end of the last session. The card itself is loaded with every page. */
  message?: string | undefined
  /** Address of another user, who is signed in in another window. */
  other?: string | undefined
  onGoogle: () => void
  onRedirect: () => void
  onCancel: () => void
  /** Continues as `other`. */
  onFollow: () => void
}

/** Sign-in card with a message for each cause of failure. */
export function SignInCard({
  busy,
  loading = false,
  starting = false,
  problem,
  message,
  other,
  ...on
}: SignInCardProps) {
  return (
    <Panel>
      <Typography component="h1" variant="h1">
        Sign in
      </Typography>
      {starting && (
        <Notice severity="info">
          Sign-in is starting and continues automatically in a few seconds. If it takes more than a minute, check the
          server’s log.
        </Notice>
      )}
      {message && !problem && !busy && !starting && <Notice severity="info">{message}</Notice>}
      {message && problem && (
        <Notice key={problem} severity={problem === 'closed' ? 'info' : 'error'}>
          {message}
          {problem === 'blocked' && (
            <Box sx={{ mt: 1 }}>
              <Button size="small" variant="outlined" onClick={on.onRedirect}>
                Sign in without a window
              </Button>
            </Box>
          )}
        </Notice>
      )}
      {other !== undefined && !busy && (
        <Box sx={{ mt: 2, overflowWrap: 'anywhere' }}>
          <Typography component="output" sx={{ display: 'block' }}>
            Another window is signed in as {other}.
          </Typography>
          <Button variant="contained" color="primary" size="large" fullWidth onClick={on.onFollow} sx={{ mt: 1 }}>
            Continue as {other}
          </Button>
        </Box>
      )}
      <Button
        variant="outlined"
        size="large"
        fullWidth
        disabled={busy || starting || loading}
        onClick={on.onGoogle}
        startIcon={
          busy || starting || loading ? (
            <CircularProgress
              size={18}
              color="inherit"
              {...(loading ? { 'aria-label': 'Loading' } : { 'aria-hidden': true })}
            />
          ) : (
            <img src="/google.svg" alt="" width={20} height={20} />
          )
        }
        sx={{ mt: 2.5, borderColor: 'edge' }}
      >
        Continue with Google
      </Button>
      {busy && (
        <Typography component="output" sx={{ mt: 1.5, display: 'block', color: 'text.secondary' }}>
          Waiting for Google. A window has opened.{' '}
          <Link component="button" type="button" onClick={on.onCancel}>
            Cancel
          </Link>
        </Typography>
      )}
      <Typography variant="meta" component="p" sx={{ mt: 2.5 }}>
        Stored about you: name, e-mail address and picture from Google, and what you save and open here.
      </Typography>
      <Typography variant="meta" component="p" sx={{ mt: 1 }}>
        <Link component={SiteLink} to="/">
          Back to the start
        </Link>
      </Typography>
    </Panel>
  )
}

/** An alert. An error takes the focus, so that screen readers read it and the next Tab stop is close. */
function Notice({ severity, children }: { severity: 'info' | 'error'; children: ReactNode }) {
  const alert = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (severity === 'error') alert.current?.focus()
  }, [severity])
  return (
    <Alert
      ref={alert}
      tabIndex={-1}
      severity={severity}
      role={severity === 'error' ? 'alert' : 'status'}
      sx={{ mt: 2 }}
    >
      {children}
    </Alert>
  )
}
