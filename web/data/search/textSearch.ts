import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { SIMILAR_TEXT_MAX } from '#api/contract/limits.ts'
import { useKeptInput } from '../../shared/keptInput.ts'
import { useUser } from '../../shared/useUser.ts'

/** The search by a text. The text is not in the address: it is long, and may be that of an unpublished draft. */
const ADDRESS = '/search?by=text'

/** A text to search by. The browser keeps it with its entry of the history, so that Back and a reload find it again. */
interface Entry {
  text: string
  /** Whether its similar papers were asked for. */
  asked: boolean
  /** Another account, which signs in later in the same tab, does not see it. */
  userId: string
}

/** Whether a search page with these parameters searches by a text. */
export const isTextSearch = (params: URLSearchParams): boolean => params.get('by') === 'text'

/** Returns a function that goes to the search by a text, with this text in its field. */
export function useOpenText(): (text: string) => void {
  const { id: userId } = useUser()
  const navigate = useNavigate()
  return (text) => void navigate(ADDRESS, { state: { text: toSendable(text), asked: false, userId } satisfies Entry })
}

/** The text in the field, and the one whose similar papers are shown. */
export function useTextSearch() {
  const { id: userId } = useUser()
  const { key, state } = useLocation()
  const navigate = useNavigate()
  const entry = readEntry(state, userId)
  const [text, setText] = useKeptInput('text search', entry?.text ?? '', { isGiven: entry !== null })
  const [shownKey, setShownKey] = useState(key)
  if (key !== shownKey) {
    // Back or Forward: the text of that entry.
    setShownKey(key)
    setText(entry?.text ?? '')
  }
  const asked = entry?.asked ? entry.text : null
  return {
    text,
    setText: (value: string) => setText(toSendable(value)),
    /** The text that was asked for; null before. */
    asked,
    /** Asks for the papers similar to `text`. The first question takes the place of its entry of the history. */
    ask: () =>
      void navigate(ADDRESS, {
        state: { text, asked: true, userId } satisfies Entry,
        replace: asked === null,
        preventScrollReset: true,
      }),
  }
}

function readEntry(state: unknown, userId: string): Entry | null {
  const entry = state as Partial<Entry> | null
  return typeof entry?.text === 'string' && entry.userId === userId
    ? { text: entry.text, asked: entry.asked === true, userId }
    : null
}

/** The part of a text that the API takes: without NULs, which PDF readers copy, and not cut within a character. */
const toSendable = (text: string): string => text.replaceAll('\0', '').slice(0, SIMILAR_TEXT_MAX).toWellFormed()
