import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { Suspense, useRef, type ReactNode } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { ControlRow } from '../../components/atoms/ControlRow.tsx'
import { useUser } from '../../shared/useUser.ts'
import { ActiveFilters } from '../../components/search/ActiveFilters.tsx'
import { ErrorState } from '../../components/atoms/ErrorState.tsx'
import { LookUpLink } from '../../components/papers/LookUpLink.tsx'
import { PaperCardSkeleton } from '../../components/papers/PaperCardSkeleton.tsx'
import { QueryText } from '../../components/search/QueryText.tsx'
import { ResultSummary } from '../../components/search/ResultSummary.tsx'
import { toTopicQuery, type ActiveFilter } from '../../data/search/searchFilters.ts'
import { noFilters } from '../../data/search/searchState.ts'
import type { useSearch } from '../../data/search/useSearch.ts'
import { FollowControl } from './FollowControl.tsx'
import { lazyPart } from '../../shared/lazyPart.tsx'
import { SearchHits } from './SearchHits.tsx'
import { isCutShort, SearchNotices } from './SearchNotices.tsx'
import type { useSearchAddress } from './useSearchAddress.ts'

const NoResults = lazyPart(async () => (await import('./NoResults.tsx')).NoResults)
const SearchElsewhere = lazyPart(async () => (await import('./SearchElsewhere.tsx')).SearchElsewhere)
const DensityChoice = lazyPart(async () => (await import('../DensityChoice.tsx')).DensityChoice)
const Pager = lazyPart(async () => (await import('../../components/search/Pager.tsx')).Pager)

interface SearchResultsProps {
  address: ReturnType<typeof useSearchAddress>
  search: ReturnType<typeof useSearch>
  filters: readonly ActiveFilter[]
  pages: number
  /** Whether the papers are painted: what is below them is loaded then. */
  isPainted: boolean
  /** Control below the summary, at the right. */
  action?: ReactNode
  onOpen: () => void
}

/** Results of a search: summary, active filters, papers and page links. */
export function SearchResults({ address, search, filters, pages, isPainted, action, onOpen }: SearchResultsProps) {
  const { preferences } = useUser()
  const { state } = address
  const { answer, error, isLoading, isStale, isRepeating, retry } = search
  const clear = () => address.filter({ ...noFilters, sort: state.sort })
  const didYouMean = answer?.did_you_mean
  /** What is shown in place of the results says the same as the note. */
  const isMissingPaper = answer?.look_up_id !== undefined && answer.total === 0 && !isStale
  const isCut = answer !== undefined && isCutShort(answer)
  const isUnanswered = isCut && answer.total === 0 && !isStale
  const summary = useRef<HTMLDivElement>(null)
  const services = answer?.names_paper || answer?.look_up_id !== undefined ? [] : (answer?.elsewhere ?? [])
  const words = answer?.corrected_to ?? state.q.trim()
  const repeat = async () => {
    await retry()
    // The button that was pressed may be gone.
    summary.current?.focus({ preventScroll: true })
  }

  return (
    <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
      <Box ref={summary} tabIndex={-1} sx={{ display: 'flex', alignItems: 'center', minHeight: 40 }}>
        {answer && !isUnanswered && (
          <ResultSummary
            total={answer.total}
            totalAllWords={answer.total_all_words}
            isLowerBound={answer.total_is_lower_bound}
            rankedNewest={answer.ranked_newest}
            query={words}
            sort={state.sort}
            meaningFrom={answer.meaning_from}
            tookMs={answer.took_ms}
            stale={isStale}
          />
        )}
        {isPainted && (
          <Box sx={{ ml: 'auto', minHeight: 40 }}>
            <Suspense>
              <DensityChoice />
            </Suspense>
          </Box>
        )}
      </Box>
      {/* As high as its buttons while there are none: the papers do not move. */}
      <ControlRow sx={{ alignItems: 'start', minHeight: '2.375rem', mb: 1.5 }}>
        {answer && !isStale && !isCut && !answer.names_paper && (
          <>
            <FollowControl query={toTopicQuery(state, words)} />
            <Button
              variant="outlined"
              size="small"
              component={RouterLink}
              // On phones the filters need its place, and a second line would move the papers.
              sx={{ display: { xs: 'none', sm: 'inline-flex' } }}
              to={`/questions?${new URLSearchParams({ ask: words })}`}
            >
              Ask this every day
            </Button>
          </>
        )}
        {action !== undefined && <Box sx={{ ml: 'auto' }}>{action}</Box>}
      </ControlRow>
      <Box sx={{ display: 'grid', gap: 1.5, mb: 1.5 }}>
        <ActiveFilters
          filters={filters}
          onRemove={(id) => {
            const filter = filters.find((active) => active.id === id)
            if (filter) address.filter(filter.without)
          }}
          onClear={clear}
        />
        {answer?.note !== undefined && !isMissingPaper && !isUnanswered && <Alert severity="info">{answer.note}</Alert>}
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
        {answer && !isStale && <SearchNotices answer={answer} busy={isRepeating} onRepeat={() => void repeat()} />}
      </Box>
      {answer?.look_up_id !== undefined && answer.total > 0 && !isStale && (
        <Box sx={{ mb: 1.5 }}>
          <LookUpLink id={answer.look_up_id} />
        </Box>
      )}
      {error && !isLoading ? (
        <ErrorState error={error} onRetry={() => void retry()} />
      ) : !answer ? (
        <Paper variant="sheet">
          {[1, 2, 3, 4, 5].map((row) => (
            <PaperCardSkeleton key={row} density={preferences.reading.density} />
          ))}
        </Paper>
      ) : isUnanswered ? null : answer.total === 0 && !isStale ? (
        <Suspense>
          <NoResults
            q={state.q}
            lookUpId={answer.look_up_id}
            filters={filters}
            onFilter={address.filter}
            onClear={clear}
          />
        </Suspense>
      ) : (
        <SearchHits
          hits={answer.items}
          stale={isStale}
          onOpen={onOpen}
          renderEnd={() =>
            isPainted && (
              <Suspense>
                <Pager
                  page={state.page}
                  pages={pages}
                  hrefFor={address.hrefFor}
                  // The page that was turned begins at the top.
                  onTurn={() => summary.current?.focus({ preventScroll: true })}
                />
              </Suspense>
            )
          }
        />
      )}
      {isPainted && !error && !isStale && services.length > 0 && (
        <Suspense>
          <SearchElsewhere key={state.q.trim()} q={state.q.trim()} services={services} />
        </Suspense>
      )}
    </Box>
  )
}

function InlineAction({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Link
      component="button"
      type="button"
      underline="always"
      sx={{ font: 'inherit', textAlign: 'start' }}
      onClick={onClick}
    >
      {children}
    </Link>
  )
}
