import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Typography from '@mui/material/Typography'
import { Link as RouterLink } from 'react-router-dom'
import type { Destination } from '../../shared/destinations.ts'
import { CountBadge } from '../atoms/CountBadge.tsx'

export interface DestinationTileProps {
  destination: Destination
  count?: number
  /** A problem in two or three words. */
  alert?: string
}

/** A large navigation link of the dashboard's header. On phones the icon is above the label. */
export function DestinationTile({ destination: { path, label, icon: Icon }, count, alert }: DestinationTileProps) {
  return (
    <ButtonBase
      component={RouterLink}
      to={path}
      sx={{
        justifyContent: { xs: 'center', sm: 'flex-start' },
        flexDirection: { xs: 'column', sm: 'row' },
        columnGap: 1.5,
        minHeight: 56,
        px: { xs: 1, sm: 2 },
        py: { xs: 0.75, sm: 0 },
        borderRadius: '12px',
        border: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper',
        '&:hover': { borderColor: 'edge' },
      }}
    >
      <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Icon sx={{ fontSize: 20 }} />
        {count !== undefined && count > 0 && (
          <Box component="span" sx={{ display: { sm: 'none' } }}>
            <CountBadge count={count} of="to read" />
          </Box>
        )}
      </Box>
      <Box component="span" sx={{ display: 'grid', textAlign: { xs: 'center', sm: 'start' } }}>
        <Typography component="span" sx={{ fontWeight: 500, fontSize: { xs: '0.875rem', sm: '0.9375rem' } }}>
          {label}
        </Typography>
        {alert !== undefined && (
          <Typography component="span" variant="code" sx={{ color: 'dawn', fontWeight: 500 }}>
            {alert}
          </Typography>
        )}
      </Box>
      {count !== undefined && count > 0 && (
        <Box component="span" sx={{ ml: 'auto', display: { xs: 'none', sm: 'block' } }}>
          <CountBadge count={count} of="to read" />
        </Box>
      )}
    </ButtonBase>
  )
}
