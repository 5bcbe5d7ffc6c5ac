import DeleteOutlinedIcon from '@mui/icons-material/DeleteOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Link from '@mui/material/Link'
import List from '@mui/material/List'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import { Link as RouterLink } from 'react-router-dom'

export interface ListedTopic {
  id: string
  query: string
  daily_volume: number
  /** What the user did to it last, on this page. */
  change?: 'deleted' | 'restored'
}

export interface TopicListProps {
  topics: readonly ListedTopic[]
  /** Ids of the followed categories. */
  followedIds: readonly string[]
  onChange: (id: string, followed: boolean) => void
  onDelete: (topic: ListedTopic) => void
  onRestore: (topic: ListedTopic) => void
}

/** The button that was clicked is gone: the focus stays in its row. */
const focusRow = (row: HTMLElement | null) => row?.focus()

/** The user's saved searches, each with a link to its newest papers, a switch and a button that deletes it. */
export function TopicList({ topics, followedIds, onChange, onDelete, onRestore }: TopicListProps) {
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
    <List>
      {topics.map((topic) => (
        <Box
          component="li"
          key={`${topic.change ?? ''} ${topic.query}`}
          ref={topic.change ? focusRow : undefined}
          tabIndex={-1}
          sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 48 }}
        >
          {topic.change === 'deleted' ? (
            <>
              <Typography sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere', color: 'text.secondary' }}>
                Deleted: {topic.query}
              </Typography>
              <Button
                size="small"
                variant="outlined"
                aria-label={`Undo deleting ${topic.query}`}
                onClick={() => onRestore(topic)}
              >
                Undo
              </Button>
            </>
          ) : (
            <>
              <TopicLink {...topic} />
              <Switch
                checked={followedIds.includes(topic.id)}
                onChange={(_event, followed) => onChange(topic.id, followed)}
                slotProps={{ input: { 'aria-label': `Follow ${topic.query}` } }}
              />
              <IconButton aria-label={`Delete ${topic.query}`} onClick={() => onDelete(topic)}>
                <DeleteOutlinedIcon />
              </IconButton>
            </>
          )}
        </Box>
      ))}
    </List>
  )
}

function TopicLink({ query, daily_volume }: ListedTopic) {
  return (
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
  )
}
