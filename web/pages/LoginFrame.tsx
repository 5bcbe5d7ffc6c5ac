import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { useSession } from '../auth/useSession.ts'
import { FullScreenSpinner } from '../components/shell/FullScreenSpinner.tsx'
import { PublicHeader } from '../components/shell/PublicHeader.tsx'
import { SignInCard } from '../components/shell/SignInCard.tsx'

/** Header and middle of the sign-in page. */
export function LoginFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <PublicHeader signedIn={false} showSignIn={false} />
      <Middle id="main">{children}</Middle>
    </>
  )
}

const Middle = styled('main')(({ theme }) => ({
  display: 'grid',
  gap: 16,
  padding: '24px 16px',
  [theme.breakpoints.up('sm')]: { paddingBlock: 56 },
}))

const nothing = () => {}

/** The sign-in page before it is known whether somebody is signed in. The build writes it into `login.html`. */
export function LoginStart() {
  return (
    <LoginFrame>
      <SignInCard busy={false} loading onGoogle={nothing} onRedirect={nothing} onCancel={nothing} onFollow={nothing} />
    </LoginFrame>
  )
}

/** In place of the sign-in page while it is loaded. Who was signed in on this device is led on without seeing it. */
export function LoginLoading() {
  const { session } = useSession()
  return session.wasSignedIn() ? <FullScreenSpinner /> : <LoginStart />
}
