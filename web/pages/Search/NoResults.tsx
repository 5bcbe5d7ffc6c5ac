import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { EmptyState } from '../../components/atoms/EmptyState.tsx'
import { QueryText } from '../../components/search/QueryText.tsx'
import { LookUpLink } from '../../components/papers/LookUpLink.tsx'
import { formatPlural } from '../../shared/format.ts'
import { lookUpNameOf, pageHostOf } from '../../shared/lookUpNames.ts'
import type { ActiveFilter } from '../../data/search/searchFilters.ts'
import type { SearchFilters } from '../../data/search/searchState.ts'
import { useRelaxedCounts } from '../../data/search/useRelaxedCounts.ts'

interface NoResultsProps {
  q: string
  /** The paper that `q` names, if the library lacks it and a source can be asked for it; or the address of its page. */
  lookUpId: string | undefined
  filters: readonly ActiveFilter[]
  onFilter: (filters: SearchFilters) => void
  onClear: () => void
}

/** Shown if no paper matches. Offers to remove the filters that exclude the most papers. */
export function NoResults({ q, lookUpId, filters, onFilter, onClear }: NoResultsProps) {
  const relaxed = useRelaxedCounts(q, filters)
  return (
    <EmptyState
      title={
        <>
          Nothing found for “<QueryText query={q.trim()} />”
        </>
      }
      text={
        lookUpId !== undefined
          ? pageHostOf(lookUpId) === undefined
            ? `The library lacks this paper. It can be fetched from ${lookUpNameOf(lookUpId) ?? 'its source'}.`
            : 'If this is the address of the page of a paper, the page is read to find out which one.'
          : filters.length === 0
            ? 'Fewer or other words may help. The library contains the papers announced since it was set up.'
            : 'No paper has these words and passes every filter.'
      }
      action={
        <Stack sx={{ gap: 1, alignItems: 'center' }}>
          {lookUpId !== undefined && <LookUpLink id={lookUpId} />}
          {relaxed.map(({ id, label, without, total }) => (
            <Button key={id} variant="outlined" onClick={() => onFilter(without)}>
              Remove “{label}”: {formatPlural(total, 'paper')}
            </Button>
          ))}
          {filters.length > 1 && <Button onClick={onClear}>Search without any filter</Button>}
        </Stack>
      }
    />
  )
}
