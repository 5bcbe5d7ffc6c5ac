import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigationType, useSearchParams } from 'react-router-dom'
import { useTypingPause } from '../../shared/useTypingPause.ts'
import { readSearch, writeSearch, type SearchFilters, type SearchState } from '../../data/search/searchState.ts'

/** After this time without a key the last word is taken as complete. */
const TYPED_MS = 1_000

/** Kept by the browser with an entry of the history. */
interface Entry {
  /** Its page number was beyond the end. */
  wasBeyond?: boolean
  /** The reader was typing or filtering. */
  isEdit?: boolean
}

/**
 * The search in the URL, and the text in the field. Typing replaces the URL after a pause; until Enter or a longer pause
 * its last word may be the beginning of a word. Enter and filters add a history entry, and so does the first typing after
 * them, so that Back returns to that search.
 */
export function useSearchAddress() {
  const [params, setParams] = useSearchParams()
  const navigation = useNavigationType()
  const entry = useLocation().state as Entry | null
  /** The words whose last one may be incomplete. */
  const [typedQ, setTypedQ] = useState<string | null>(null)
  const current = readSearch(params)
  const { q } = current
  const typing = typedQ === q
  const state = { ...current, typing }
  const [text, setText] = useState(q)
  /** The words that this hook wrote to the URL last. */
  const lastWritten = useRef(q)
  /** Whether the next typing adds a history entry. */
  const isSubmitted = useRef(q !== '')
  /** Whether the last change of the text was a paste: its words are complete. */
  const isPasted = useRef(false)

  const go = (next: SearchState, how: 'push' | 'replace', isEdit = false) => {
    lastWritten.current = next.q
    const options = { replace: how === 'replace', preventScrollReset: how === 'replace' }
    setParams(writeSearch(next), isEdit ? { ...options, state: { isEdit } satisfies Entry } : options)
  }
  const submitSearch = (next: SearchState, isEdit = false) => {
    isSubmitted.current = true
    setTypedQ((typed) => (typed === next.q ? null : typed))
    go(next, 'push', isEdit)
  }
  useTypingPause(text, q, (words) => {
    // Enter has written them, but the page is not rendered with them yet.
    if (words === lastWritten.current) return
    if (!isPasted.current) setTypedQ(words)
    go({ ...state, q: words, page: 1, as_typed: false }, isSubmitted.current ? 'push' : 'replace', !isPasted.current)
    isSubmitted.current = isPasted.current
  })

  useEffect(() => {
    // Back, Forward or a link changed the URL: show its words in the field.
    if (q === lastWritten.current) return
    lastWritten.current = q
    isSubmitted.current = q !== ''
    setText(q)
  }, [q])

  useEffect(() => {
    if (!typing || text !== q) return
    const timer = setTimeout(() => setTypedQ(null), TYPED_MS)
    return () => clearTimeout(timer)
  }, [typing, text, q])

  return {
    state,
    text,
    setText: (words: string, how?: 'pasted') => {
      isPasted.current = how === 'pasted'
      setText(words)
    },
    /** The words were sent, pasted or linked to: not while the reader edits the search or comes back to it. */
    isAsked: navigation !== 'POP' && entry?.isEdit !== true,
    /** Called on Enter. */
    submit: () => {
      isSubmitted.current = text !== ''
      if (text !== q) return submitSearch({ ...state, q: text, page: 1, as_typed: false })
      setTypedQ(null)
      go(current, 'replace')
    },
    search: (words: string) => {
      setText(words)
      submitSearch({ ...state, q: words, page: 1, as_typed: false })
    },
    /** Searches the words without correcting their spelling. */
    searchAsTyped: () => submitSearch({ ...state, page: 1, as_typed: true }),
    filter: (filters: SearchFilters) =>
      submitSearch({ ...filters, q: text, page: 1, as_typed: state.as_typed === true && text === q }, true),
    /** Replaces a page number beyond the end by the last page; `wasBeyond` is then true. */
    correctPage: (page: number) =>
      setParams(writeSearch({ ...state, page }), { replace: true, state: { wasBeyond: true } satisfies Entry }),
    wasBeyond: entry?.wasBeyond === true,
    hrefFor: (page: number) => `/search?${writeSearch({ ...state, page })}`,
  }
}
