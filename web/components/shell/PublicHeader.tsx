import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { SiteLink } from '../atoms/SiteLink.tsx'
import { Brand } from '../atoms/Brand.tsx'
import { ColorSchemeToggle } from './ColorSchemeToggle.tsx'
import { Page } from './Page.tsx'

interface PublicHeaderProps {
  signedIn: boolean
  /** Shows the sign-in button; false on the sign-in page itself. */
  showSignIn?: boolean
}

/** Header of the pages that need no account. */
export function PublicHeader({ signedIn, showSignIn = true }: PublicHeaderProps) {
  return (
    <header>
      <Page>
        <Box sx={{ display: 'flex', alignItems: 'center', minHeight: 64, gap: 1 }}>
          <Brand to={showSignIn ? undefined : '/'} />
          <Box sx={{ flex: 1 }} />
          <ColorSchemeToggle />
          {showSignIn && (
            <Button component={SiteLink} to={signedIn ? '/dashboard' : '/login'} sx={{ whiteSpace: 'nowrap' }}>
              {signedIn ? 'Open dashboard' : 'Sign in'}
            </Button>
          )}
        </Box>
      </Page>
    </header>
  )
}
