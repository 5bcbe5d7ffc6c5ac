import Box from '@mui/material/Box'
import { visuallyHidden } from '../../shared/visuallyHidden.ts'

interface CountBadgeProps {
  count: number
  /** What is counted, read by screen readers: "to read". */
  of: string
}

/** A number in a pill-shaped badge. */
export function CountBadge({ count, of }: CountBadgeProps) {
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-block',
        px: 1,
        borderRadius: 11,
        bgcolor: 'accentSoft',
        color: 'primary.main',
        fontSize: '0.8125rem',
        lineHeight: '21px',
        fontWeight: 600,
        fontVariantNumeric: 'tabular-nums',
      }}
    >
      {count}
      <span style={visuallyHidden}> {of}</span>
    </Box>
  )
}
