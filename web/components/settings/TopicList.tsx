import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import { Link as RouterLink } from 'react-router-dom'

export interface TopicListProps {
  topics: readonly { id: string; query: string; daily_volume: number }[]
  /** Ids of the followed categories. */
  followedIds: readonly string[]
  onChange: (id: string, followed: boolean) => void
}

/** The user's saved searches, each with a link to its newest papers and a switch. */
export function TopicList({ topics, followedIds, onChange }: TopicListProps) {
  if (topics.length === 0)
    return (
      <Typography sx={{ color: 'text.secondary' }}>
        None yet.{' '}
        <Link underline="always" component={RouterLink} to="/search">
          Search for something
        </Link>{' '}
        and choose “Follow this search”: its new papers then join your daily cards.
      </Typography>
    )
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {topics.map(({ id, query, daily_volume }) => (
        <Box component="li" key={id} sx={{ display: 'flex', alignItems: 'center', gap: 2, minHeight: 48 }}>
          <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
            <Link component={RouterLink} to={`/search?${new URLSearchParams({ q: query, sort: 'newest' })}`}>
              {query}
            </Link>
            {daily_volume > 0 && (
              <Typography variant="meta" component="span" sx={{ display: 'block' }}>
                about {Math.max(1, Math.round(daily_volume))} a day
              </Typography>
            )}
          </Box>
          <Switch
            checked={followedIds.includes(id)}
            onChange={(_event, followed) => onChange(id, followed)}
            slotProps={{ input: { 'aria-label': `Follow ${query}` } }}
          />
        </Box>
      ))}
    </Box>
  )
}
