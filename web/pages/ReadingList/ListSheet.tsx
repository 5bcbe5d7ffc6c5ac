import Paper from '@mui/material/Paper'
import type { ComponentProps } from 'react'
import { PaperCardSkeleton } from '../../components/papers/PaperCardSkeleton.tsx'
import { useUser } from '../../shared/useUser.ts'
import { ReadingEmpty } from './ReadingEmpty.tsx'
import { ReadingRows } from './ReadingRows.tsx'
import type { ReadingState } from './readingState.ts'
import type { useListedItems } from './useListedItems.ts'

interface ListSheetProps extends Pick<
  ComponentProps<typeof ReadingRows>,
  'openId' | 'selected' | 'errorOf' | 'hrefFor' | 'handlers' | 'onUndo'
> {
  listed: ReturnType<typeof useListedItems>
  state: ReadingState
  /** Removes the filters. */
  onClear: () => void
}

/** The rows of the list, or why there are none, or that they are being loaded. */
export function ListSheet({ listed, state, onClear, ...rows }: ListSheetProps) {
  const { list, shown, counts, removals, removing } = listed
  const isHeadlines = useUser().preferences.reading.density === 'headlines'
  if (list.items.length > 0)
    return (
      <ReadingRows list={list} shown={shown} removals={removals} tab={state.tab} onLeft={removing.hideRow} {...rows} />
    )
  return (
    <Paper variant="sheet" aria-busy={list.isLoading} data-old={(list.isLoading && list.isKnown) || undefined}>
      {list.isKnown ? (
        <ReadingEmpty state={state} counts={counts} onClear={onClear} />
      ) : (
        [1, 2, 3, 4, 5].map((row) => <PaperCardSkeleton key={row} density={isHeadlines ? 'headlines' : 'compact'} />)
      )}
    </Paper>
  )
}
