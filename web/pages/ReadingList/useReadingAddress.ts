import { useSearchParams } from 'react-router-dom'
import type { ReadingStatus } from '#api/contract/readingList.ts'
import type { ReadingFilter } from '../../data/reading/loadReadingList.ts'

export type Tab = ReadingStatus | 'all'
export const tabs: readonly Tab[] = ['to_read', 'reading', 'done', 'all']
export const sorts = ['added', 'published', 'title', 'updated'] as const
export type Sort = (typeof sorts)[number]

export interface ReadingState {
  tab: Tab
  q: string
  sort: Sort
  withNote: boolean
  /** Only papers with this tag. */
  tag: string | null
  /** The item whose detail is open. */
  itemId: string | null
  /** The import that the dialog shows; "new" before there is one. */
  importId: string | null
}

/** The state of the page, stored in the URL. */
export function useReadingAddress() {
  const [params, setParams] = useSearchParams()
  const state: ReadingState = {
    tab: tabs.find((tab) => tab === params.get('tab')) ?? 'to_read',
    q: params.get('q') ?? '',
    sort: sorts.find((sort) => sort === params.get('sort')) ?? 'added',
    withNote: params.get('with_note') === 'true',
    tag: params.get('tag'),
    itemId: idIn(params.get('item')),
    importId: idIn(params.get('import')),
  }
  const filter: ReadingFilter = {
    sort: state.sort,
    ...(state.tab !== 'all' && { status: state.tab }),
    ...(state.q.trim() !== '' && { q: state.q.trim() }),
    ...(state.withNote && { with_note: true }),
    ...(state.tag !== null && { tag: state.tag }),
  }

  return {
    state,
    filter,
    show: (changes: Partial<ReadingState>, how: 'push' | 'replace' = 'push') =>
      setParams(write({ ...state, ...changes }), {
        replace: how === 'replace',
        preventScrollReset: true,
        // The next key acts on the new paper, for example "n" right after "j".
        flushSync: true,
      }),
    hrefFor: (changes: Partial<ReadingState>) => `/reading-list?${write({ ...state, ...changes })}`,
  }
}

/** An id of ours, or null: it becomes a part of the path of API calls, and a link may have "../.." in its place. */
const idIn = (param: string | null) => (param !== null && /^[\w-]+$/.test(param) ? param : null)

function write({ tab, q, sort, withNote, tag, itemId, importId }: ReadingState): URLSearchParams {
  return new URLSearchParams({
    ...(tab !== 'to_read' && { tab }),
    ...(q !== '' && { q }),
    ...(sort !== 'added' && { sort }),
    ...(withNote && { with_note: 'true' }),
    ...(tag !== null && { tag }),
    ...(itemId !== null && { item: itemId }),
    ...(importId !== null && { import: importId }),
  })
}
