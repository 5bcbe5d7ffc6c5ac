import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { Suspense } from 'react'
import { EmptyState } from '../../components/atoms/EmptyState.tsx'
import { ErrorState } from '../../components/atoms/ErrorState.tsx'
import { MissingPart } from '../../components/atoms/MissingPart.tsx'
import { useRelatedPapers } from '../../components/dialogs/useRelatedPapers.tsx'
import { UndoSnackbar } from '../../components/lists/UndoSnackbar.tsx'
import { PageTitle } from '../../components/shell/PageTitle.tsx'
import { useTags } from '../../data/reading/useTags.ts'
import { lazyPart } from '../../shared/lazyPart.tsx'
import { useIsPainted } from '../../shared/useIsPainted.ts'
import { useStableHandlers } from '../../shared/useStableHandlers.ts'
import { useWasOpened } from '../../shared/useWasOpened.ts'
import { ListSheet } from './ListSheet.tsx'
import { ReadingControls } from './ReadingControls.tsx'
import { ReadingHead } from './ReadingHead.tsx'
import type { RowHandlers } from './ReadingRow.tsx'
import { useListChanges } from './useListChanges.ts'
import { useListedItems } from './useListedItems.ts'
import { useOpenItem } from './useOpenItem.ts'
import { useReadingAddress } from './useReadingAddress.ts'
import { useRowKeys } from './useRowKeys.ts'
import { useSelection } from './useSelection.ts'

// Loaded after the rows are painted.
const OpenItem = lazyPart(async () => (await import('./OpenItem.tsx')).OpenItem)
const Selection = lazyPart(async () => (await import('./Selection.tsx')).Selection)
const ReadingPlan = lazyPart(async () => (await import('./ReadingPlan.tsx')).ReadingPlan)
const ImportToList = lazyPart(async () => (await import('./ImportToList.tsx')).ImportToList)

/** The list, and from a medium width on the open paper beside it. */
const Columns = styled('div')(({ theme: { breakpoints } }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignItems: 'start',
  gap: 24,
  [breakpoints.up('md')]: { gridTemplateColumns: '3fr 2fr' },
}))

/** The plan comes after the rows, which must not move then. */
const PlanPlace = styled('div')(({ theme }) => ({
  minHeight: 44,
  marginBottom: 12,
  // On a phone it is one small line, so that the list begins near the top.
  [theme.breakpoints.down('sm')]: { minHeight: 26, margin: '-13px 0 3px' },
}))

/** Saved papers with their notes. The URL contains the tab, the filters and the open paper. */
export function ReadingList() {
  const { state, filter, show, hrefFor } = useReadingAddress()
  const isWide = useMediaQuery((theme) => theme.breakpoints.up('md'))
  const listed = useListedItems(filter)
  const { list, counts, items, recent } = listed
  const { open, isMissing } = useOpenItem(listed, state.itemId, isWide)
  const { tags, error: tagsError, retry: retryTags } = useTags()
  const selection = useSelection()
  const changes = useListChanges({
    listed,
    onRemoved: ({ id }) => {
      if (selection.selected.has(id)) selection.toggle(id)
      if (state.itemId === id) show({ itemId: null }, 'replace')
    },
  })
  const related = useRelatedPapers()
  const handlers = useStableHandlers<RowHandlers>({
    move: (item, status) => void changes.move(item, status),
    toggle: ({ id }) => selection.toggle(id),
    cite: ({ paper }) => related.showCitation(paper),
    remove: changes.remove,
  })
  useRowKeys({
    items,
    open,
    isWide,
    handlers,
    onOpen: (itemId) => show({ itemId }, 'replace'),
    onUndo: changes.undoLast,
  })
  const isPainted = useIsPainted(list.isKnown)
  const isSelectionUsed = useWasOpened(selection.selected.size > 0)
  const isImportUsed = useWasOpened(state.importId !== null)

  const isRowSeen = isWide && listed.shown.some(({ item }) => item.id === open?.id)
  const openItem = isPainted && (
    <Suspense>
      <OpenItem
        item={open}
        isBeside={isWide}
        isShown={open !== undefined && state.itemId !== null}
        related={related}
        error={open && !isRowSeen ? changes.errorOf(open) : undefined}
        onClose={() => show({ itemId: null })}
        onMove={(status) => open && handlers.move(open, status)}
        onRemove={() => open && handlers.remove(open)}
        tags={tags}
        onTags={(next) => open && void changes.setTags(open, next)}
      />
    </Suspense>
  )
  const isAlone = list.isKnown && list.items.length === 0 && !open

  return (
    <>
      <PageTitle title="Reading list" isLoading={!list.isKnown && !list.error} />
      {isSelectionUsed && (
        <Suspense>
          <Selection
            selected={selection.selected}
            filter={filter}
            shown={list.total}
            tags={tags}
            onSelect={selection.select}
            onChanged={list.refresh}
          />
        </Suspense>
      )}
      <ReadingHead
        counts={counts}
        filter={filter}
        shown={list.isKnown ? list.total : undefined}
        onImport={() => show({ importId: 'new' })}
      />
      <ReadingControls
        tags={tags}
        state={state}
        counts={counts}
        total={list.isKnown && !list.isLoading ? list.total : undefined}
        onChange={show}
      />
      {tagsError && !list.error && (
        <MissingPart
          what="Your tags"
          error={tagsError}
          onRetry={retryTags}
          isShown={tags.length > 0}
          sx={{ mt: -1, mb: 1.5 }}
        />
      )}
      {state.tab === 'to_read' && (
        <PlanPlace>
          {isPainted && counts && (
            <Suspense>
              <ReadingPlan hrefFor={(itemId) => hrefFor({ itemId })} />
            </Suspense>
          )}
        </PlanPlace>
      )}
      {list.error && !list.isKnown ? (
        <ErrorState error={list.error} onRetry={() => void list.refresh()} />
      ) : (
        <Columns>
          <Box sx={{ minWidth: 0, ...(isAlone && { gridColumn: '1 / -1' }) }}>
            <ListSheet
              listed={listed}
              state={state}
              openId={open?.id}
              selected={selection.selected}
              errorOf={changes.errorOf}
              hrefFor={({ id }) => hrefFor({ itemId: id })}
              handlers={handlers}
              onUndo={(item) => changes.undoRemovals([item])}
              onClear={() => show({ q: '', withNote: false, tag: null })}
            />
          </Box>
          {isWide && openItem}
        </Columns>
      )}
      {!isWide && openItem}
      {isMissing && <EmptyState title="That paper is not on your list" text="It may have been removed." />}
      {related.dialogs}
      {isImportUsed && (
        <Suspense>
          <ImportToList
            importId={state.importId}
            onShow={(importId) => show({ importId }, 'replace')}
            onAdded={() => void list.refresh()}
          />
        </Suspense>
      )}
      <UndoSnackbar
        message={recent.length === 0 ? null : recent.length === 1 ? 'Removed' : `${recent.length} removed`}
        onUndo={() => changes.undoRemovals(recent)}
        onClose={listed.removing.dismissRecent}
      />
    </>
  )
}
