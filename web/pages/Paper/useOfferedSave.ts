import { useEffect, useRef, type RefObject } from 'react'
import { useLocation } from 'react-router-dom'
import { saveOfferOf } from '../../shared/sharedPaper.ts'

/** Gives the button to save the focus, once, when the page was opened to save the paper (`/save`), and returns whether it was. */
export function useOfferedSave(isPainted: boolean): {
  saveRef: RefObject<HTMLButtonElement | null>
  isOffered: boolean
} {
  const ref = useRef<HTMLButtonElement>(null)
  const isOffered = saveOfferOf(useLocation().state) !== undefined
  useEffect(() => {
    if (isOffered && isPainted) ref.current?.focus({ preventScroll: true })
  }, [isOffered, isPainted])
  return { saveRef: ref, isOffered }
}
