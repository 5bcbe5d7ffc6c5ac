import { useState } from 'react'
import { useAnnounce } from './LiveAnnouncer.tsx'

/** Copies texts, and says so: to a screen reader `announcement`, and by `isCopied` on the button. */
export function useCopy(announcement: string) {
  const announce = useAnnounce()
  const [isCopied, setCopied] = useState(false)
  const copy = async (text: string) => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    announce(announcement)
  }
  return { isCopied, copy: (text: string) => void copy(text) }
}
