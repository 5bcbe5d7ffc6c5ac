import SearchIcon from '@mui/icons-material/SearchOutlined'
import Button from '@mui/material/Button'
import InputAdornment from '@mui/material/InputAdornment'
import OutlinedInput from '@mui/material/OutlinedInput'
import { styled } from '@mui/material/styles'
import Toolbar from '@mui/material/Toolbar'
import Typography from '@mui/material/Typography'
import type { CSSProperties, ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { SEARCH_QUERY_MAX } from '#api/contract/limits.ts'
import { destinationsFor } from '../../shared/destinations.ts'
import { radii } from '../../shared/theme/radii.ts'
import { takeLongPaste } from '../../shared/longText.ts'
import { AccountMenu, type AccountMenuProps } from './AccountMenu.tsx'
import { Brand } from '../atoms/Brand.tsx'
import { ColorSchemeToggle } from './ColorSchemeToggle.tsx'
import { DestinationTile } from './DestinationTile.tsx'
import { Page } from './Page.tsx'
import { Key } from '../atoms/Key.tsx'
import { useKeptInput } from '../../shared/keptInput.ts'

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
  /** Called with a text that is too long for a search. */
  onLongText: (text: string) => void
  onSignOut: () => void
  onShowShortcuts: () => void
}

/**
 * Header of the dashboard: greeting, search and navigation tiles. Uses the same destinations as the app shell. On phones it
 * has no greeting, so that the first card begins in the upper half of the screen.
 */
export function HomeHeader(props: HomeHeaderProps) {
  const { user, greeting, day, summary, toRead, adminAlert, onLongText, onSignOut, onShowShortcuts } = props
  const tiles = destinationsFor(user).filter(({ id }) => id !== 'dashboard' && id !== 'search')
  return (
    <header>
      <Page>
        <Toolbar sx={{ minHeight: { xs: '3rem', sm: '3.5rem' } }}>
          <Brand />
          <Space />
          <ColorSchemeToggle />
          <AccountMenu user={user} label={user.name} onSignOut={onSignOut} onShowShortcuts={onShowShortcuts} />
          <Button onClick={onSignOut} sx={{ display: { xs: 'none', sm: 'inline-flex' } }}>
            Logout
          </Button>
        </Toolbar>
        <Typography sx={{ display: { xs: 'none', sm: 'block' }, mt: 0.5, color: 'text.secondary' }}>
          {greeting}
        </Typography>
        <Typography variant="day" component="h1" sx={{ mt: 0 }}>
          {day}
        </Typography>
        <Summary>{summary}</Summary>
        <Launch aria-label="Main" style={{ '--tiles': tiles.length } as CSSProperties}>
          <HomeSearch onLongText={onLongText} />
          {tiles.map((destination) => (
            <DestinationTile
              key={destination.id}
              destination={destination}
              count={destination.id === 'reading-list' ? toRead : undefined}
              alert={destination.id === 'admin' ? adminAlert : undefined}
            />
          ))}
        </Launch>
      </Page>
    </header>
  )
}

function HomeSearch({ onLongText }: Pick<HomeHeaderProps, 'onLongText'>) {
  const [query, setQuery] = useKeptInput('search', '')
  const navigate = useNavigate()
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void navigate(query.trim() === '' ? '/search' : `/search?${new URLSearchParams({ q: query.trim() })}`)
        }}
      >
        <SearchBox
          fullWidth
          size="small"
          type="search"
          placeholder="Search papers, authors, ids"
          value={query}
          onChange={({ target: { value } }) => (value.length > SEARCH_QUERY_MAX ? onLongText : setQuery)(value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            if (query !== '') setQuery('')
            else (event.target as HTMLElement).blur()
          }}
          slotProps={{
            input: {
              'aria-label': 'Search',
              onPaste: (event) => takeLongPaste(event, SEARCH_QUERY_MAX, onLongText),
            },
          }}
          startAdornment={
            <InputAdornment position="start" disablePointerEvents>
              <SearchIcon fontSize="small" />
            </InputAdornment>
          }
          endAdornment={
            <SlashKey position="end" disablePointerEvents aria-hidden>
              <Key>/</Key>
            </SlashKey>
          }
        />
      </form>
    </search>
  )
}

const Space = styled('span')({ flexGrow: 1 })

const Summary = styled('div')(({ theme }) => ({
  minHeight: '1.75rem',
  color: theme.vars.palette.text.secondary,
  fontSize: theme.typography.subtitle1.fontSize,
  [theme.breakpoints.up('sm')]: { marginTop: 4 },
}))

const Launch = styled('nav')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(var(--tiles), minmax(0, 1fr))',
  gap: 12,
  marginTop: 16,
  '& > search': { gridColumn: '1 / -1' },
  [theme.breakpoints.down('sm')]: { gap: 8, marginTop: 4 },
  [theme.breakpoints.up('md')]: {
    gridTemplateColumns: 'minmax(0, 2.2fr) repeat(var(--tiles), minmax(min-content, 1fr))',
    '& > search': { gridColumn: 'auto' },
  },
}))

const SearchBox = styled(OutlinedInput)(({ theme }) => ({
  minHeight: '3rem',
  paddingInline: 16,
  borderRadius: radii.tile,
  [theme.breakpoints.down('sm')]: { minHeight: '2.75rem' },
}))

const SlashKey = styled(InputAdornment)(({ theme }) => ({ [theme.breakpoints.down('md')]: { display: 'none' } }))
