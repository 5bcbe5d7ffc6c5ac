import Button from '@mui/material/Button'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import type { SourceStatus } from '#api/contract/admin.ts'
import { formatCount, formatDay, formatPlural } from '../../shared/format.ts'
import { InstantText } from '../atoms/InstantText.tsx'
import { StateLabel } from '../atoms/StateLabel.tsx'
import { sourceStates } from '../atoms/stateWords.ts'
import { TableSheet } from '../lists/TableSheet.tsx'
import { SourceProblems } from './SourceProblems.tsx'

export interface ServiceTableProps {
  services: readonly SourceStatus[]
  onSettings: (service: SourceStatus) => void
}

/** Table of the services that know more about papers of other sources: state, requests of today, queue, next run. */
export function ServiceTable({ services, onSettings }: ServiceTableProps) {
  return (
    <TableSheet label="More about papers" minWidth={860}>
      <TableHead>
        <TableRow>
          <TableCell>Service</TableCell>
          <TableCell>State</TableCell>
          <TableCell>Last success</TableCell>
          <TableCell align="right">Requests today</TableCell>
          <TableCell align="right">Papers to ask about</TableCell>
          <TableCell>Next run</TableCell>
          <TableCell>Action</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {services.map((service) => (
          <TableRow key={service.id} sx={{ verticalAlign: 'top' }}>
            <TableCell component="th" scope="row">
              {service.name}
              {service.citations && (
                <Typography variant="meta" component="p">
                  {describeCitations(service.citations)}
                </Typography>
              )}
            </TableCell>
            <TableCell>
              <StateLabel {...sourceStates[service.state]} />
              <SourceProblems source={service} />
            </TableCell>
            <TableCell>
              {service.last_success_at ? <InstantText at={service.last_success_at} utc /> : 'never'}
            </TableCell>
            <TableCell align="right">{describeRequests(service)}</TableCell>
            <TableCell align="right">{formatCount(service.queued)}</TableCell>
            <TableCell>{service.next_run_at ? <InstantText at={service.next_run_at} utc /> : 'not planned'}</TableCell>
            <TableCell>
              <Button
                size="small"
                variant="outlined"
                aria-label={`Settings of ${service.name}`}
                onClick={() => onSettings(service)}
              >
                Settings
              </Button>
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </TableSheet>
  )
}

const describeRequests = ({ requests: { used, limit } }: SourceStatus): string =>
  limit === null ? formatCount(used) : `${formatCount(used)} of ${formatCount(limit)}`

function describeCitations({
  saved_papers,
  visited_today,
  visits_per_day,
  new_papers,
  newest_on,
}: NonNullable<SourceStatus['citations']>): string {
  const newest = newest_on === null ? '' : ` The newest is of ${formatDay(newest_on)} ${newest_on.slice(0, 4)}.`
  return (
    `Citations of ${formatPlural(saved_papers, 'saved paper')}, ${formatCount(visited_today)} of at most ` +
    `${formatCount(visits_per_day)} visited today.${newest} References of ${formatPlural(new_papers, 'new paper')} to ask for.`
  )
}
