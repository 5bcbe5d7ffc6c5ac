import type { ReadingStatus } from '#api/contract/readingList.ts'
import type { ReadingFilter } from '../../data/reads.ts'

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

/** An id of ours, or null: it becomes a part of the path of API calls, and a link may have "../.." in its place. */
const idIn = (param: string | null) => (param !== null && /^[\w-]+$/.test(param) ? param : null)

/** Parses the URL parameters. Ignores invalid values. */
export const readState = (params: URLSearchParams): ReadingState => ({
  tab: tabs.find((tab) => tab === params.get('tab')) ?? 'to_read',
  q: params.get('q') ?? '',
  sort: sorts.find((sort) => sort === params.get('sort')) ?? 'added',
  withNote: params.get('with_note') === 'true',
  tag: params.get('tag'),
  itemId: idIn(params.get('item')),
  importId: idIn(params.get('import')),
})

/** What the API is asked for in that state. */
export const filterOf = (state: ReadingState): ReadingFilter => ({
  sort: state.sort,
  ...(state.tab !== 'all' && { status: state.tab }),
  ...(state.q.trim() !== '' && { q: state.q.trim() }),
  ...(state.withNote && { with_note: true }),
  ...(state.tag !== null && { tag: state.tag }),
})
