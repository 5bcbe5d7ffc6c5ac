import { Suspense, useEffect, useRef, useState } from 'react'
import type { Item } from '#api/contract/readingList.ts'
import { isFocusLost } from '../../shared/isFocusLost.ts'
import { lazyPart } from '../../shared/lazyPart.tsx'
import { useMediaMatch, WIDE } from '../../shared/useMediaMatch.ts'
import { useIsPainted } from '../../shared/useIsPainted.ts'
import { useShortcuts } from '../../shared/useShortcuts.ts'
import { useStableHandlers } from '../../shared/useStableHandlers.ts'
import { useUser } from '../../shared/useUser.ts'
import { useWasOpened } from '../../shared/useWasOpened.ts'
import { MissingPart } from '../../components/atoms/MissingPart.tsx'
import { EmptyState } from '../../components/atoms/EmptyState.tsx'
import { ErrorState } from '../../components/atoms/ErrorState.tsx'
import { PageTitle } from '../../components/shell/PageTitle.tsx'
import { focusNote } from '../../components/papers/focusNote.ts'
import { PaperCardSkeleton } from '../../components/papers/PaperCardSkeleton.tsx'
import { Sheet } from '../../components/lists/Sheet.tsx'
import { UndoSnackbar } from '../../components/lists/UndoSnackbar.tsx'
import { useRelatedPapers } from '../../components/dialogs/useRelatedPapers.tsx'
import { useChanges } from '../../data/offline/useChanges.ts'
import { useReadingItem } from '../../data/reading/useReadingItem.ts'
import { useReadingList } from '../../data/reading/useReadingList.ts'
import { useTags } from '../../data/reading/useTags.ts'
import { ReadingControls } from './ReadingControls.tsx'
import { ReadingEmpty } from './ReadingEmpty.tsx'
import { ReadingHead } from './ReadingHead.tsx'
import { focusedRowId, focusRow, isRowShown, type RowHandlers } from './ReadingRow.tsx'
import { ReadingRows } from './ReadingRows.tsx'
import { useDoneActions } from './useDoneActions.ts'
import { useItemChanges } from './useItemChanges.ts'
import { useReadingAddress } from './useReadingAddress.ts'
import { useSelection } from './useSelection.ts'
import { useShownItems } from './useShownItems.ts'
import { useRemovals, type Removal } from './useRemovals.ts'

// Loaded after the rows are painted.
const OpenItem = lazyPart(async () => (await import('./OpenItem.tsx')).OpenItem)
const Selection = lazyPart(async () => (await import('./Selection.tsx')).Selection)
const ImportToList = lazyPart(async () => (await import('./ImportToList.tsx')).ImportToList)

