import Chip from '@mui/material/Chip'
import { styled } from '@mui/material/styles'
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
    <Line>
      {children}
      {count > 0 && (
        <Chip
          variant="label"
          size="small"
          color="primary"
          component="span"
          label={
            <>
              {count}
              <span style={visuallyHidden}> to read</span>
            </>
          }
        />
      )}
    </Line>
  )
}

const Line = styled('span')({ display: 'inline-flex', alignItems: 'center', columnGap: 8 })
