import MenuIcon from '@mui/icons-material/Menu'
import AppBar from '@mui/material/AppBar'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Link from '@mui/material/Link'
import Slide from '@mui/material/Slide'
import useMediaQuery from '@mui/material/useMediaQuery'
import useScrollTrigger from '@mui/material/useScrollTrigger'
import { useState, type ReactNode } from 'react'
import { Link as RouterLink, useLocation } from 'react-router-dom'
import { destinationAt, destinationsFor } from '../../shared/destinations.ts'
import { AccountMenu, type AccountMenuProps } from './AccountMenu.tsx'
import { Brand } from '../atoms/Brand.tsx'
import { ColorSchemeToggle } from './ColorSchemeToggle.tsx'
import { CountBadge } from '../atoms/CountBadge.tsx'
import { NavDrawer } from './NavDrawer.tsx'
import { OfflineBanner, type OfflineBannerProps } from './OfflineBanner.tsx'
import { Page } from './Page.tsx'

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

/** 900 px, or as much more as the text is larger: the links have a line of their own then only in the drawer. */
const WITH_LINKS = '@media (min-width: 56.25em)'

/** App bar and layout of the signed-in pages except the dashboard. On phones the bar hides on scrolling down. */
export function AppShell({ user, toRead, unsent, onSignOut, onShowShortcuts, children }: AppShellProps) {
  const [open, setOpen] = useState(false)
  const scrolledDown = useScrollTrigger()
  const phone = useMediaQuery('(max-width: 599.95px)')
  const current = destinationAt(useLocation().pathname)?.id
  const items = destinationsFor(user)
  const firstName = user.name.split(' ')[0] ?? user.name

  return (
    <>
      <Slide appear={false} direction="down" in={!(phone && scrolledDown)}>
        <AppBar
          position="sticky"
          color="inherit"
          sx={{ bgcolor: 'background.paper', borderBottom: 1, borderColor: 'divider', boxShadow: 'none' }}
        >
          <Page>
            <Box
              className="shell-bar"
              sx={{
                display: 'flex',
                alignItems: 'stretch',
                minHeight: { xs: 56, sm: 60 },
                gap: 1,
                // Where the reader has enlarged the text, the bar needs more than one line.
                '@media (max-width: 40em)': { flexWrap: 'wrap' },
              }}
            >
              <IconButton
                aria-label="Menu"
                aria-expanded={open}
                onClick={() => setOpen(true)}
                sx={{ [WITH_LINKS]: { display: 'none' }, alignSelf: 'center', ml: -1 }}
              >
                <MenuIcon />
              </IconButton>
              <Box sx={{ alignSelf: 'center', [WITH_LINKS]: { mr: 3.5 } }}>
                <Brand to="/dashboard" />
              </Box>
              <Box
                component="nav"
                aria-label="Main"
                sx={{ display: 'none', flexWrap: 'wrap', [WITH_LINKS]: { display: 'flex' } }}
              >
                {items.map(({ id, path, label }) => (
                  <Link
                    key={id}
                    component={RouterLink}
                    to={path}
                    underline="none"
                    aria-current={id === current ? 'page' : undefined}
                    sx={{
                      display: 'flex',
                      alignItems: 'center',
                      gap: 1,
                      px: 1.75,
                      fontSize: '0.9375rem',
                      fontWeight: 450,
                      color: id === current ? 'text.primary' : 'text.secondary',
                      borderBottom: 2,
                      borderColor: id === current ? 'dawn' : 'transparent',
                      '@media (forced-colors: active)': { borderColor: id === current ? 'Highlight' : 'Canvas' },
                      '&:hover': { color: 'text.primary' },
                      '&:focus-visible': { outlineOffset: -2 },
                    }}
                  >
                    {label}
                    {id === 'reading-list' && toRead !== undefined && toRead > 0 && (
                      <CountBadge count={toRead} of="to read" />
                    )}
                  </Link>
                ))}
              </Box>
              <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, ml: 'auto' }}>
                <ColorSchemeToggle />
                <AccountMenu
                  user={user}
                  label={`Hello, ${firstName}`}
                  onSignOut={onSignOut}
                  onShowShortcuts={onShowShortcuts}
                />
                <Button onClick={onSignOut} sx={{ display: { xs: 'none', sm: 'inline-flex' } }}>
                  Logout
                </Button>
              </Box>
            </Box>
          </Page>
        </AppBar>
      </Slide>
      <NavDrawer
        open={open}
        items={items}
        current={current}
        toRead={toRead}
        user={user}
        onClose={() => setOpen(false)}
        onSignOut={onSignOut}
      />
      <OfflineBanner {...unsent} />
      <Box component="main" id="main" sx={{ py: { xs: 3, sm: 4 } }}>
        <Page>{children}</Page>
      </Box>
    </>
  )
}
