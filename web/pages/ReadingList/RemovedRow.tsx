import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
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
    <Box
      ref={row}
      onMouseLeave={leaveIfExpired}
      onBlur={() => requestAnimationFrame(leaveIfExpired)}
      sx={{ display: 'flex', alignItems: 'center', gap: 1, px: { xs: 2, sm: 2.5 }, py: 1 }}
    >
      <Typography noWrap sx={{ color: 'text.secondary' }}>
        {waiting ? 'Removed, waiting' : 'Removed'}: {title}
      </Typography>
      <Button ref={button} size="small" variant="outlined" onClick={onUndo} sx={{ flexShrink: 0 }}>
        Undo
      </Button>
      {error !== undefined && (
        <Typography variant="body2" role="alert" sx={{ color: 'error.main' }}>
          {error}
        </Typography>
      )}
    </Box>
  )
}
