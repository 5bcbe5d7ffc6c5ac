import Paper from '@mui/material/Paper'
import { useRef } from 'react'
import type { Item } from '#api/contract/readingList.ts'
import { LoadMore } from '../../components/atoms/LoadMore.tsx'
import { useFocusFirstNew } from '../../components/lists/useFocusFirstNew.ts'
import { useGradualRows } from '../../components/lists/useGradualRows.ts'
import { READING_STEP } from '../../data/reads.ts'
import type { useReadingList } from '../../data/reading/useReadingList.ts'
import { plainTitle } from '../../shared/plainTitle.ts'
import { ReadingRow, type RowHandlers } from './ReadingRow.tsx'
import { SELECTING } from './rowParts.ts'
import { RemovedRow } from './RemovedRow.tsx'
import type { Tab } from './readingState.ts'
import type { Removal } from './useRemovals.ts'
import type { useShownItems } from './useShownItems.ts'

interface ReadingRowsProps {
  list: ReturnType<typeof useReadingList>
  /** Items of the list, not those whose removal is over. */
  shown: ReturnType<typeof useShownItems>['shown']
  removals: ReadonlyMap<string, Removal>
  tab: Tab
  openId: string | undefined
  /** Ids of the items that are selected for the export. */
  selected: ReadonlySet<string>
  /** Why the last change of an item failed. */
  errorOf: (item: Item) => string | undefined
  hrefFor: (item: Item) => string
  /** They must be the same in all renders. */
  handlers: RowHandlers
  onUndo: (item: Item) => void
  /** Called after the time for Undo, once the reader has left the row of a removed paper. */
  onLeft: (item: Item) => void
}

/** The rows of the list, a few at once and the others while the page already answers inputs, and "Show more". */
export function ReadingRows(props: ReadingRowsProps) {
  const { list, shown, removals, tab, openId, selected, errorOf, hrefFor, handlers, onUndo, onLeft } = props
  const sheet = useRef<HTMLDivElement>(null)
  const { rendered, isRestored } = useGradualRows(shown.length)
  const rows = shown.slice(0, rendered).map((row) => {
    const removal = removals.get(row.item.id)
    return { ...row, removal, isRemoved: row.isRemovalWaiting || removal?.state === 'removed' }
  })
  const listed = rows.filter(({ isRemoved }) => !isRemoved).length
  const focusFirstNew = useFocusFirstNew(sheet, 'article h2 a', listed)
  return (
    <>
      <Paper
        ref={sheet}
        variant="sheet"
        aria-busy={list.isLoading}
        data-old={list.isLoading || undefined}
        {...{ [SELECTING]: selected.size > 0 || undefined }}
      >
        {rows.map(({ item, isMoveWaiting, isRemovalWaiting, isRemoved, removal }) =>
          isRemoved ? (
            <RemovedRow
              key={item.id}
              title={plainTitle(item.paper)}
              waiting={isRemovalWaiting}
              focused={removal !== undefined}
              onUndo={() => onUndo(item)}
              error={removal?.error}
              onLeft={() => onLeft(item)}
            />
          ) : (
            <ReadingRow
              key={item.id}
              item={item}
              href={hrefFor(item)}
              selected={item.id === openId}
              movedTo={isMoveWaiting || (tab !== 'all' && item.status !== tab) ? item.status : undefined}
              waiting={isMoveWaiting}
              error={removal === undefined ? errorOf(item) : 'Could not remove. Try again.'}
              checked={selected.has(item.id)}
              laidOutLate={!isRestored}
              handlers={handlers}
            />
          ),
        )}
      </Paper>
      {rendered >= shown.length && (
        <LoadMore
          shown={listed}
          total={list.total - (list.items.length - listed)}
          step={READING_STEP}
          busy={list.isLoadingMore}
          failed={list.error !== undefined}
          onMore={() => {
            focusFirstNew()
            void list.loadMore()
          }}
        />
      )}
    </>
  )
}
