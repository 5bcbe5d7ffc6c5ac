import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { Link as RouterLink } from 'react-router-dom'
import type { ReactNode } from 'react'
import { useCategoryNames } from '../../shared/categoryNames.ts'
import { ControlRow } from '../../components/atoms/ControlRow.tsx'
import { useTodayPapers } from '../../data/papers/useTodayPapers.ts'
import { searchExamples } from './searchExamples.ts'

interface SearchStartProps {
  recent: readonly string[]
  /** Undefined until it is known which of the followed categories are searches. */
  categoryIds: readonly string[] | undefined
  /** Queries of the followed searches. */
  followed: readonly string[]
  /** Shown in place of the categories if they could not be loaded. */
  problem: ReactNode
  onSearch: (words: string) => void
  onForget: (words: string) => void
  /** Goes to the search by a text. */
  onText: () => void
}

/** Shown before a search: recent searches, the user's categories, and examples from the newest papers. */
export function SearchStart({ recent, categoryIds, followed, problem, onSearch, onForget, onText }: SearchStartProps) {
  const nameOf = useCategoryNames()
  const examples = searchExamples(useTodayPapers().data?.items ?? [])
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 4, py: 2, maxWidth: 720 }}>
      <Typography sx={{ color: 'text.secondary' }}>
        Or{' '}
        <Link underline="always" component="button" type="button" onClick={onText} sx={inText}>
          find papers like a text
        </Link>
        , such as the abstract of your draft.
      </Typography>
      {recent.length > 0 && (
        <Part title="Recent searches">
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {recent.map((words) => (
              <Box component="li" key={words} sx={{ display: 'flex', alignItems: 'center' }}>
                <Button
                  onClick={() => onSearch(words)}
                  sx={{ justifyContent: 'start', textAlign: 'start', minWidth: 0 }}
                >
                  {words}
                </Button>
                <IconButton size="small" aria-label={`Forget the search ${words}`} onClick={() => onForget(words)}>
                  <CloseIcon fontSize="small" />
                </IconButton>
              </Box>
            ))}
          </Box>
        </Part>
      )}
      {followed.length > 0 && (
        <Part title="Searches that you follow">
          <ControlRow>
            {followed.map((query) => (
              <Button
                key={query}
                variant="outlined"
                component={RouterLink}
                to={`/search?${new URLSearchParams({ q: query, sort: 'newest' })}`}
              >
                {query}
              </Button>
            ))}
          </ControlRow>
        </Part>
      )}
      <Part title="Browse your categories">
        {!categoryIds ? (
          (problem ?? <Skeleton animation={false} width="40%" height={40} />)
        ) : categoryIds.length === 0 ? (
          <Typography sx={{ color: 'text.secondary' }}>
            None chosen yet.{' '}
            <Link underline="always" component={RouterLink} to="/profile#categories">
              Choose categories
            </Link>
          </Typography>
        ) : (
          <ControlRow>
            {categoryIds.map((id) => (
              <Button
                key={id}
                variant="outlined"
                component={RouterLink}
                to={`/search?${new URLSearchParams({ q: `cat:${id}`, sort: 'newest' })}`}
              >
                {nameOf(id)}
              </Button>
            ))}
          </ControlRow>
        )}
      </Part>
      {/* Last, because they are loaded: nothing else moves. */}
      {examples.length > 0 && (
        <Part title="Examples">
          <ControlRow>
            {examples.map((words) => (
              <Button key={words} variant="outlined" onClick={() => onSearch(words)}>
                {words}
              </Button>
            ))}
          </ControlRow>
        </Part>
      )}
    </Box>
  )
}

const inText = { verticalAlign: 'baseline', fontSize: 'inherit' }

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box component="section">
      <Typography variant="h3" component="h2" sx={{ mb: 1 }}>
        {title}
      </Typography>
      {children}
    </Box>
  )
}