/** Saved papers with their notes. The URL contains the tab, the filters and the open paper. */
export function ReadingList() {
  const user = useUser()
  const { state, filter, show, hrefFor } = useReadingAddress()
  const [isRefreshPaused, setRefreshPaused] = useState(false)
  const list = useReadingList(filter, isRefreshPaused)
  const restoredId = useRef<string | null>(null)
  const changes = useChanges()
  const { removals, recent, ...removing } = useRemovals({
    setSaved: changes.setSaved,
    refresh: list.refresh,
    pauseRefresh: setRefreshPaused,
    onRestored: (id) => {
      restoredId.current = id
    },
  })
  const { shown, counts } = useShownItems(list, changes)
  const { tags, error: tagsError, retry: retryTags } = useTags()
  const selection = useSelection()
  const related = useRelatedPapers()
  const isPainted = useIsPainted(list.isKnown)
  const isSelectionUsed = useWasOpened(selection.selected.size > 0)
  const isImportUsed = useWasOpened(state.importId !== null)
  const isWide = useMediaMatch(WIDE)

  const rows = shown
    .filter(({ item, isRemovalWaiting }) => !isRemovalWaiting && !isRemovedFromList(removals.get(item.id)))
    .map(({ item }) => item)
  const listed = state.itemId === null ? (isWide ? rows[0] : undefined) : rows.find(({ id }) => id === state.itemId)
  // The item in the URL may be on another tab or on a page that is not loaded: load it alone.
  const isUnlisted = state.itemId !== null && listed === undefined && list.isKnown && !list.isLoading
  const unlisted = useReadingItem(isUnlisted ? state.itemId : null)
  const isItemRemoved = state.itemId !== null && removals.has(state.itemId)
  const open =
    listed ?? (isUnlisted && !isItemRemoved && unlisted.data ? changes.withUnsentItem(unlisted.data).item : undefined)

  const { move, setTags, errorOf } = useItemChanges({ changes, onMoved: (item) => done.addMove(item) })
  const done = useDoneActions({
    removals,
    recent,
    restore: removing.undo,
    moveBack: (item, status) => move(rows.find(({ id }) => id === item.id) ?? item, status, true),
  })
  const remove = (item: Item) => {
    if (selection.selected.has(item.id)) selection.toggle(item.id)
    if (state.itemId === item.id) show({ itemId: null }, 'replace')
    done.addRemoval(item)
    void removing.removeItem(item)
  }
  const handlers = useStableHandlers<RowHandlers>({
    move: (item, status) => void move(item, status),
    toggle: ({ id }) => selection.toggle(id),
    cite: ({ paper }) => related.showCitation(paper),
    remove,
  })
  /** The item of the row that has the focus, else the open one. */
  const current = () => rows.find(({ id }) => id === focusedRowId()) ?? open
  const step = (by: 1 | -1) => {
    const index = rows.findIndex(({ id }) => id === current()?.id)
    const next = rows[index === -1 ? 0 : index + by]
    if (!next) return
    show({ itemId: next.id }, 'replace')
    // In a narrow window the paper opens in a dialog, which has the focus.
    if (isWide) focusRow(next.id)
  }
  // The row with Undo, which had the focus, is gone.
  useEffect(() => {
    if (restoredId.current === null || !isRowShown(restoredId.current)) return
    if (isFocusLost()) focusRow(restoredId.current)
    restoredId.current = null
  })
  const withCurrent = (act: (item: Item) => void) => () => {
    const item = current()
    if (item) act(item)
  }
  useShortcuts(
    {
      j: () => step(1),
      k: () => step(-1),
      o: withCurrent(({ id }) => show({ itemId: id }, 'replace')),
      s: withCurrent(remove),
      e: withCurrent((item) => void move(item, 'done')),
      v: withCurrent(({ paper }) => window.open(paper.urls.abs, '_blank', 'noopener')),
      p: withCurrent(({ paper }) => window.open(paper.urls.pdf ?? paper.urls.abs, '_blank', 'noopener')),
      c: withCurrent(({ paper }) => related.showCitation(paper)),
      x: withCurrent(({ id }) => selection.toggle(id)),
      n: () => focusNote(document.querySelector('#reading-detail')),
      u: done.undoLast,
    },
    user.preferences.shortcuts,
  )

  const openItem = isPainted && (
    <Suspense>
      <OpenItem
        item={open}
        isBeside={isWide}
        isShown={open !== undefined && state.itemId !== null}
        related={related}
        error={open && !(isWide && shown.some(({ item }) => item.id === open.id)) ? errorOf(open) : undefined}
        onClose={() => show({ itemId: null })}
        onMove={(status) => open && void move(open, status)}
        onRemove={() => open && remove(open)}
        tags={tags}
        onTags={(next) => open && void setTags(open, next)}
      />
    </Suspense>
  )
  const isEmpty = list.isKnown && list.items.length === 0

  return (
    <>
      <PageTitle title="Reading list" isLoading={!list.isKnown && !list.error} />
      <ReadingHead
        counts={counts}
        filter={filter}
        shown={list.isKnown ? list.total : undefined}
        onImport={() => show({ importId: 'new' })}
      />
      <ReadingControls tags={tags} state={state} counts={counts} onChange={show} />
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
      {tagsError && !list.error && (
        <MissingPart
          what="Your tags"
          error={tagsError}
          onRetry={retryTags}
          isShown={tags.length > 0}
          style={{ marginTop: -8, marginBottom: 12 }}
        />
      )}
      {list.error && !list.isKnown ? (
        <ErrorState error={list.error} onRetry={() => void list.refresh()} />
      ) : (
        <div className="reading-columns">
          <div className={isEmpty && !open ? 'reading-main alone' : 'reading-main'}>
            {list.items.length > 0 ? (
              <ReadingRows
                list={list}
                shown={shown.filter(
                  ({ item, isRemovalWaiting }) => isRemovalWaiting || removals.get(item.id)?.state !== 'hidden',
                )}
                removals={removals}
                tab={state.tab}
                openId={open?.id}
                selected={selection.selected}
                errorOf={errorOf}
                hrefFor={({ id }) => hrefFor({ itemId: id })}
                handlers={handlers}
                onUndo={(item) => done.undoRemovals([item])}
                onLeft={removing.hideRow}
              />
            ) : (
              <Sheet aria-busy={list.isLoading} isOld={list.isLoading && list.isKnown}>
                {list.isKnown ? (
                  <ReadingEmpty
                    state={state}
                    counts={counts}
                    onClear={() => show({ q: '', withNote: false, tag: null })}
                  />
                ) : (
                  [1, 2, 3, 4, 5].map((row) => <PaperCardSkeleton key={row} density="compact" />)
                )}
              </Sheet>
            )}
          </div>
          {isWide && openItem}
        </div>
      )}
      {!isWide && openItem}
      {isUnlisted && unlisted.data === null && !isItemRemoved && (
        <EmptyState title="That paper is not on your list" text="It may have been removed." />
      )}
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
        onUndo={() => done.undoRemovals(recent)}
        onClose={removing.dismissRecent}
      />
    </>
  )
}

/** Whether the paper is removed. Its row shows Undo, or is hidden. */
const isRemovedFromList = (removal: Removal | undefined) => removal !== undefined && removal.state !== 'failed'
