import { Suspense, useState, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { destinationAt, destinationsFor } from '../../shared/destinations.ts'
import { lazyPart } from '../../shared/lazyPart.tsx'
import { useScrolledDown } from '../../shared/useScrolledDown.ts'
import { useWasOpened } from '../../shared/useWasOpened.ts'
import { AccountMenu, type AccountMenuProps } from './AccountMenu.tsx'
import { Brand } from '../atoms/Brand.tsx'
import { ColorSchemeToggle } from './ColorSchemeToggle.tsx'
import { CountBadge } from '../atoms/CountBadge.tsx'
import { Icon } from '../atoms/Icon.tsx'
import { OfflineBanner, type OfflineBannerProps } from './OfflineBanner.tsx'
import { Page } from './Page.tsx'

const NavDrawer = lazyPart(async () => (await import('./NavDrawer.tsx')).NavDrawer)

export interface AppShellProps {
  user: AccountMenuProps['user'] & { is_admin: boolean }
  /** Number of papers to read; undefined until loaded. */
  toRead?: number
  /** What waits to be sent. */
  unsent?: Pick<OfflineBannerProps, 'waiting' | 'refused'>
  onSignOut: () => void
  onShowShortcuts: () => void
  children: ReactNode
}

/** App bar and layout of the signed-in pages except the dashboard. On phones the bar hides on scrolling down. */
export function AppShell({ user, toRead, unsent, onSignOut, onShowShortcuts, children }: AppShellProps) {
  const [open, setOpen] = useState(false)
  const wasOpened = useWasOpened(open)
  const scrolledDown = useScrolledDown()
  const current = destinationAt(useLocation().pathname)?.id
  const items = destinationsFor(user)
  const firstName = user.name.split(' ')[0] ?? user.name

  return (
    <>
      <header className={scrolledDown ? 'shell-header scrolled-down' : 'shell-header'}>
        <Page>
          <div className="shell-bar">
            <button
              className="button icon-only shell-menu"
              type="button"
              aria-label="Menu"
              aria-expanded={open}
              onClick={() => setOpen(true)}
            >
              <Icon name="menu" />
            </button>
            <div className="shell-brand">
              <Brand to="/dashboard" />
            </div>
            <nav className="shell-links" aria-label="Main">
              {items.map(({ id, path, label }) => (
                <Link key={id} className="shell-link" to={path} aria-current={id === current ? 'page' : undefined}>
                  {label}
                  {id === 'reading-list' && toRead !== undefined && toRead > 0 && (
                    <CountBadge count={toRead} of="to read" />
                  )}
                </Link>
              ))}
            </nav>
            <div className="shell-account">
              <ColorSchemeToggle />
              <AccountMenu
                user={user}
                label={`Hello, ${firstName}`}
                onSignOut={onSignOut}
                onShowShortcuts={onShowShortcuts}
              />
              <button className="button from-sm" type="button" onClick={onSignOut}>
                Logout
              </button>
            </div>
          </div>
        </Page>
      </header>
      {wasOpened && (
        <Suspense>
          <NavDrawer
            open={open}
            items={items}
            current={current}
            toRead={toRead}
            user={user}
            onClose={() => setOpen(false)}
            onSignOut={onSignOut}
          />
        </Suspense>
      )}
      <OfflineBanner {...unsent} />
      <main className="shell-main" id="main">
        <Page>{children}</Page>
      </main>
    </>
  )
}
