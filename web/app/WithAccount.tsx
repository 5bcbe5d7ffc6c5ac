import Typography from '@mui/material/Typography'
import { Outlet } from 'react-router-dom'
import { useSession } from '../auth/useSession.ts'
import { FullScreenSpinner } from '../components/shell/FullScreenSpinner.tsx'
import { useMe } from '../data/account/useMe.ts'
import { useUnsentWork } from '../data/reading/useUnsentWork.ts'
import { formatDate } from '../shared/format.ts'
import { InputOwnerContext } from '../shared/keptInput.ts'
import { serverNow } from '../shared/serverClock.ts'
import { ContentPaintedContext } from '../shared/useIsPainted.ts'
import { useRenderedInSlices } from '../shared/useRenderedInSlices.ts'
import { UserContext } from '../shared/useUser.ts'
import { FullPageError } from './FullPageError.tsx'
import { prepareOffline } from './loadShell.ts'
import { CategoryNames } from './CategoryNames.tsx'
import { useInputOwner } from './useInputOwner.ts'

/** Loads the account of the signed-in user, and renders the child routes for it. */
export function WithAccount() {
  const { session } = useSession()
  const { user, error, retry } = useMe()
  const isShown = useRenderedInSlices(user !== undefined)
  useUnsentWork(user?.id)
  const owner = useInputOwner(user?.id)
  if (user && isShown) {
    return (
      <UserContext value={user}>
        <Typography variant="meta" component="p" sx={{ display: 'none', displayPrint: 'block' }}>
          Paperdawn, as of {formatDate(serverNow())}
        </Typography>
        <InputOwnerContext value={owner}>
          <ContentPaintedContext value={prepareOffline}>
            <CategoryNames>
              <Outlet />
            </CategoryNames>
          </ContentPaintedContext>
        </InputOwnerContext>
      </UserContext>
    )
  }
  if (error) return <FullPageError error={error} onRetry={retry} onSignOut={() => void session.signOut()} />
  return <FullScreenSpinner />
}
