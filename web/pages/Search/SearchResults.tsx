import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useRef, type ReactNode } from 'react'
import { useUser } from '../../shared/useUser.ts'
import { ActiveFilters } from '../../components/search/ActiveFilters.tsx'
import { ErrorState } from '../../components/atoms/ErrorState.tsx'
import { Pager } from '../../components/search/Pager.tsx'
import { PaperCardSkeleton } from '../../components/papers/PaperCardSkeleton.tsx'
import { QueryText } from '../../components/search/QueryText.tsx'
import { ResultSummary } from '../../components/search/ResultSummary.tsx'
import { Sheet } from '../../components/lists/Sheet.tsx'
import { toTopicQuery, type ActiveFilter } from '../../data/search/searchFilters.ts'
import { noFilters } from '../../data/search/searchState.ts'
import type { useSearch } from '../../data/search/useSearch.ts'
import { FollowControl } from './FollowControl.tsx'
import { NoResults } from './NoResults.tsx'
import { SearchHits } from './SearchHits.tsx'
import type { useSearchAddress } from './useSearchAddress.ts'

interface SearchResultsProps {
  address: ReturnType<typeof useSearchAddress>
  search: ReturnType<typeof useSearch>
  filters: readonly ActiveFilter[]
  pages: number
  /** Control below the summary, at the right. */
  action?: ReactNode
  onOpen: () => void
}

/** Results of a search: summary, active filters, papers and page links. */
export function SearchResults({ address, search, filters, pages, action, onOpen }: SearchResultsProps) {
  const { preferences } = useUser()
  const { state } = address
  const { answer, error, isLoading, isStale, retry, setSaved } = search
  const clear = () => address.filter({ ...noFilters, sort: state.sort })
  const didYouMean = answer?.did_you_mean
  /** What is shown in place of the results says the same as the note. */
  const isMissingPaper = answer?.look_up_id !== undefined && answer.total === 0 && !isStale
  const summary = useRef<HTMLDivElement>(null)

  return (
    <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
      <Box ref={summary} tabIndex={-1} sx={{ display: 'flex', alignItems: 'center', minHeight: 40 }}>
        {answer && (
          <ResultSummary
            total={answer.total}
            totalAllWords={answer.total_all_words}
            isLowerBound={answer.total_is_lower_bound}
            rankedNewest={answer.ranked_newest}
            query={answer.corrected_to ?? state.q.trim()}
            sort={state.sort}
            tookMs={answer.took_ms}
            stale={isStale}
          />
        )}
      </Box>
      {/* As high as its buttons while there are none: the papers do not move. */}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'start', gap: 1, minHeight: '2.375rem', mb: 1.5 }}>
        {answer && !isStale && !answer.names_paper && (
          <FollowControl query={toTopicQuery(state, answer.corrected_to ?? state.q.trim())} />
        )}
        {action !== undefined && <Box sx={{ ml: 'auto' }}>{action}</Box>}
      </Box>
      <Box sx={{ display: 'grid', gap: 1.5, mb: 1.5 }}>
        <ActiveFilters
          filters={filters}
          onRemove={(id) => {
            const filter = filters.find((active) => active.id === id)
            if (filter) address.filter(filter.without)
          }}
          onClear={clear}
        />
        {answer?.note !== undefined && !isMissingPaper && <Alert severity="info">{answer.note}</Alert>}
        {answer?.corrected_to !== undefined && (
          <Typography>
            These are the results for <em>{answer.corrected_to}</em>.{' '}
            <InlineAction onClick={address.searchAsTyped}>
              Search for “<QueryText query={state.q.trim()} />” instead
            </InlineAction>
          </Typography>
        )}
        {didYouMean !== undefined && (
          <Typography>
            Did you mean <InlineAction onClick={() => address.search(didYouMean)}>{didYouMean}</InlineAction>?
          </Typography>
        )}
        {address.wasBeyond && <Alert severity="info">There is no such page any more. This is the last one.</Alert>}
        {answer?.indexed_through === null ? (
          <Alert severity="info">The search index is being built: not every paper is found yet.</Alert>
        ) : (
          answer?.partial && (
            <Alert severity="info">The search took too long, so the order and the counts may be incomplete.</Alert>
          )
        )}
      </Box>
      {error && !isLoading ? (
        <ErrorState error={error} onRetry={() => void retry()} />
      ) : !answer ? (
        <Sheet>
          {[1, 2, 3, 4, 5].map((row) => (
            <PaperCardSkeleton key={row} density={preferences.reading.density} />
          ))}
        </Sheet>
      ) : answer.total === 0 && !isStale ? (
        <NoResults
          q={state.q}
          lookUpId={answer.look_up_id}
          filters={filters}
          onFilter={address.filter}
          onClear={clear}
        />
      ) : (
        <SearchHits
          hits={answer.items}
          stale={isStale}
          onSaved={(paperId, itemId) => void setSaved(paperId, itemId)}
          onOpen={onOpen}
          renderEnd={() => (
            <Pager
              page={state.page}
              pages={pages}
              hrefFor={address.hrefFor}
              // The page that was turned begins at the top.
              onTurn={() => summary.current?.focus({ preventScroll: true })}
            />
          )}
        />
      )}
    </Box>
  )
}

function InlineAction({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Link
      underline="always"
      component="button"
      type="button"
      onClick={onClick}
      sx={{ verticalAlign: 'baseline', fontSize: 'inherit' }}
    >
      {children}
    </Link>
  )
}
