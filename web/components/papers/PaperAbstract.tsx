import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useId, useEffect, useRef, useState, type ReactNode } from 'react'

interface PaperAbstractProps {
  /** Null without an abstract: then `absence` is shown. */
  children: ReactNode
  absence: string
  lines: number
  /** Makes the component controlled. */
  expanded?: boolean
  onExpandedChange?: (expanded: boolean) => void
}

/** Pixels. A formula may reach so far below its line; a hidden line is higher. */
const HALF_A_LINE = 12

/** An abstract shortened to `lines`, with a button to expand it if it is longer. */
export function PaperAbstract({ children, absence, lines, expanded, onExpandedChange }: PaperAbstractProps) {
  const id = useId()
  const container = useRef<HTMLDivElement>(null)
  const [ownExpanded, setOwnExpanded] = useState(false)
  const [clamped, setClamped] = useState(false)
  const open = expanded ?? ownExpanded

  useEffect(() => {
    const box = container.current
    if (!box) return
    const measure = () =>
      setClamped((previous) => (open ? previous : box.scrollHeight > box.clientHeight + HALF_A_LINE))
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

  if (children === null)
    return (
      <Typography variant="meta" component="p" sx={{ mt: 1 }}>
        {absence}
      </Typography>
    )
  const hidden = !open && lines === 0
  const toggle = () => {
    setOwnExpanded(!open)
    onExpandedChange?.(!open)
  }
  return (
    <div className="clamped">
      <div
        id={id}
        ref={container}
        className={!open && lines > 0 ? 'abstract first-lines' : 'abstract'}
        style={{ WebkitLineClamp: lines }}
        lang="en"
        dir="auto"
        hidden={hidden}
      >
        {children}
      </div>
      {(clamped || open || hidden) && (
        <Link
          component="button"
          type="button"
          // Above the end of the last line that is shown.
          className={open || hidden ? undefined : 'more'}
          aria-expanded={open}
          aria-controls={id}
          onClick={toggle}
        >
          {open ? 'Show less' : hidden ? 'Show abstract' : '… more'}
        </Link>
      )}
    </div>
  )
}
