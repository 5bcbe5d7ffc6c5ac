import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
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
    <Card sx={{ minWidth: 0, p: 2 }}>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {label}
      </Typography>
      {failed ? (
        <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
          <Typography>Could not load</Typography>
          {onRetry && (
            <Button size="small" onClick={onRetry}>
              Retry
            </Button>
          )}
        </Stack>
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
    </Card>
  )
}
