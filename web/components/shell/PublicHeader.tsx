import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import Toolbar from '@mui/material/Toolbar'
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
        <Toolbar>
          <Brand to={showSignIn ? undefined : '/'} />
          <Space />
          <ColorSchemeToggle />
          {showSignIn && (
            <Button component={SiteLink} to={signedIn ? '/dashboard' : '/login'}>
              {signedIn ? 'Open dashboard' : 'Sign in'}
            </Button>
          )}
        </Toolbar>
      </Page>
    </header>
  )
}

const Space = styled('span')({ flexGrow: 1 })
