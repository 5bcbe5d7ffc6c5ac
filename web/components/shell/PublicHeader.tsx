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
        <div className="public-bar">
          <Brand to={showSignIn ? undefined : '/'} />
          <ColorSchemeToggle />
          {showSignIn && (
            <SiteLink className="button" to={signedIn ? '/dashboard' : '/login'}>
              {signedIn ? 'Open dashboard' : 'Sign in'}
            </SiteLink>
          )}
        </div>
      </Page>
    </header>
  )
}
