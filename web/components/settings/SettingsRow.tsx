import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { SaveResult, type SaveResultProps } from './SaveResult.tsx'

export interface SettingsRowProps extends SaveResultProps {
  label: string
  help?: ReactNode
  /** The control. It needs its own accessible name: `label` is hidden from screen readers. */
  children: ReactNode
}

/** One setting: label, help text, control and the status of the last save. */
export function SettingsRow({ label, help, children, ...result }: SettingsRowProps) {
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '1fr', md: '280px 1fr' },
        columnGap: 4,
        rowGap: 1.25,
        pt: 2,
        // The line of the status is a part of the space below.
        pb: 0.5,
        px: { xs: 2, sm: 3 },
      }}
    >
      <Box sx={{ pb: { md: 1.5 } }}>
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
        <SaveResult {...result} />
      </Box>
    </Box>
  )
}
