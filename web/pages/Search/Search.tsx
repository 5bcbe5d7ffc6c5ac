import TuneIcon from '@mui/icons-material/TuneOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Drawer from '@mui/material/Drawer'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { SEARCH_PAGE_SIZE } from '#api/contract/limits.ts'
import { formatPlural } from '../../app/format.ts'
import { useUser } from '../../app/useUser.ts'
import { ActiveFilters } from '../../components/ActiveFilters.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { FilterPanel } from '../../components/FilterPanel.tsx'
import { Pager } from '../../components/Pager.tsx'
import { PageTitle } from '../../components/PageTitle.tsx'
import { PaperCardSkeleton } from '../../components/PaperCardSkeleton.tsx'
import { ResultSummary } from '../../components/ResultSummary.tsx'
import { SearchField } from '../../components/SearchField.tsx'
import { Sheet } from '../../components/Sheet.tsx'
import { activeFilters, noFilters, SEARCH_MIN, toQuery } from '../../data/searchState.ts'
import { useCategories } from '../../data/useCategories.ts'
import { useRecentSearches } from '../../data/useRecentSearches.ts'
import { useSearch } from '../../data/useSearch.ts'
import { NoResults } from './NoResults.tsx'
import { SearchHits } from './SearchHits.tsx'
import { SearchStart } from './SearchStart.tsx'
import { useSearchAddress } from './useSearchAddress.ts'
import { useSlow } from './useSlow.ts'

