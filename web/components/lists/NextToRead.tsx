import Link from '@mui/material/Link'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { Link as RouterLink } from 'react-router-dom'
import type { Item } from '#api/contract/readingList.ts'
import { formatAgo } from '../../shared/format.ts'
import { MathText } from '../papers/MathText.tsx'

/** The oldest unread papers of the reading list. */
export function NextToRead({ items }: { items: readonly Item[] }) {
  return (
    <section aria-labelledby="next">
      <Typography id="next" component="h2" variant="h3">
        Next to read
      </Typography>
      {items.length === 0 && (
        <Typography variant="meta" component="p" sx={{ mt: 0.5 }}>
          Nothing to read. Papers you save appear here.
        </Typography>
      )}
      {items.map(({ id, paper, added_at, newer_version }) => (
        <Row key={id}>
          <Link
            component={RouterLink}
            to={`/reading-list?${new URLSearchParams({ tab: 'all', item: id })}`}
            variant="abstract"
            color="inherit"
          >
            <MathText segments={paper.title_segments} text={paper.title} />
          </Link>
          <Typography variant="meta" component="p">
            saved {formatAgo(added_at)}
            {newer_version !== undefined && `, v${newer_version} is out`}
          </Typography>
        </Row>
      ))}
    </section>
  )
}

const Row = styled('div')(({ theme }) => ({
  paddingBlock: 8,
  '& > a': { lineHeight: 1.35, overflowWrap: 'anywhere' },
  '& + &': { borderTop: `1px solid ${theme.vars.palette.divider}` },
}))
