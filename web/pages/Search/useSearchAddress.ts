import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { readSearch, writeSearch, type SearchFilters, type SearchState } from '../../data/search/searchState.ts'

const PAUSE_MS = 250

/**
 * The search as the address has it, and the words as they stand in the field. Typing replaces the address after a
 * pause; Enter and filters add to the history, and so does the first typing after them, so that Back leads there.
 */
export function useSearchAddress() {
  const [params, setParams] = useSearchParams()
  const { state: passed } = useLocation()
  const state = readSearch(params)
  const { q } = state
  const [text, setText] = useState(q)
  const written = useRef(q)
  const isFinal = useRef(q !== '')

  const go = (next: SearchState, how: 'push' | 'replace') => {
    written.current = next.q
    setParams(writeSearch(next), { replace: how === 'replace', preventScrollReset: how === 'replace' })
  }
  const settle = (next: SearchState) => {
    isFinal.current = true
    go(next, 'push')
  }
  const typed = useEffectEvent((words: string) => {
    go({ ...state, q: words, page: 1 }, isFinal.current ? 'push' : 'replace')
    isFinal.current = false
  })

  useEffect(() => {
    // Back, Forward or a link: the field follows the address.
    if (q === written.current) return
    written.current = q
    isFinal.current = q !== ''
    setText(q)
  }, [q])

  useEffect(() => {
    if (text === q) return
    const timer = setTimeout(() => typed(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, q])

  return {
    state,
    text,
    setText,
    /** Enter: these words are meant. */
    submit: () => {
      isFinal.current = text !== ''
      if (text !== q) settle({ ...state, q: text, page: 1 })
    },
    search: (words: string) => {
      setText(words)
      settle({ ...state, q: words, page: 1 })
    },
    filter: (filters: SearchFilters) => settle({ ...filters, q: text, page: 1 }),
    /** Goes to the last page that exists, and remembers that another one was asked for. */
    correctPage: (page: number) =>
      setParams(writeSearch({ ...state, page }), { replace: true, state: { wasBeyond: true } }),
    wasBeyond: (passed as { wasBeyond?: boolean } | null)?.wasBeyond === true,
    hrefFor: (page: number) => `/search?${writeSearch({ ...state, page })}`,
  }
}
