import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { Link as RouterLink } from 'react-router-dom'
import { describeCitedSince } from '#api/contract/limits.ts'
import type { CitedSince as Cited, CitingList } from '#api/contract/readingList.ts'
import type { ApiError } from '../../shared/client.ts'
import { formatDay } from '../../shared/format.ts'
import { paperPath } from '../../shared/paperAddress.ts'
import { ErrorState } from '../atoms/ErrorState.tsx'
import { HairlineList } from '../atoms/HairlineList.tsx'
import { OutsideLink } from '../atoms/OutsideLink.tsx'

interface CitedSinceProps {
  cited: Cited
  isOpen: boolean
  /** The newest of the citing papers; undefined until loaded. */
  list: CitingList | undefined
  error: ApiError | undefined
  /** Set if more can be shown. */
  onMore?: (() => void) | undefined
  onToggle: () => void
  onRetry: () => void
}

const Row = styled('li')(({ theme }) => ({
  ...theme.typography.body2,
  padding: '8px 0',
  overflowWrap: 'anywhere',
  '& > span': { ...theme.typography.meta, display: 'block' },
}))

/** "Cited by 4 new papers since you saved it": one line, which opens the list of these papers. */
export function CitedSince({ cited, isOpen, list, error, onMore, onToggle, onRetry }: CitedSinceProps) {
  return (
    <div>
      <Link component="button" type="button" aria-expanded={isOpen} onClick={onToggle} sx={{ minHeight: '1.5rem' }}>
        {`Cited by ${describeCitedSince(cited)}`}
      </Link>
      {isOpen && error && <ErrorState error={error} onRetry={onRetry} headingLevel="h3" compact />}
      {isOpen && !list && !error && <Skeleton animation={false} height={60} />}
      {isOpen && list && (
        <>
          <HairlineList aria-label="New papers that cite it">
            {list.items.map(({ title, paper_id, url, published_on }) => (
              <Row key={url} lang="en">
                {paper_id === null ? (
                  <OutsideLink href={url}>
                    <bdi>{title}</bdi>
                  </OutsideLink>
                ) : (
                  <Link component={RouterLink} to={paperPath(paper_id)}>
                    <bdi>{title}</bdi>
                  </Link>
                )}
                {published_on !== null && <span>{`${formatDay(published_on)} ${published_on.slice(0, 4)}`}</span>}
              </Row>
            ))}
          </HairlineList>
          {onMore && (
            <Button variant="outlined" onClick={onMore} sx={{ my: 1 }}>
              Show more
            </Button>
          )}
          <Typography variant="meta" component="p">
            {list.items.length < list.total && !onMore && `The newest ${list.items.length} of ${list.total}. `}
            {list.total_is_lower_bound && 'More papers cite it than are listed there. '}
            Citations from <OutsideLink href={list.source.url}>{list.source.name}</OutsideLink>
          </Typography>
        </>
      )}
    </div>
  )
}
