import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { Ref } from 'react'

export interface UndoRowProps {
  /** The action that can be undone: "Not for me". */
  action: string
  /** Title of the paper it was done to. */
  title: string
  /** What the action leads to. */
  note?: string
  failed?: boolean
  current?: boolean
  onUndo: () => void
  ref?: Ref<HTMLElement>
}

/** Replaces a removed paper in the list and can restore it. Stays until the page changes (WCAG 2.2.1). */
export function UndoRow({ action, title, note, failed = false, current = false, onUndo, ref }: UndoRowProps) {
  return (
    <Box
      component="article"
      ref={ref}
      tabIndex={-1}
      aria-current={current || undefined}
      sx={{ display: 'flex', alignItems: 'center', gap: 1, px: { xs: 2, sm: 3.25 }, py: 1, scrollMarginTop: 88 }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="meta" component="p" noWrap>
          {failed ? 'Could not undo. ' : ''}
          {action}: {title}
        </Typography>
        {note !== undefined && (
          <Typography variant="meta" component="p">
            {note}
          </Typography>
        )}
      </Box>
      <Button size="small" variant="outlined" onClick={onUndo}>
        {failed ? 'Retry' : 'Undo'}
      </Button>
    </Box>
  )
}
