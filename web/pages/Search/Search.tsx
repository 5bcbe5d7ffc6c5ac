import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useSearchParams } from 'react-router-dom'
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { SEARCH_PAGE_SIZE } from '#api/contract/limits.ts'
import { useUser } from '../../shared/useUser.ts'
import { MissingPart } from '../../components/atoms/MissingPart.tsx'
import { PageTitle } from '../../components/shell/PageTitle.tsx'
import { FilterDrawer } from '../../components/search/FilterDrawer.tsx'
import { SearchField } from '../../components/search/SearchField.tsx'
import { isTextSearch, useOpenText } from '../../data/search/textSearch.ts'
import { activeFilters } from '../../data/search/searchFilters.ts'
import { SEARCH_QUERY_MIN, toQuery } from '../../data/search/searchState.ts'
import { useCategories } from '../../data/account/useCategories.ts'
import { useTopics } from '../../data/account/useTopics.ts'
import { useRecentSearches } from '../../data/search/useRecentSearches.ts'
import { useSearch } from '../../data/search/useSearch.ts'
import { SearchResults } from './SearchResults.tsx'
import { useNamedPaper } from './useNamedPaper.ts'
import { useSearchAddress } from './useSearchAddress.ts'
import { useSlow } from './useSlow.ts'
import { useCategoryNames } from '../../shared/categoryNames.ts'
import { serverNow } from '../../shared/serverClock.ts'
import { lazyPart } from '../../shared/lazyPart.tsx'
import { useIsPainted } from '../../shared/useIsPainted.ts'

const FilterPanel = lazyPart(async () => (await import('../../components/search/FilterPanel.tsx')).FilterPanel)
const SearchByText = lazyPart(async () => (await import('./SearchByText.tsx')).SearchByText)
const SearchStart = lazyPart(async () => (await import('./SearchStart.tsx')).SearchStart)

/** The filters, and the results beside them. */
const Columns = styled('div')(({ theme: { breakpoints } }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 32,
  [breakpoints.up('md')]: { gridTemplateColumns: '240px minmax(0, 1fr)' },
  '& > aside': { paddingTop: 8 },
}))

/** Searches papers by words, or by a text that is too long for that. */
export function Search() {
  const [params] = useSearchParams()
  if (!isTextSearch(params)) return <SearchByWords />
  return (
    <Suspense>
      <SearchByText />
    </Suspense>
  )
}

/** Searches papers by words, authors, ids and filters. The URL contains the whole search. */
function SearchByWords() {
  const user = useUser()
  const address = useSearchAddress()
  const { state, text } = address
  const query = toQuery(state)
  const search = useSearch(query)
  const { answer, isLoading, isStale } = search
  useNamedPaper(search, address)
  const { categories } = useCategories()
  const { topics, error: topicsError, retry: retryTopics } = useTopics()
  const followed = topics?.filter(({ id }) => user.category_ids.includes(id)) ?? []
  const recent = useRecentSearches(user.id)
  const slow = useSlow(isLoading)
  const isWide = useMediaQuery((theme) => theme.breakpoints.up('md'))
  const [today] = useState(serverNow)
  const nameOf = useCategoryNames(answer?.items.map(({ paper }) => paper))
  const filters = activeFilters(state, today, nameOf)
  const field = useRef<HTMLInputElement>(null)
  const openText = useOpenText()

  const pages = answer ? Math.ceil(answer.total / SEARCH_PAGE_SIZE) : 0
  const isBeyondLastPage = answer !== undefined && !isStale && pages > 0 && state.page > pages
  const showLastPage = useEffectEvent(() => address.correctPage(pages))
  useEffect(() => {
    if (isBeyondLastPage) showLastPage()
  }, [isBeyondLastPage])

  const focusEmptyField = useEffectEvent(() => query === null && field.current?.focus({ preventScroll: true }))
  useEffect(() => void focusEmptyField(), [])

  const isPainted = useIsPainted(query === null || answer !== undefined || search.error !== undefined)
  useEffect(() => {
    // What is typed on beyond the limit goes into its field at once. The page that needs it shows a failure.
    if (isPainted) void SearchByText.preload().catch(() => undefined)
  }, [isPainted])

  const addToRecent = (words: string) => {
    if (words.trim().length >= SEARCH_QUERY_MIN) recent.add(words.trim())
  }
  const panel = (
    <FilterPanel
      filters={state}
      categories={answer?.facets.categories}
      years={answer?.facets.years}
      nameOf={nameOf}
      names={new Map(categories?.map(({ id, name }) => [id, name]))}
      onChange={address.filter}
    />
  )

  return (
    <>
      <PageTitle
        title={state.q === '' ? 'Search' : `Search: ${state.q}`}
        isLoading={query !== null && answer === undefined && search.error === undefined}
      />
      <Typography variant="h1" sx={{ mb: 2 }}>
        Search
      </Typography>
      <SearchField
        value={text}
        inputRef={field}
        slow={slow}
        onChange={address.setText}
        onSubmit={() => {
          address.submit()
          addToRecent(text)
        }}
        onLongText={openText}
      />
      {query === null ? (
        <>
          {text.trim() !== '' && (
            <Typography color="textSecondary">Type at least {SEARCH_QUERY_MIN} characters.</Typography>
          )}
          <Suspense>
            <SearchStart
              recent={recent.searches}
              categoryIds={topics && user.category_ids.filter((id) => !followed.some((topic) => topic.id === id))}
              followed={followed.map((topic) => topic.query)}
              problem={
                topicsError && (
                  <MissingPart what="Your categories and searches" error={topicsError} onRetry={retryTopics} />
                )
              }
              onSearch={(words) => {
                addToRecent(words)
                address.search(words)
              }}
              onForget={recent.remove}
              onText={() => openText('')}
            />
          </Suspense>
        </>
      ) : (
        <Columns>
          {isWide && <aside aria-label="Filters">{isPainted && <Suspense>{panel}</Suspense>}</aside>}
          <SearchResults
            address={address}
            search={search}
            filters={filters}
            pages={pages}
            isPainted={isPainted}
            onOpen={() => addToRecent(state.q)}
            action={
              isWide ? undefined : (
                <FilterDrawer active={filters.length} total={answer?.total}>
                  {panel}
                </FilterDrawer>
              )
            }
          />
        </Columns>
      )}
    </>
  )
}
