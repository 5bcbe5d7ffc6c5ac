import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
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

const Row = styled('div')(({ theme: { breakpoints } }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  padding: '8px 16px',
  [breakpoints.up('sm')]: { padding: '8px 20px' },
  '& > button': { flexShrink: 0 },
}))

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
    <Row ref={row} onMouseLeave={leaveIfExpired} onBlur={() => requestAnimationFrame(leaveIfExpired)}>
      <Typography color="textSecondary" noWrap>
        {waiting ? 'Removed, waiting' : 'Removed'}: {title}
      </Typography>
      <Button ref={button} variant="outlined" size="small" onClick={onUndo}>
        Undo
      </Button>
      {error !== undefined && (
        <Typography variant="body2" role="alert" color="error">
          {error}
        </Typography>
      )}
    </Row>
  )
}
