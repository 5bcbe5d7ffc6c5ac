import { useEffect } from 'react'
import { Navigate, useLocation, useSearchParams } from 'react-router-dom'
import { demoAccounts, SignInError } from '../auth/identity.ts'
import { pathAfterSignIn } from '../auth/nextPath.ts'
import { useSession } from '../auth/useSession.ts'
import { useAnnounce } from '../components/atoms/LiveAnnouncer.tsx'
import { MissingPart } from '../components/atoms/MissingPart.tsx'
import { endSentences, signInSentences } from '../components/atoms/signInSentences.ts'
import { DemoAccounts } from '../components/shell/DemoAccounts.tsx'
import { PageTitle } from '../components/shell/PageTitle.tsx'
import { SignInCard } from '../components/shell/SignInCard.tsx'
import { useAction } from '../data/useAction.ts'
import { useConfig } from '../data/account/useConfig.ts'
import { LoginFrame, LoginLoading } from './LoginFrame.tsx'

/** The sign-in page. Redirects a user who is signed in already to `next`, or to the dashboard. */
export function Login() {
  const { session, state } = useSession()
  const [query] = useSearchParams()
  const { state: entry } = useLocation() as { state: unknown }
  const announce = useAnnounce()
  // What the server refused after the address was made is only in the state.
  const ended = state.status === 'signed-out' && state.reason === 'undone' ? state.reason : query.get('reason')
  const { config, error: configError, retry: retryConfig } = useConfig()
  const { run, busy, error, reset } = useAction((signIn: () => Promise<void>) => signIn(), SignInError)
  useEffect(() => session.start(), [session])
  // After the title of the page, which the focus on its heading says, too.
  useEffect(() => queueMicrotask(() => announce(endSentences.get(ended ?? '') ?? '')), [announce, ended])

  if (state.status === 'loading') return <LoginLoading />
  if (state.status === 'signed-in')
    return <Navigate to={pathAfterSignIn(state.identity.email, query.get('next'), entry)} replace />
  const serviceProblem = state.status === 'failed' ? (navigator.onLine ? 'unavailable' : 'offline') : undefined
  // An attempt that failed as `unavailable` is shown only while the sign-in service is still unavailable.
  const lastProblem = state.status === 'signed-out' ? state.problem?.code : undefined
  const shownProblem = error?.code === 'unavailable' ? serviceProblem : (error?.code ?? serviceProblem ?? lastProblem)
  // The built-in sign-in service of a demo installation starts some seconds after the web server.
  const starting = shownProblem === 'unavailable' && config?.features.demo_accounts === true
  const problem = busy || starting ? undefined : shownProblem
  return (
    <>
      <PageTitle title="Sign in" />
      <LoginFrame>
        <SignInCard
          busy={busy}
          starting={starting}
          problem={problem}
          message={problem ? signInSentences[problem] : endSentences.get(ended ?? '')}
          other={state.status === 'signed-out' ? state.other?.email : undefined}
          onGoogle={() => void run(session.signInWithGoogle)}
          onRedirect={() => void run(session.signInWithRedirect)}
          onCancel={reset}
          onFollow={session.follow}
        />
        {configError && !serviceProblem && (
          <MissingPart
            what="Other ways to sign in"
            error={configError}
            onRetry={retryConfig}
            sx={{ textAlign: 'center' }}
          />
        )}
        {config?.features.demo_accounts && (
          <DemoAccounts
            accounts={demoAccounts}
            busy={busy || starting}
            onChoose={(account) => void run(() => session.signInAs(account))}
          />
        )}
      </LoginFrame>
    </>
  )
}
