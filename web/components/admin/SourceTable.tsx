import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import type { SourceStatus } from '#api/contract/admin.ts'
import { formatCount, formatDay, formatDuration } from '../../shared/format.ts'
import { InstantText } from '../atoms/InstantText.tsx'
import { StateLabel } from '../atoms/StateLabel.tsx'
import { sourceStates } from '../atoms/stateWords.ts'
import { TableSheet } from '../lists/TableSheet.tsx'

export interface SourceTableProps {
  sources: readonly SourceStatus[]
}

/** Table of the paper sources: state with error causes, last success, newest announcement and next run. */
export function SourceTable({ sources }: SourceTableProps) {
  return (
    <TableSheet label="Sources" minWidth={720}>
      <TableHead>
        <TableRow>
          <TableCell>Source</TableCell>
          <TableCell>State</TableCell>
          <TableCell>Last success</TableCell>
          <TableCell>Newest announcement</TableCell>
          <TableCell align="right">Papers</TableCell>
          <TableCell>Next run</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {sources.map((source) => (
          <TableRow key={source.id} sx={{ verticalAlign: 'top' }}>
            <TableCell component="th" scope="row">
              {source.name}
            </TableCell>
            <TableCell>
              <StateLabel {...sourceStates[source.state]} />
              <SourceProblems {...source} />
            </TableCell>
            <TableCell>{source.last_success_at ? <InstantText at={source.last_success_at} utc /> : 'never'}</TableCell>
            <TableCell>{source.announced_on ? formatDay(source.announced_on) : 'none'}</TableCell>
            <TableCell align="right">{formatCount(source.papers_today)}</TableCell>
            <TableCell>{source.next_run_at ? <InstantText at={source.next_run_at} utc /> : 'not planned'}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </TableSheet>
  )
}

function SourceProblems({ failing_since, failure, breaker, wait_ms }: SourceStatus) {
  const lines = [
    failure,
    breaker === 'open' && 'Requests are paused after repeated failures.',
    breaker === 'half-open' && 'One test request is allowed, to check whether the source responds again.',
    wait_ms > 0 && `The next request may go out in ${formatDuration(wait_ms)}.`,
  ].filter((line) => typeof line === 'string')
  return (
    <>
      {failing_since && (
        <Typography variant="meta" component="p">
          since <InstantText at={failing_since} />
        </Typography>
      )}
      {lines.map((line) => (
        <Typography key={line} variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {line}
        </Typography>
      ))}
    </>
  )
}
