import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import type { Job } from '#api/contract/jobs.ts'
import { formatDuration } from '../../shared/format.ts'
import { InstantText } from '../atoms/InstantText.tsx'
import { JobProgress } from './JobProgress.tsx'
import { StateLabel } from '../atoms/StateLabel.tsx'
import { jobNames, jobStates } from '../atoms/stateWords.ts'
import { TableSheet } from '../lists/TableSheet.tsx'

export interface JobTableProps {
  rows: readonly Job[]
  /** Id of the job whose action is in progress. All buttons are disabled until it ends. */
  busyId?: string | null
  onCancel: (job: Job) => void
  onRetry: (job: Job) => void
  /** Shows what an open job reports, live. */
  onFollow: (job: Job) => void
}

/** Table of jobs with their progress. Open jobs can be followed and cancelled; failed, partial and cancelled ones can be retried. */
export function JobTable({ rows, busyId = null, onCancel, onRetry, onFollow }: JobTableProps) {
  return (
    <TableSheet label="Runs" minWidth={640}>
      <TableHead>
        <TableRow>
          <TableCell>Run</TableCell>
          <TableCell>State</TableCell>
          <TableCell sx={{ width: '40%' }}>Progress</TableCell>
          <TableCell>Action</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map((job) => {
          const isOpen = job.state === 'queued' || job.state === 'running'
          return (
            <TableRow key={job.id} sx={{ verticalAlign: 'top' }}>
              <TableCell>
                <Typography sx={{ fontWeight: 500 }}>{jobNames[job.kind]}</Typography>
                <Typography variant="meta" component="p">
                  <InstantText at={job.started_at ?? job.queued_at} />
                  {job.started_at && job.finished_at && `, ${formatDuration(job.elapsed_ms)}`}
                  {job.attempts > 1 && `, attempt ${job.attempts}`}
                </Typography>
                {job.requester !== undefined && (
                  <Typography variant="meta" component="p" sx={{ overflowWrap: 'anywhere' }}>
                    by {job.requester}
                  </Typography>
                )}
              </TableCell>
              <TableCell>
                <StateLabel {...jobStates[job.state]} />
              </TableCell>
              <TableCell>
                <JobProgress {...job} />
              </TableCell>
              <TableCell>
                {isOpen && (
                  <Stack sx={{ gap: 1, alignItems: 'start' }}>
                    <Button
                      size="small"
                      variant="outlined"
                      loading={busyId === job.id}
                      disabled={busyId !== null}
                      aria-label={`Cancel: ${jobNames[job.kind]}`}
                      onClick={() => onCancel(job)}
                    >
                      Cancel
                    </Button>
                    <Button size="small" aria-label={`Log: ${jobNames[job.kind]}`} onClick={() => onFollow(job)}>
                      Log
                    </Button>
                  </Stack>
                )}
                {(job.state === 'failed' || job.state === 'partial' || job.state === 'cancelled') && (
                  <Button
                    size="small"
                    variant="outlined"
                    loading={busyId === job.id}
                    disabled={busyId !== null}
                    aria-label={`Retry: ${jobNames[job.kind]}`}
                    onClick={() => onRetry(job)}
                  >
                    Retry
                  </Button>
                )}
              </TableCell>
            </TableRow>
          )
        })}
      </TableBody>
    </TableSheet>
  )
}
