import Box from '@mui/material/Box'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import type { UserStats } from '#api/contract/users.ts'
import { formatCount, formatDuration, formatPlural } from '../../shared/format.ts'
import { BarChart } from '../../components/charts/BarChart.tsx'
import { dayBars } from '../../components/charts/dayBars.ts'
import { OrderWorthText } from '../../components/charts/OrderWorthText.tsx'
import { CategoryCode } from '../../components/atoms/CategoryCode.tsx'
import { ErrorState } from '../../components/atoms/ErrorState.tsx'
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
            <Box sx={{ p: { xs: 2.25, sm: 3 } }}>
              <Typography variant="h3" sx={{ mb: 1.5 }}>
                Papers a day
              </Typography>
              <BarChart title="Papers delivered a day" bars={dayBars(stats.by_day)} />
            </Box>
          )}
          {stats && stats.by_category.length > 0 && <ByCategory rows={stats.by_category} />}
          {stats && (
            <Box sx={{ p: { xs: 2.25, sm: 3 } }}>
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
        p: { xs: 2.25, sm: 3 },
        gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(4, 1fr)' },
      }}
    >
      {tiles.map(([label, value]) => (
        <StatTile key={label} label={label} value={value} />
      ))}
    </Box>
  )
}

function ByCategory({ rows }: { rows: UserStats['by_category'] }) {
  return (
    // A scrollable element must be focusable, so that the keyboard can scroll it.
    <TableContainer tabIndex={0}>
      <Table size="small" aria-label="By category" sx={{ '& td, & th': { borderColor: 'divider' } }}>
        <TableHead>
          <TableRow>
            <TableCell sx={{ pl: { xs: 2.25, sm: 3 } }}>Category</TableCell>
            <TableCell align="right">Delivered</TableCell>
            <TableCell align="right">Opened</TableCell>
            <TableCell align="right" sx={{ pr: { xs: 2.25, sm: 3 } }}>
              Saved
            </TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map(({ category_id, delivered, clicked, saved }) => (
            <TableRow key={category_id}>
              <TableCell component="th" scope="row" sx={{ pl: { xs: 2.25, sm: 3 } }}>
                <CategoryCode code={category_id} primary />
              </TableCell>
              <TableCell align="right">{formatCount(delivered)}</TableCell>
              <TableCell align="right">{formatCount(clicked)}</TableCell>
              <TableCell align="right" sx={{ pr: { xs: 2.25, sm: 3 } }}>
                {formatCount(saved)}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  )
}
