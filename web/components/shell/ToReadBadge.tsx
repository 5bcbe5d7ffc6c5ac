import Badge from '@mui/material/Badge'
import type { ReactNode } from 'react'
import { visuallyHidden } from '../../shared/visuallyHidden.ts'

interface ToReadBadgeProps {
  /** Number of papers to read. Nothing is shown for 0, or while it is not known. */
  count: number | undefined
  /** The words that lead to them. */
  children?: ReactNode
}

/** The number of papers to read, beside the words that lead to them. */
export function ToReadBadge({ count = 0, children }: ToReadBadgeProps) {
  return (
    <Badge
      invisible={count === 0}
      badgeContent={
        <>
          {count}
          <span style={visuallyHidden}> to read</span>
        </>
      }
    >
      {children}
    </Badge>
  )
}