/** Finds papers by words, authors, ids and filters. The address holds the whole search. */
export function Search() {
  const user = useUser()
  const address = useSearchAddress()
  const { state, text } = address
  const query = toQuery(state)
  const { answer, error, isLoading, isStale, retry, setSaved } = useSearch(query)
  const { categories } = useCategories()
  const names = new Map(categories?.map(({ id, name }) => [id, name]))
  const recent = useRecentSearches(user.id)
  const slow = useSlow(isLoading)
  const isWide = useMediaQuery((theme) => theme.breakpoints.up('md'))
  const [drawer, setDrawer] = useState(false)
  const [today] = useState(() => new Date())
  const filters = activeFilters(state, today)
  const field = useRef<HTMLInputElement>(null)
  const pages = answer ? Math.ceil(answer.total / SEARCH_PAGE_SIZE) : 0
  const [beyond, setBeyond] = useState(false)

  const leaveEmptyPage = useEffectEvent((last: number) => {
    setBeyond(true)
    address.correctPage(last)
  })
  const isBeyond = answer !== undefined && !isStale && pages > 0 && state.page > pages
  useEffect(() => {
    if (isBeyond) leaveEmptyPage(pages)
  }, [isBeyond, pages])
  useEffect(() => {
    if (query === null) field.current?.focus({ preventScroll: true })
    // Only on arrival: later the reader is where the reader wants to be.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  const panel = (
    <FilterPanel
      filters={state}
      categories={answer?.facets.categories}
      years={answer?.facets.years}
      names={names}
      onChange={(next) => address.filter({ ...state, ...next })}
    />
  )
  const clear = () => address.filter({ ...noFilters, sort: state.sort })

  return (
    <>
      <PageTitle title={state.q === '' ? 'Search' : `Search: ${state.q}`} />
      <Typography variant="h1" sx={{ mb: 2 }}>
        Search
      </Typography>
      <SearchField
        value={text}
        inputRef={field}
        slow={slow}
        onChange={(words) => {
          setBeyond(false)
          address.setText(words)
        }}
        onSubmit={() => {
          address.submit()
          if (text.trim().length >= SEARCH_MIN) recent.add(text.trim())
        }}
      />
      {query === null ? (
        <>
          {text.trim() !== '' && (
            <Typography sx={{ color: 'text.secondary' }}>Type at least {SEARCH_MIN} characters.</Typography>
          )}
          <SearchStart
            recent={recent.searches}
            categoryIds={user.category_ids}
            onSearch={(words) => {
              recent.add(words)
              address.search(words)
            }}
            onForget={recent.remove}
          />
        </>
      ) : (
        <Box
          sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '240px minmax(0, 1fr)' }, gap: 4 }}
        >
          {isWide ? (
            <Box component="aside" aria-label="Filters" sx={{ pt: 1 }}>
              {panel}
            </Box>
          ) : (
            <Drawer
              anchor="bottom"
              open={drawer}
              onClose={() => setDrawer(false)}
              slotProps={{ paper: { 'aria-label': 'Filters', role: 'dialog', sx: { maxHeight: '85vh' } } }}
            >
              <Box sx={{ p: 2.5 }}>{panel}</Box>
              <Box
                sx={{
                  position: 'sticky',
                  bottom: 0,
                  p: 2,
                  bgcolor: 'background.paper',
                  borderTop: 1,
                  borderColor: 'divider',
                }}
              >
                <Button fullWidth variant="contained" color="primary" onClick={() => setDrawer(false)}>
                  {answer ? `Show ${formatPlural(answer.total, 'result')}` : 'Show results'}
                </Button>
              </Box>
            </Drawer>
          )}
          <Box sx={{ minWidth: 0 }}>
            <Box
              sx={{
                display: 'flex',
                alignItems: 'center',
                justifyContent: 'space-between',
                gap: 1,
                minHeight: 40,
                mb: 1,
              }}
            >
              {answer && (
                <ResultSummary
                  total={answer.total}
                  isLowerBound={answer.total_is_lower_bound}
                  query={state.q.trim()}
                  sort={state.sort}
                  tookMs={answer.took_ms}
                  stale={isStale}
                />
              )}
              {!isWide && (
                <Button
                  variant="outlined"
                  startIcon={<TuneIcon />}
                  onClick={() => setDrawer(true)}
                  sx={{ flexShrink: 0 }}
                >
                  Filters{filters.length > 0 ? ` (${filters.length})` : ''}
                </Button>
              )}
            </Box>
            <Box sx={{ display: 'grid', gap: 1.5, mb: 1.5 }}>
              <ActiveFilters
                filters={filters}
                onRemove={(id) => {
                  const filter = filters.find((active) => active.id === id)
                  if (filter) address.filter({ ...state, ...filter.without })
                }}
                onClear={clear}
              />
              {answer?.note !== undefined && <Alert severity="info">{answer.note}</Alert>}
              {answer?.did_you_mean !== undefined && (
                <Typography>
                  Did you mean{' '}
                  <Link component="button" type="button" onClick={() => address.search(answer.did_you_mean ?? '')}>
                    {answer.did_you_mean}
                  </Link>
                  ?
                </Typography>
              )}
              {beyond && <Alert severity="info">There is no such page any more. This is the last one.</Alert>}
              {answer?.indexed_through === null && (
                <Alert severity="info">The search index is being built: not every paper is found yet.</Alert>
              )}
            </Box>
            {error && !isLoading ? (
              <ErrorState error={error} onRetry={() => void retry()} />
            ) : !answer ? (
              <Sheet aria-label="Searching">
                {[1, 2, 3, 4, 5].map((row) => (
                  <PaperCardSkeleton key={row} density={user.preferences.reading.density} />
                ))}
              </Sheet>
            ) : answer.total === 0 && !isStale ? (
              <NoResults
                q={state.q}
                filters={filters}
                onFilter={(next) => address.filter({ ...state, ...next })}
                onClear={clear}
              />
            ) : (
              <>
                <SearchHits
                  hits={answer.items}
                  stale={isStale}
                  onSaved={(paperId, itemId) => void setSaved(paperId, itemId)}
                  onOpen={() => recent.add(state.q.trim())}
                />
                <Pager page={state.page} pages={pages} hrefFor={address.hrefFor} />
              </>
            )}
          </Box>
        </Box>
      )}
    </>
  )
}
