import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useSearchParams } from 'react-router-dom'
import { DAYS_BACK_STATS_DEFAULT, DAYS_BACK_STATS_MAX } from '#api/contract/limits.ts'
import type { ProcessingStats } from '#api/contract/admin.ts'
import { formatCount, formatDay, formatDuration } from '../../shared/format.ts'
import { ActivityChart } from '../../components/charts/ActivityChart.tsx'
import { EmptyState } from '../../components/atoms/EmptyState.tsx'
import { LoadedPart } from '../../components/atoms/LoadedPart.tsx'
import { Sparkline } from '../../components/charts/Sparkline.tsx'
import { StatTile } from '../../components/charts/StatTile.tsx'
import { TableSheet } from '../../components/lists/TableSheet.tsx'
import { useProcessingStats } from '../../data/admin/systemState.ts'
import { AdminSection } from './AdminSection.tsx'
import { RankingSection } from './RankingSection.tsx'

const choices = [DAYS_BACK_STATS_DEFAULT, 30, 90, DAYS_BACK_STATS_MAX]
const columns = [
  ['fetched', 'Fetched'],
  ['new', 'New'],
  ['updated', 'Updated'],
  ['duplicates', 'Duplicates'],
  ['quarantined', 'Set aside'],
  ['delivered', 'Delivered'],
  ['mails', 'Mails'],
] as const

/** What was processed on the last days, and whether the ranking helps. */
export function StatisticsTab() {
  return (
    <>
      <Processing />
      <RankingSection />
    </>
  )
}

/** Numbers of papers fetched and delivered and of mails sent, for each of the last days. */
function Processing() {
  const [params, setParams] = useSearchParams()
  const requestedDays = Number(params.get('days'))
  const daysBack = choices.includes(requestedDays) ? requestedDays : DAYS_BACK_STATS_DEFAULT
  const { data: stats, error, isLoading, mutate } = useProcessingStats(daysBack)
  return (
    <AdminSection
      title="Statistics"
      action={
        <TextField
          select
          size="small"
          label="Days back"
          value={daysBack}
          onChange={(event) => setParams({ tab: 'statistics', days: event.target.value })}
          sx={{ minWidth: 130 }}
        >
          {choices.map((days) => (
            <MenuItem key={days} value={days}>
              {days}
            </MenuItem>
          ))}
        </TextField>
      }
    >
      <LoadedPart
        what="The statistics"
        data={stats}
        error={error}
        onRetry={() => void mutate()}
        skeleton={<Totals stats={undefined} />}
      >
        {({ totals, days }) => (
          <>
            <Totals stats={{ totals, days }} />
            {days.length > 0 ? (
              <Box aria-busy={isLoading} sx={{ display: 'grid', gap: 3 }}>
                <Typography variant="h3">New papers a day</Typography>
                <ActivityChart
                  title="New papers a day"
                  bars={days.map((day) => ({ label: formatDay(day.on), value: day.new }))}
                />
                <DayTable days={days.toReversed()} />
              </Box>
            ) : (
              <EmptyState headingLevel="h3" title="Nothing was processed" text="No papers or mails in this period." />
            )}
          </>
        )}
      </LoadedPart>
    </AdminSection>
  )
}

function Totals({ stats }: { stats: ProcessingStats | undefined }) {
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'repeat(auto-fill, minmax(8.125rem, 1fr))', mb: 3 }}>
      {columns.map(([name, label]) => (
        <StatTile
          key={name}
          label={label}
          value={stats && formatCount(stats.totals[name])}
          hint={
            stats && stats.days.length > 1 && <Sparkline label={label} points={stats.days.map((day) => day[name])} />
          }
        />
      ))}
    </Box>
  )
}

function DayTable({ days }: { days: ProcessingStats['days'] }) {
  return (
    <TableSheet label="By day" minWidth={860} size="small">
      <TableHead>
        <TableRow>
          <TableCell>Day</TableCell>
          {columns.map(([name, label]) => (
            <TableCell key={name} align="right">
              {label}
            </TableCell>
          ))}
          <TableCell align="right">Runs</TableCell>
          <TableCell align="right">Failed</TableCell>
          <TableCell align="right">Time</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {days.map((day) => (
          <TableRow key={day.on}>
            <TableCell component="th" scope="row" sx={{ whiteSpace: 'nowrap' }}>
              {formatDay(day.on)}
            </TableCell>
            {columns.map(([name]) => (
              <TableCell key={name} align="right">
                {formatCount(day[name])}
              </TableCell>
            ))}
            <TableCell align="right">{formatCount(day.runs)}</TableCell>
            <TableCell align="right">{formatCount(day.failed_runs)}</TableCell>
            <TableCell align="right">{day.duration_ms > 0 ? formatDuration(day.duration_ms) : ''}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </TableSheet>
  )
}
