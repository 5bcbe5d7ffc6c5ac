import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

export interface StatTileProps {
  label: string
  /** Undefined while loading. */
  value: string | undefined
  hint?: ReactNode
  failed?: boolean
  onRetry?: () => void
}

/** A number with its label. If it failed to load, only this tile shows an error. */
export function StatTile({ label, value, hint, failed = false, onRetry }: StatTileProps) {
  return (
    <Paper variant="tile">
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {label}
      </Typography>
      {failed ? (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, flexWrap: 'wrap' }}>
          <Typography>Could not load</Typography>
          {onRetry && (
            <Button size="small" onClick={onRetry}>
              Retry
            </Button>
          )}
        </Box>
      ) : (
        <Typography variant="h2" component="p" sx={{ fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' }}>
          {value ?? <Skeleton width="3ch" />}
        </Typography>
      )}
      {hint !== undefined && (
        <Typography component="div" variant="body2" sx={{ color: 'text.secondary' }}>
          {hint}
        </Typography>
      )}
    </Paper>
  )
}
