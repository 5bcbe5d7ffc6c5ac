import { useEffect, useEffectEvent } from 'react'
import { useNavigation } from 'react-router-dom'

const TYPING_PAUSE_MS = 250

/**
 * Calls `onPause` with the text of a field that is kept in the URL as `written`, 250 ms after the last key; not while
 * another page is being loaded, because a change of the URL would cancel that.
 */
export function useTypingPause(text: string, written: string, onPause: (text: string) => void): void {
  const isLeaving = useNavigation().state !== 'idle'
  const report = useEffectEvent(onPause)
  useEffect(() => {
    if (text === written || isLeaving) return
    const timer = setTimeout(() => report(text), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, written, isLeaving])
}
