import MenuIcon from '@mui/icons-material/MenuOutlined'
import AppBar from '@mui/material/AppBar'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import Toolbar from '@mui/material/Toolbar'
import useScrollTrigger from '@mui/material/useScrollTrigger'
import { Suspense, useState, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { destinationAt, destinationsFor } from '../../shared/destinations.ts'
import { lazyPart } from '../../shared/lazyPart.tsx'
import { useWasOpened } from '../../shared/useWasOpened.ts'
import { visuallyHidden } from '../../shared/visuallyHidden.ts'
import { AccountMenu, type AccountMenuProps } from './AccountMenu.tsx'
import { Brand } from '../atoms/Brand.tsx'
import { ColorSchemeToggle } from './ColorSchemeToggle.tsx'
import { OfflineBanner, type OfflineBannerProps } from './OfflineBanner.tsx'
import { Page } from './Page.tsx'
import { ToReadBadge } from './ToReadBadge.tsx'

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
  const scrolledDown = useScrollTrigger()
  const current = destinationAt(useLocation().pathname)?.id
  const items = destinationsFor(user)
  const firstName = user.name.split(' ')[0] ?? user.name

  return (
    <>
      <Bar data-scrolled-down={scrolledDown || undefined}>
        <Page>
          <Toolbar>
            <MenuButton edge="start" aria-label="Menu" aria-expanded={open} onClick={() => setOpen(true)}>
              <MenuIcon />
            </MenuButton>
            <Home>
              <Brand to="/dashboard" />
            </Home>
            <Links
              component="nav"
              value={items.some(({ id }) => id === current) ? current : false}
              slotProps={{ root: { 'aria-label': 'Main' }, list: { role: undefined } }}
            >
              {items.map(({ id, path, label }) => (
                <Tab
                  key={id}
                  value={id}
                  component={Link}
                  to={path}
                  label={id === 'reading-list' ? <ToReadBadge count={toRead}>{label}</ToReadBadge> : label}
                  // Links, not the tabs of a page.
                  role={undefined}
                  tabIndex={0}
                  aria-selected={undefined}
                  aria-current={id === current ? 'page' : undefined}
                />
              ))}
            </Links>
            <Account>
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
            </Account>
          </Toolbar>
        </Page>
      </Bar>
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
      <Main id="main">
        <Page>{children}</Page>
      </Main>
    </>
  )
}

/** 900 px, or as much more as the text is larger: below it the links are in the drawer. */
const WIDE = '@media (min-width: 56.25em)'

const Bar = styled(AppBar)(({ theme }) => ({
  transition: theme.transitions.create(['transform', 'visibility'], { easing: 'ease-out' }),
  [theme.breakpoints.down('sm')]: {
    '&[data-scrolled-down]:not(:focus-within)': { transform: 'translateY(-100%)', visibility: 'hidden' },
  },
}))

const MenuButton = styled(IconButton)({ [WIDE]: { display: 'none' } })

const Home = styled('div')({
  [WIDE]: { marginRight: 28 },
  // Where the text is large for the window: the logo alone, so that the bar stays one line.
  '@media (width < 22.5em)': { 'svg + span': visuallyHidden },
})

const Links = styled(Tabs)({
  display: 'none',
  alignSelf: 'stretch',
  minWidth: 0,
  '& .MuiTabs-list': { flexWrap: 'wrap', height: '100%' },
  [WIDE]: { display: 'flex' },
}) as typeof Tabs

const Account = styled('div')({ display: 'flex', alignItems: 'center', gap: 4, marginLeft: 'auto' })

const Main = styled('main')(({ theme }) => ({
  padding: '24px 0',
  [theme.breakpoints.up('sm')]: { padding: '32px 0' },
}))
