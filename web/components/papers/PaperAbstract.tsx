import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useId, useEffect, useRef, useState, type ReactNode } from 'react'

interface PaperAbstractProps {
  children: ReactNode
  lines: number
  /** Makes the component controlled. */
  expanded?: boolean
  onExpandedChange?: (expanded: boolean) => void
}

/** An abstract shortened to `lines`, with a button to expand it if it is longer. */
export function PaperAbstract({ children, lines, expanded, onExpandedChange }: PaperAbstractProps) {
  const id = useId()
  const container = useRef<HTMLDivElement>(null)
  const [ownExpanded, setOwnExpanded] = useState(false)
  const [clamped, setClamped] = useState(false)
  const open = expanded ?? ownExpanded

  useEffect(() => {
    const box = container.current
    if (!box) return
    const measure = () => setClamped((previous) => (open ? previous : box.scrollHeight > box.clientHeight + 1))
    // Calls `measure` when the box is laid out for the first time, too: far below the window, it is not yet.
    const size = new ResizeObserver(measure)
    size.observe(box)
    // Formulas are rendered later. A clamped box keeps its size then, so ResizeObserver alone is not enough.
    const content = new MutationObserver(() => box.checkVisibility({ contentVisibilityAuto: true }) && measure())
    content.observe(box, { childList: true, characterData: true, subtree: true })
    return () => {
      size.disconnect()
      content.disconnect()
    }
  }, [open])

  if (children === null) return null
  const hidden = !open && lines === 0
  const toggle = () => {
    setOwnExpanded(!open)
    onExpandedChange?.(!open)
  }
  return (
    <Box sx={{ position: 'relative', mt: 0.75, maxWidth: 584 }}>
      <Typography
        id={id}
        ref={container}
        component="div"
        variant="abstract"
        lang="en"
        dir="auto"
        hidden={hidden}
        sx={{
          whiteSpace: 'pre-line',
          ...(!open &&
            lines > 0 && {
              display: '-webkit-box',
              WebkitBoxOrient: 'vertical',
              WebkitLineClamp: lines,
              overflow: 'hidden',
            }),
        }}
      >
        {children}
      </Typography>
      {(clamped || open || hidden) && (
        <Link
          component="button"
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={toggle}
          sx={{
            fontSize: '0.9375rem',
            lineHeight: '24px',
            minHeight: 24,
            ...(!open &&
              !hidden && {
                position: 'absolute',
                right: 0,
                bottom: 0,
                pl: 4,
                background: (theme) =>
                  `linear-gradient(to right, transparent, ${theme.vars.palette.background.paper} 24px)`,
              }),
          }}
        >
          {open ? 'Show less' : hidden ? 'Show abstract' : '… more'}
        </Link>
      )}
    </Box>
  )
}
