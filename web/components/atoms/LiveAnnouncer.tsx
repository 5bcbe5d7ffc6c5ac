import { createContext, use, useCallback, useState, type ReactNode } from 'react'
import { visuallyHidden } from '../../shared/visuallyHidden.ts'

type Announce = (message: string) => void
const AnnounceContext = createContext<Announce>(() => {})

/** Returns a function that announces a sentence to screen readers (`aria-live="polite"`). */
export const useAnnounce = (): Announce => use(AnnounceContext)

/** Provides `useAnnounce` and renders the page's only polite live region. */
export function AnnouncerProvider({ children }: { children: ReactNode }) {
  const [announcement, setAnnouncement] = useState({ message: '', count: 0 })
  const announce = useCallback<Announce>(
    (message) => setAnnouncement(({ count }) => ({ message, count: count + 1 })),
    [],
  )
  return (
    <AnnounceContext value={announce}>
      {children}
      <LiveAnnouncer message={announcement.message} announcementId={announcement.count} />
    </AnnounceContext>
  )
}

interface LiveAnnouncerProps {
  message: string
  /** A new value announces the same sentence again. */
  announcementId?: number
  urgent?: boolean
}

/** A visually hidden live region. Screen readers read its message when it changes. */
export function LiveAnnouncer({ message, announcementId = 0, urgent = false }: LiveAnnouncerProps) {
  return (
    <div role={urgent ? 'alert' : 'status'} style={visuallyHidden}>
      <span key={announcementId}>{message}</span>
    </div>
  )
}
