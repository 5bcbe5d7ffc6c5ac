import { useSearchParams } from 'react-router-dom'
import { filterOf, readState, type ReadingState } from './readingState.ts'

/** The state of the page, stored in the URL. */
export function useReadingAddress() {
  const [params, setParams] = useSearchParams()
  const state = readState(params)

  return {
    state,
    filter: filterOf(state),
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
