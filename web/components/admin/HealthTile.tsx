import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import type { HealthCheck } from '#api/contract/admin.ts'
import { formatAgo, formatDuration } from '../../shared/format.ts'
import { ControlRow } from '../atoms/ControlRow.tsx'
import { SentenceText } from '../atoms/SentenceText.tsx'
import { StateLabel } from '../atoms/StateLabel.tsx'
import { healthStates } from '../atoms/stateWords.ts'

export type HealthTileProps = HealthCheck

/** Health of one dependency: state, message, latency and time of the check. */
export function HealthTile({ name, state, latency_ms, checked_at, message }: HealthTileProps) {
  return (
    <Card component="section" aria-label={name} sx={{ p: 2, minWidth: 0 }}>
      <ControlRow sx={{ justifyContent: 'space-between' }}>
        <Typography variant="subtitle2" component="p">
          {name}
        </Typography>
        <StateLabel {...healthStates[state]} />
      </ControlRow>
      <Typography variant="body2" sx={{ mt: 0.5, overflowWrap: 'anywhere' }}>
        <SentenceText text={message} />
      </Typography>
      <Typography variant="meta" component="p">
        {latency_ms === null ? '' : `${formatDuration(latency_ms)}, `}checked {formatAgo(checked_at)}
      </Typography>
    </Card>
  )
}
