import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { Dashboard } from '#api/contract/dashboard.ts'
import { formatCount, formatPlural } from '../../shared/format.ts'

export interface CatchUpBarProps {
  offer: NonNullable<Dashboard['catch_up']>
  onCatchUp: () => void
  onDayByDay: () => void
}

/** Offers one list of the best papers of the missed days, or the days themselves. */
export function CatchUpBar({ offer, onCatchUp, onDayByDay }: CatchUpBarProps) {
  const { days, listed_days: listed, papers, best, minutes } = offer
  const count = formatPlural(papers, 'paper')
  return (
    <Box
      component="section"
      aria-label="Catch up"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 2,
        rowGap: 1,
        px: 2.5,
        py: 1.5,
        mb: 2,
        bgcolor: 'background.paper',
        border: 1,
        borderColor: 'divider',
        borderRadius: '12px',
      }}
    >
      <Typography sx={{ flex: '1 1 300px' }}>
        You were away for {formatPlural(days, 'day')}
        {listed === undefined ? `: ${count}` : `. The last ${formatCount(listed)}: ${count}`}. The best{' '}
        {formatCount(best)} of them, about {formatPlural(minutes, 'minute')}.
      </Typography>
      <Box sx={{ display: 'flex', gap: 1, ml: { xs: -0.5, sm: 0 } }}>
        <Button variant="contained" color="primary" onClick={onCatchUp}>
          Catch up
        </Button>
        <Button onClick={onDayByDay}>Day by day</Button>
      </Box>
    </Box>
  )
}
