import SearchIcon from '@mui/icons-material/Search'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import InputBase from '@mui/material/InputBase'
import Typography from '@mui/material/Typography'
import { useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { SEARCH_QUERY_MAX } from '#api/contract/limits.ts'
import { destinationsFor } from '../../shared/destinations.ts'
import { AccountMenu, type AccountMenuProps } from './AccountMenu.tsx'
import { Brand } from '../atoms/Brand.tsx'
import { ColorSchemeToggle } from './ColorSchemeToggle.tsx'
import { DestinationTile } from './DestinationTile.tsx'
import { Page } from './Page.tsx'
import { Key } from '../atoms/Key.tsx'

export interface HomeHeaderProps {
  user: AccountMenuProps['user'] & { is_admin: boolean }
  /** "Good morning, Ada". */
  greeting: string
  /** The heading: "Friday, 20 November". */
  day: string
  /** Summary of the day in one sentence; a skeleton while it loads. */
  summary: ReactNode
  toRead?: number
  /** Short text on the Admin tile about a problem. */
  adminAlert?: string
  onSignOut: () => void
  onShowShortcuts: () => void
}

/**
 * Header of the dashboard: greeting, search and navigation tiles. Uses the same destinations as the app shell. On phones it
 * has no greeting, so that the first card begins in the upper half of the screen.
 */
export function HomeHeader(props: HomeHeaderProps) {
  const { user, greeting, day, summary, toRead, adminAlert, onSignOut, onShowShortcuts } = props
  const tiles = destinationsFor(user).filter(({ id }) => id !== 'dashboard' && id !== 'search')
  return (
    <Box component="header">
      <Page>
        <Box sx={{ display: 'flex', alignItems: 'center', minHeight: { xs: 56, sm: 64 }, gap: 0.5 }}>
          <Brand />
          <Box sx={{ flex: 1 }} />
          <ColorSchemeToggle />
          <AccountMenu user={user} label={user.name} onSignOut={onSignOut} onShowShortcuts={onShowShortcuts} />
          <Button onClick={onSignOut} sx={{ display: { xs: 'none', sm: 'inline-flex' } }}>
            Logout
          </Button>
        </Box>
        <Typography sx={{ mt: 3.5, color: 'text.secondary', display: { xs: 'none', sm: 'block' } }}>
          {greeting}
        </Typography>
        <Typography
          variant="day"
          component="h1"
          sx={(theme) => ({
            mt: { xs: 0.5, sm: 0 },
            // A date is one line on phones, too: else the page moves when the date replaces "Today".
            [theme.breakpoints.down('sm')]: { fontSize: 'clamp(1.25rem, 7.2vw, 2rem)' },
          })}
        >
          {day}
        </Typography>
        <Box
          sx={{
            mt: { xs: 0.5, sm: 1 },
            // On phones the summary has two lines.
            minHeight: { xs: 52, sm: 28 },
            fontSize: { xs: '1rem', sm: '1.0625rem' },
            color: 'text.secondary',
          }}
        >
          {summary}
        </Box>
        <Box
          component="nav"
          aria-label="Main"
          sx={{
            mt: { xs: 1, sm: 2.5 },
            display: 'grid',
            gap: { xs: 1, sm: 1.5 },
            gridTemplateColumns: {
              xs: `repeat(${tiles.length}, minmax(0, 1fr))`,
              md: `minmax(0, 2.2fr) repeat(${tiles.length}, minmax(0, 1fr))`,
            },
          }}
        >
          <HomeSearch />
          {tiles.map((destination) => (
            <DestinationTile
              key={destination.id}
              destination={destination}
              count={destination.id === 'reading-list' ? toRead : undefined}
              alert={destination.id === 'admin' ? adminAlert : undefined}
            />
          ))}
        </Box>
      </Page>
    </Box>
  )
}

function HomeSearch() {
  const [query, setQuery] = useState('')
  const navigate = useNavigate()
  return (
    <Box component="search" sx={{ gridColumn: { xs: '1 / -1', md: 'auto' } }}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void navigate(query.trim() === '' ? '/search' : `/search?${new URLSearchParams({ q: query.trim() })}`)
        }}
      >
        <InputBase
          type="search"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            if (query !== '') setQuery('')
            else (event.target as HTMLElement).blur()
          }}
          placeholder="Search papers, authors, ids"
          startAdornment={<SearchIcon sx={{ mr: 1.25, fontSize: 20, color: 'text.secondary' }} />}
          endAdornment={
            <Box sx={{ display: { xs: 'none', md: 'block' } }} aria-hidden="true">
              <Key>/</Key>
            </Box>
          }
          slotProps={{ input: { 'aria-label': 'Search', maxLength: SEARCH_QUERY_MAX } }}
          sx={{
            width: '100%',
            minHeight: { xs: 44, sm: 56 },
            px: 2,
            borderRadius: '12px',
            border: 1,
            borderColor: 'edge',
            bgcolor: 'background.paper',
            '& input::placeholder': { color: 'text.secondary', opacity: 1 },
            '& input:focus-visible': { outline: 'none' },
            '&.Mui-focused': { outline: 2, outlineColor: 'primary.main', outlineOffset: '-1px' },
          }}
        />
      </form>
    </Box>
  )
}
