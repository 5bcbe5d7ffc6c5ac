import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { HealthCheck } from '#api/contract/admin.ts'
import { formatAgo, formatDuration, withLocalTimes } from '../../shared/format.ts'
import { StateLabel } from '../atoms/StateLabel.tsx'
import { healthStates } from '../atoms/stateWords.ts'

export type HealthTileProps = HealthCheck

/** Health of one dependency: state, message, latency and time of the check. */
export function HealthTile({ name, state, latency_ms, checked_at, message }: HealthTileProps) {
  return (
    <Box
      component="section"
      aria-label={name}
      sx={{ bgcolor: 'background.paper', border: 1, borderColor: 'divider', borderRadius: '12px', p: 2, minWidth: 0 }}
    >
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1, flexWrap: 'wrap' }}>
        <Typography sx={{ fontWeight: 600 }}>{name}</Typography>
        <StateLabel {...healthStates[state]} />
      </Box>
      <Typography variant="body2" sx={{ mt: 0.5, overflowWrap: 'anywhere' }}>
        {withLocalTimes(message)}
      </Typography>
      <Typography variant="meta" component="p">
        {latency_ms === null ? '' : `${formatDuration(latency_ms)}, `}checked {formatAgo(checked_at)}
      </Typography>
    </Box>
  )
}
