import { createContext, use, useCallback, useState, type ReactNode } from 'react'
import { visuallyHidden } from '../../shared/visuallyHidden.ts'

type Announce = (message: string) => void
const AnnounceContext = createContext<Announce>(() => {})

/** Says one sentence to screen readers, politely. */
export const useAnnounce = (): Announce => use(AnnounceContext)

/** Holds the one polite live region of the page. */
export function AnnouncerProvider({ children }: { children: ReactNode }) {
  const [said, setSaid] = useState({ message: '', count: 0 })
  const announce = useCallback<Announce>((message) => setSaid(({ count }) => ({ message, count: count + 1 })), [])
  return (
    <AnnounceContext value={announce}>
      {children}
      <LiveAnnouncer message={said.message} turn={said.count} />
    </AnnounceContext>
  )
}

interface LiveAnnouncerProps {
  message: string
  /** Changes when the same sentence is to be said again. */
  turn?: number
  urgent?: boolean
}

/** The region itself: invisible, read out when its message changes. */
export function LiveAnnouncer({ message, turn = 0, urgent = false }: LiveAnnouncerProps) {
  return (
    <div role={urgent ? 'alert' : 'status'} style={visuallyHidden}>
      <span key={turn}>{message}</span>
    </div>
  )
}
