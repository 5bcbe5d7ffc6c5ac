import { Fragment, type ReactNode } from 'react'
import { PHONE, useMediaMatch } from '../../shared/useMediaMatch.ts'

interface DayNotice {
  /** In a few words: "the source fails". */
  summary: string
  note: ReactNode
}

/** What is said before the papers. On a phone, two notices or more are one line that opens: the first card is above the middle. */
export function DayNotices({ notices }: { notices: readonly DayNotice[] }) {
  const isPhone = useMediaMatch(PHONE)
  const notes = notices.map(({ summary, note }) => <Fragment key={summary}>{note}</Fragment>)
  if (!isPhone || notices.length < 2) return notes
  return (
    <details className="day-notices">
      <summary>
        {notices.length} notices: {notices.map(({ summary }) => summary).join(', ')}
      </summary>
      {notes}
    </details>
  )
}
