import Typography from '@mui/material/Typography'
import { formatDate } from '../../shared/format.ts'
import { QueryText } from './QueryText.tsx'

export interface ResultSummaryProps {
  total: number
  /** How many have all words of the query, if some have not. */
  totalAllWords?: number | undefined
  isLowerBound?: boolean | undefined
  /** Only this many of the newest papers are sorted by relevance. */
  rankedNewest?: number | undefined
  query: string
  sort: 'relevance' | 'newest'
  /** Papers announced before this day are found by words only. */
  meaningFrom?: string | undefined
  tookMs: number
  /** True while the page still shows the results of the previous search. */
  stale?: boolean
}

/** One sentence about the results. Screen readers read it when it changes. */
export function ResultSummary(props: ResultSummaryProps) {
  const { total, totalAllWords, isLowerBound, rankedNewest, query, sort, meaningFrom, tookMs, stale = false } = props
  const count = `${isLowerBound ? 'More than ' : ''}${total.toLocaleString('en')}`
  const allWords = totalAllWords ? ` (${totalAllWords.toLocaleString('en')} with all words)` : ''
  const order =
    sort === 'newest'
      ? 'newest first'
      : rankedNewest
        ? `best match first among the newest ${rankedNewest.toLocaleString('en')}`
        : 'best match first'
  const compared = meaningFrom === undefined ? '' : `, by meaning since ${formatDate(meaningFrom)}`
  return (
    <Typography component="output" variant="body2" color="textSecondary" sx={{ display: 'block' }}>
      {stale ? (
        'Searching…'
      ) : total === 0 ? (
        <>
          No papers for “<QueryText query={query} />
          ”.
        </>
      ) : (
        <>
          {`${count} ${total === 1 ? 'paper' : 'papers'}${allWords} for “`}
          <QueryText query={query} />
          {`”, ${order}${compared} (${(tookMs / 1000).toFixed(2)} s)`}
        </>
      )}
    </Typography>
  )
}
