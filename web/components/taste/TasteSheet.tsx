import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { isFocusLost } from '../../shared/isFocusLost.ts'

interface TasteSheetProps {
  title: string
  /** Number of its parts that can be removed. The heading takes the focus of one that had it when it was removed. */
  parts?: number
  children: ReactNode
}

/** One part of the taste page on a sheet of its own, with its heading. */
export function TasteSheet({ title, parts = 0, children }: TasteSheetProps) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const partsBefore = useRef(parts)
  useEffect(() => {
    if (parts < partsBefore.current && isFocusLost()) heading.current?.focus({ preventScroll: true })
    partsBefore.current = parts
  }, [parts])
  return (
    <Paper variant="sheet" component="section" aria-labelledby={id}>
      <Box sx={{ px: { xs: 2, sm: 3.25 }, py: 2.5 }}>
        <Typography ref={heading} id={id} tabIndex={-1} component="h2" variant="h3" sx={{ mb: 0.75 }}>
          {title}
        </Typography>
        {children}
      </Box>
    </Paper>
  )
}
