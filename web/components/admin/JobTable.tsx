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
  /** Repeats only what the job did not do. */
  onRetryFailed: (job: Job) => void
  /** Shows the log of the job: live while it is open. */
  onFollow: (job: Job) => void
}

/** Table of jobs with their progress. Each has its log. Open jobs can be cancelled; failed, partial and cancelled ones can be retried. */
export function JobTable({ rows, busyId = null, onCancel, onRetry, onRetryFailed, onFollow }: JobTableProps) {
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
                <Stack sx={{ gap: 1, alignItems: 'start' }}>
                  {actionsOf(job, { onCancel, onRetry, onRetryFailed }).map(({ name, act }) => (
                    <Button
                      key={name}
                      size="small"
                      variant="outlined"
                      loading={busyId === job.id}
                      disabled={busyId !== null}
                      aria-label={`${name}: ${jobNames[job.kind]}`}
                      onClick={() => act(job)}
                    >
                      {name}
                    </Button>
                  ))}
                  <Button size="small" aria-label={`Log: ${jobNames[job.kind]}`} onClick={() => onFollow(job)}>
                    Log
                  </Button>
                </Stack>
              </TableCell>
            </TableRow>
          )
        })}
      </TableBody>
    </TableSheet>
  )
}

type Actions = Pick<JobTableProps, 'onCancel' | 'onRetry' | 'onRetryFailed'>

function actionsOf({ state, resumable }: Job, { onCancel, onRetry, onRetryFailed }: Actions) {
  if (state === 'queued' || state === 'running') return [{ name: 'Cancel', act: onCancel }]
  if (state === 'succeeded') return []
  return [...(resumable ? [{ name: 'Retry failed only', act: onRetryFailed }] : []), { name: 'Retry', act: onRetry }]
}
