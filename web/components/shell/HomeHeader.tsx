import { type CSSProperties, type ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { SEARCH_QUERY_MAX } from '#api/contract/limits.ts'
import { destinationsFor } from '../../shared/destinations.ts'
import { takeLongPaste } from '../../shared/longText.ts'
import { AccountMenu, type AccountMenuProps } from './AccountMenu.tsx'
import { Icon } from '../atoms/Icon.tsx'
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
    <header className="home-header">
      <Page>
        <div className="home-bar">
          <Brand />
          <ColorSchemeToggle />
          <AccountMenu user={user} label={user.name} onSignOut={onSignOut} onShowShortcuts={onShowShortcuts} />
          <button className="button from-sm" type="button" onClick={onSignOut}>
            Logout
          </button>
        </div>
        <p className="home-greeting from-sm">{greeting}</p>
        <h1 className="home-day">{day}</h1>
        <div className="home-summary">{summary}</div>
        <nav className="home-tiles" aria-label="Main" style={{ '--tiles': tiles.length } as CSSProperties}>
          <HomeSearch onLongText={onLongText} />
          {tiles.map((destination) => (
            <DestinationTile
              key={destination.id}
              destination={destination}
              count={destination.id === 'reading-list' ? toRead : undefined}
              alert={destination.id === 'admin' ? adminAlert : undefined}
            />
          ))}
        </nav>
      </Page>
    </header>
  )
}

function HomeSearch({ onLongText }: Pick<HomeHeaderProps, 'onLongText'>) {
  const [query, setQuery] = useKeptInput('search', '')
  const navigate = useNavigate()
  return (
    <search className="home-search">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void navigate(query.trim() === '' ? '/search' : `/search?${new URLSearchParams({ q: query.trim() })}`)
        }}
      >
        {/* A label: a press beside the text focuses the field, too. */}
        <label className="search-box">
          <Icon name="search" />
          <input
            type="search"
            aria-label="Search"
            placeholder="Search papers, authors, ids"
            value={query}
            onChange={({ target: { value } }) => (value.length > SEARCH_QUERY_MAX ? onLongText : setQuery)(value)}
            onPaste={(event) => takeLongPaste(event, SEARCH_QUERY_MAX, onLongText)}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return
              if (query !== '') setQuery('')
              else event.currentTarget.blur()
            }}
          />
          <span className="search-key" aria-hidden="true">
            <Key>/</Key>
          </span>
        </label>
      </form>
    </search>
  )
}
