import PauseIcon from '@mui/icons-material/Pause'
import PlayIcon from '@mui/icons-material/PlayArrow'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { ControlRow } from '../atoms/ControlRow.tsx'
import { formatCount, formatPlural } from '../../shared/format.ts'

export interface LiveLogProps {
  label: string
  /** Lines are only added, at the end. */
  lines: readonly string[]
  /** Whether a line reports a failure. */
  isError: (line: string) => boolean
  /** Whether more lines may come. */
  live: boolean
}

/** Box of a log. It scrolls by itself, so it must be focusable for the keyboard. */
export const logFrame = { maxHeight: 320, overflow: 'auto', typography: 'caption' } as const

/** Older lines are not rendered: a job may report thousands of changes. */
const LINES_MAX = 200

/** A log that grows: it follows its end unless the user scrolled up, and can be paused. New lines are announced. */
export function LiveLog({ label, lines, isError, live }: LiveLogProps) {
  const frame = useRef<HTMLElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const lastTop = useRef(0)
  /** Number of lines when the log was paused; null while it follows. */
  const [pausedAt, setPausedAt] = useState<number | null>(null)
  const isPaused = live && pausedAt !== null
  const end = isPaused ? pausedAt : lines.length
  const start = Math.max(0, end - LINES_MAX)
  const shown = lines.slice(start, end).map((line, index) => ({ number: start + index, line }))

  const followEnd = () => {
    if (frame.current && isAtEnd.current) frame.current.scrollTop = frame.current.scrollHeight
  }
  useLayoutEffect(followEnd)
  const onResize = useEffectEvent(followEnd)
  // The height also changes without a new line: with a font that was loaded, the width of the window, the size of the text.
  useEffect(() => {
    const observer = new ResizeObserver(() => onResize())
    for (const part of [frame, content]) if (part.current) observer.observe(part.current)
    return () => observer.disconnect()
  }, [])

  return (
    <>
      <Box
        ref={frame}
        role="log"
        aria-label={label}
        tabIndex={0}
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          // The event comes later than the scrolling: only who went up has left the end, not whose log has grown since.
          isAtEnd.current =
            scrollHeight - scrollTop - clientHeight < 8 || (isAtEnd.current && scrollTop >= lastTop.current)
          lastTop.current = scrollTop
        }}
        sx={{ ...logFrame, fontFamily: 'monospace', overflowWrap: 'anywhere', minHeight: 120 }}
      >
        <div ref={content}>
          {shown.map(({ number, line }) => (
            <Box key={number} sx={{ whiteSpace: 'pre-wrap' }}>
              {isError(line) ? <strong>! {line}</strong> : line}
            </Box>
          ))}
        </div>
      </Box>
      <ControlRow sx={{ mt: 0.5, minHeight: 36 }}>
        <Typography variant="meta" component="p" sx={{ flex: 1, fontVariantNumeric: 'tabular-nums' }}>
          {start > 0
            ? `The last ${LINES_MAX} of ${formatCount(end)} lines`
            : end === 0 && live
              ? 'Waiting for the first line'
              : formatPlural(end, 'line')}
          {isPaused ? `, paused: ${formatCount(lines.length - end)} newer` : live ? ', live' : ', ended'}
        </Typography>
        {live && (
          <Button
            size="small"
            startIcon={isPaused ? <PlayIcon /> : <PauseIcon />}
            onClick={() => setPausedAt(isPaused ? null : lines.length)}
          >
            {isPaused ? 'Continue' : 'Pause'}
          </Button>
        )}
      </ControlRow>
    </>
  )
}
