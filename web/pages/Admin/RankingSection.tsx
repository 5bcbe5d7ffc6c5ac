import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import type { RankingReport } from '#api/contract/taste.ts'
import { OrderWorthText } from '../../components/charts/OrderWorthText.tsx'
import { LoadedPart } from '../../components/atoms/LoadedPart.tsx'
import { TableSheet } from '../../components/lists/TableSheet.tsx'
import { useRanking } from '../../data/admin/useRanking.ts'
import { formatCount, formatDay, formatPlural } from '../../shared/format.ts'
import { AdminSection } from './AdminSection.tsx'
import { ComparisonForm, orderNames } from './ComparisonForm.tsx'

/** Whether the order helps, over all readers, and which two orders are compared. */
export function RankingSection() {
  const { report, error, retry, change } = useRanking()
  return (
    <AdminSection title="Ranking">
      <LoadedPart
        what="The comparison"
        data={report}
        error={error}
        onRetry={retry}
        skeleton={
          <Box aria-busy="true" aria-label="Loading the ranking" component="section">
            <Skeleton animation={false} width="70%" height={28} />
            <Skeleton animation={false} width="55%" height={28} />
          </Box>
        }
      >
        {(loaded) => (
          <Box sx={{ display: 'grid', gap: 3 }}>
            <Result report={loaded} />
            <ComparisonForm
              // The saved values are the first values of the form.
              key={JSON.stringify(loaded.comparison)}
              comparison={loaded.comparison}
              onSave={change}
            />
            {loaded.by_week.length > 0 && <ByWeek report={loaded} />}
          </Box>
        )}
      </LoadedPart>
    </AdminSection>
  )
}

function Result({ report: { comparison, worth, readers } }: { report: RankingReport }) {
  return (
    <Box>
      <Typography variant="h3">Does the order help?</Typography>
      <OrderWorthText worth={worth} a={orderNames[comparison.a]} b={orderNames[comparison.b]} />
      <Typography variant="meta" component="p" sx={{ mt: 0.5 }}>
        {formatPlural(readers.trained, 'reader')} with a trained model, {formatCount(readers.centroid)} close to the
        mean of a few papers, {formatCount(readers.prior)} not personal yet.
      </Typography>
    </Box>
  )
}

function ByWeek({ report: { comparison, by_week } }: { report: RankingReport }) {
  return (
    <TableSheet label="Mixed lists by week" minWidth={480} size="small">
      <TableHead>
        <TableRow>
          <TableCell>Week from</TableCell>
          <TableCell align="right">Won by {orderNames[comparison.a]}</TableCell>
          <TableCell align="right">Won by {orderNames[comparison.b]}</TableCell>
          <TableCell align="right">Even</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {by_week.toReversed().map(({ from, wins, losses, ties }) => (
          <TableRow key={from}>
            <TableCell component="th" scope="row" sx={{ whiteSpace: 'nowrap' }}>
              {formatDay(from)}
            </TableCell>
            <TableCell align="right">{formatCount(wins)}</TableCell>
            <TableCell align="right">{formatCount(losses)}</TableCell>
            <TableCell align="right">{formatCount(ties)}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </TableSheet>
  )
}
