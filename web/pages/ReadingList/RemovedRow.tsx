import { useEffect, useEffectEvent, useRef } from 'react'
import { UNDO_MS } from '../../components/lists/undoTime.ts'

interface RemovedRowProps {
  title: string
  /** The removal waits for the connection. */
  waiting: boolean
  /** Moves the focus to Undo. */
  focused: boolean
  /** Error message of the last Undo. */
  error?: string | undefined
  onUndo: () => void
  /** Called after the time for Undo, once neither pointer nor focus is on the row. */
  onLeft: () => void
}

/** Row in place of a removed paper, with a button to restore it. */
export function RemovedRow({ title, waiting, focused, error, onUndo, onLeft }: RemovedRowProps) {
  const row = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const hasExpired = useRef(false)
  const reportLeft = useEffectEvent(onLeft)
  const focusUndo = useEffectEvent(() => focused && button.current?.focus({ preventScroll: true }))

  useEffect(() => {
    // The control that removed the paper no longer exists: move the focus to Undo.
    focusUndo()
    const timer = setTimeout(() => {
      hasExpired.current = true
      if (!row.current?.matches(':hover, :focus-within')) reportLeft()
    }, UNDO_MS)
    return () => clearTimeout(timer)
  }, [])
  const leaveIfExpired = () => hasExpired.current && !row.current?.matches(':hover, :focus-within') && onLeft()

  return (
    <div
      className="removed-row"
      ref={row}
      onMouseLeave={leaveIfExpired}
      onBlur={() => requestAnimationFrame(leaveIfExpired)}
    >
      <p className="removed-title">
        {waiting ? 'Removed, waiting' : 'Removed'}: {title}
      </p>
      <button ref={button} className="button outlined small" type="button" onClick={onUndo}>
        Undo
      </button>
      {error !== undefined && (
        <p className="row-error" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
