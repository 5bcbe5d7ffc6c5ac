import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { Job } from '#api/contract/jobs.ts'
import { JobProgress } from '../../components/admin/JobProgress.tsx'
import { jobLine } from '../../components/admin/jobText.ts'
import { LogViewer } from '../../components/admin/LogViewer.tsx'
import { ErrorState } from '../../components/atoms/ErrorState.tsx'
import { StateLabel } from '../../components/atoms/StateLabel.tsx'
import { jobNames, jobStates } from '../../components/atoms/stateWords.ts'
import { useJobUpdates } from '../../data/admin/useJobUpdates.ts'
import { formatClock } from '../../shared/format.ts'

interface JobLogDialogProps {
  /** The job as the list shows it; null closes the dialog. */
  job: Job | null
  onClose: () => void
}

/** What one job reports, live: each change of its state, its step and its counters. */
export function JobLogDialog({ job, onClose }: JobLogDialogProps) {
  const phone = useMediaQuery('(max-width: 599.95px)')
  return (
    <Dialog
      open={job !== null}
      onClose={onClose}
      maxWidth="sm"
      fullWidth
      fullScreen={phone}
      aria-labelledby="job-log-title"
    >
      <DialogTitle id="job-log-title">{job ? jobNames[job.kind] : ''}</DialogTitle>
      <DialogContent dividers>{job && <JobLog key={job.id} job={job} />}</DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  )
}

function JobLog({ job: known }: { job: Job }) {
  const { updates, isLive, error } = useJobUpdates(known.id)
  const job = updates.at(-1)?.job ?? known
  if (error) return <ErrorState error={error} headingLevel="h3" compact />
  return (
    <>
      <StateLabel {...jobStates[job.state]} />
      <JobProgress {...job} />
      <Box sx={{ mt: 2 }}>
        <LogViewer
          label="Log of the run"
          lines={updates.map((update) => `${formatClock(update.at)}  ${jobLine(update.job)}`)}
          isError={(line) => FAILED.test(line)}
          live={isLive}
        />
      </Box>
    </>
  )
}

const FAILED = new RegExp(`^\\S+ {2}(${jobStates.failed.word}|${jobStates.partial.word})\\b`)
