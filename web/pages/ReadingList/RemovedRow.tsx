import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useEffect, useEffectEvent, useRef } from 'react'
import { UNDO_MS } from '../../components/lists/UndoSnackbar.tsx'

interface RemovedRowProps {
  title: string
  /** Why the last Undo did not work. */
  error?: string | undefined
  onUndo: () => void
  /** The time is over and neither pointer nor focus is here. */
  onLeft: () => void
}

/** Holds the place of a removed paper, so that it can be brought back where it was. */
export function RemovedRow({ title, error, onUndo, onLeft }: RemovedRowProps) {
  const place = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const isOver = useRef(false)
  const left = useEffectEvent(onLeft)

  useEffect(() => {
    // The control that removed the paper is gone: focus stands where it can be taken back.
    button.current?.focus({ preventScroll: true })
    const timer = setTimeout(() => {
      isOver.current = true
      if (!place.current?.matches(':hover, :focus-within')) left()
    }, UNDO_MS)
    return () => clearTimeout(timer)
  }, [])
  const leave = () => isOver.current && !place.current?.matches(':hover, :focus-within') && onLeft()

  return (
    <Box
      ref={place}
      onMouseLeave={leave}
      onBlur={() => requestAnimationFrame(leave)}
      sx={{ display: 'flex', alignItems: 'center', gap: 1, px: { xs: 2, sm: 2.5 }, py: 1 }}
    >
      <Typography noWrap sx={{ color: 'text.secondary' }}>
        Removed: {title}
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
