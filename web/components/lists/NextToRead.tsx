import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { Link as RouterLink } from 'react-router-dom'
import type { Item } from '#api/contract/readingList.ts'
import { formatAgo } from '../../shared/format.ts'
import { MathText } from '../papers/MathText.tsx'

/** The oldest unread papers of the reading list. */
export function NextToRead({ items }: { items: readonly Item[] }) {
  return (
    <Box component="section" aria-labelledby="next">
      <Typography id="next" component="h2" variant="h3">
        Next to read
      </Typography>
      {items.length === 0 && (
        <Typography variant="meta" component="p" sx={{ mt: 0.5 }}>
          Nothing to read. Papers you save appear here.
        </Typography>
      )}
      {items.map(({ id, paper, added_at, newer_version }, index) => (
        <Box key={id} sx={{ py: 1.25, ...(index > 0 && { borderTop: 1, borderColor: 'divider' }) }}>
          <Typography
            sx={{
              fontFamily: 'var(--font-serif)',
              fontSize: '1.03rem',
              fontWeight: 500,
              lineHeight: 1.35,
              overflowWrap: 'anywhere',
            }}
          >
            <Link
              component={RouterLink}
              to={`/reading-list?${new URLSearchParams({ tab: 'all', item: id })}`}
              color="inherit"
            >
              <MathText segments={paper.title_segments} text={paper.title} />
            </Link>
          </Typography>
          <Typography variant="meta" component="p">
            saved {formatAgo(added_at)}
            {newer_version !== undefined && `, v${newer_version} is out`}
          </Typography>
        </Box>
      ))}
    </Box>
  )
}
