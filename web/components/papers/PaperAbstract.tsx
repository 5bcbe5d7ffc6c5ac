import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react'

interface PaperAbstractProps {
  children: ReactNode
  lines: number
  /** Controlled where given. */
  expanded?: boolean
  onExpandedChange?: (expanded: boolean) => void
}

/** An abstract cut to some lines, with the way to the rest where there is one. */
export function PaperAbstract({ children, lines, expanded, onExpandedChange }: PaperAbstractProps) {
  const id = useId()
  const place = useRef<HTMLDivElement>(null)
  const [own, setOwn] = useState(false)
  const [cut, setCut] = useState(false)
  const open = expanded ?? own

  useLayoutEffect(() => {
    const box = place.current
    if (!box) return
    const measure = () => setCut((before) => (open ? before : box.scrollHeight > box.clientHeight + 1))
    measure()
    const size = new ResizeObserver(measure)
    size.observe(box)
    // Formulas are drawn later, and a cut box keeps its size when its words change.
    const words = new MutationObserver(measure)
    words.observe(box, { childList: true, characterData: true, subtree: true })
    return () => {
      size.disconnect()
      words.disconnect()
    }
  }, [open])

  if (children === null) return null
  const hidden = !open && lines === 0
  const toggle = () => {
    setOwn(!open)
    onExpandedChange?.(!open)
  }
  return (
    <Box sx={{ position: 'relative', mt: 0.75, maxWidth: 584 }}>
      <Typography
        id={id}
        ref={place}
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
      {(cut || open || hidden) && (
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
