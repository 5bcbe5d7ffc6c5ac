import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { UserStats } from '#api/contract/users.ts'
import { formatCount, formatDuration, formatPlural } from '../../shared/format.ts'
import { ActivityChart } from '../../components/charts/ActivityChart.tsx'
import { dayBars } from '../../components/charts/dayBars.ts'
import { OrderWorthText } from '../../components/charts/OrderWorthText.tsx'
import { ErrorState } from '../../components/atoms/ErrorState.tsx'
import { CategoryShareChart } from '../../components/charts/CategoryShareChart.tsx'
import { StatTile } from '../../components/charts/StatTile.tsx'
import { useStats } from '../../data/account/useStats.ts'
import { Section } from './Section.tsx'

/** Statistics of the user. */
export function StatsSection({ streakVisible }: { streakVisible: boolean }) {
  const { data: stats, error, mutate } = useStats()
  return (
    <Section id="statistics" title="Statistics">
      {error && !stats ? (
        <ErrorState error={error} onRetry={() => void mutate()} headingLevel="h3" />
      ) : (
        <>
          <Tiles stats={stats} streakVisible={streakVisible} />
          {stats && stats.by_day.length > 0 && (
            <Box sx={{ p: { xs: 2, sm: 3 } }}>
              <Typography variant="h3" sx={{ mb: 1.5 }}>
                Papers a day
              </Typography>
              <ActivityChart title="Papers delivered a day" bars={dayBars(stats.by_day)} />
            </Box>
          )}
          {stats && stats.by_category.length > 0 && (
            <Box sx={{ p: { xs: 2, sm: 3 } }}>
              <Typography variant="h3" sx={{ mb: 1.5 }}>
                By category
              </Typography>
              <CategoryShareChart rows={stats.by_category} />
            </Box>
          )}
          {stats && (
            <Box sx={{ p: { xs: 2, sm: 3 } }}>
              <Typography variant="h3">Does the order help?</Typography>
              <OrderWorthText worth={stats.order} />
            </Box>
          )}
        </>
      )}
    </Section>
  )
}

function Tiles({ stats, streakVisible }: { stats: UserStats | undefined; streakVisible: boolean }) {
  const tiles: [label: string, value: string | undefined][] = [
    ['Delivered', stats && formatCount(stats.delivered)],
    ['Opened', stats && formatCount(stats.clicked)],
    ['Seen', stats && formatCount(stats.viewed)],
    ['Time on abstracts', stats && (stats.view_seconds === 0 ? '0 min' : formatDuration(stats.view_seconds * 1_000))],
    ['Saved', stats && formatCount(stats.saved)],
    ['Done', stats && formatCount(stats.done)],
    ['Notes', stats && formatCount(stats.notes)],
    ...(streakVisible
      ? [['Streak', stats && formatPlural(stats.streak_days, 'day')] satisfies [string, string | undefined]]
      : []),
  ]
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 1.5,
        p: { xs: 2, sm: 3 },
        gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(4, 1fr)' },
      }}
    >
      {tiles.map(([label, value]) => (
        <StatTile key={label} label={label} value={value} />
      ))}
    </Box>
  )
}
