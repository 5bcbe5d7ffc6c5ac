import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import type { SaveStatus } from '../../data/account/useSetting.ts'

export interface SettingsRowProps {
  label: string
  help?: ReactNode
  status?: SaveStatus
  /** Error sentence of the last failed save. */
  error?: string | undefined
  onRetry?: (() => void) | undefined
  /** The control. It needs its own accessible name: `label` is hidden from screen readers. */
  children: ReactNode
}

/** One setting: label, help text, control and the status of the last save. */
export function SettingsRow({ label, help, status = 'idle', error, onRetry, children }: SettingsRowProps) {
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '1fr', md: '280px 1fr' },
        columnGap: 4,
        rowGap: 1,
        py: 2,
        px: { xs: 2.25, sm: 3 },
      }}
    >
      <Box>
        <Typography aria-hidden sx={{ fontWeight: 500 }}>
          {label}
        </Typography>
        {help !== undefined && (
          <Typography component="div" variant="body2" sx={{ color: 'text.secondary' }}>
            {help}
          </Typography>
        )}
      </Box>
      <Box sx={{ minWidth: 0 }}>
        {children}
        <Box component="output" sx={{ display: 'block', minHeight: 21 }}>
          {status === 'saving' && <Typography variant="meta">Saving…</Typography>}
          {status === 'saved' && (
            <Typography variant="body2" component="span" sx={{ color: 'success.main' }}>
              Saved
            </Typography>
          )}
          {status === 'failed' && (
            <Typography variant="body2" component="span" sx={{ color: 'error.main' }}>
              Not saved. {error}{' '}
              {onRetry && (
                <Button size="small" onClick={onRetry} sx={{ minHeight: 0, py: 0 }}>
                  Retry
                </Button>
              )}
            </Typography>
          )}
        </Box>
      </Box>
    </Box>
  )
}
