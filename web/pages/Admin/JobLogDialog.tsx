import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Job, JobLog as StoredLog } from '#api/contract/jobs.ts'
import { JobProblems } from '../../components/admin/JobProblems.tsx'
import { JobProgress } from '../../components/admin/JobProgress.tsx'
import { jobLine } from '../../components/admin/jobText.ts'
import { LogViewer } from '../../components/admin/LogViewer.tsx'
import { ErrorState } from '../../components/atoms/ErrorState.tsx'
import { StateLabel } from '../../components/atoms/StateLabel.tsx'
import { jobNames, jobStates } from '../../components/atoms/stateWords.ts'
import { isOpen, useJobLog } from '../../data/admin/useJobs.ts'
import { useJobUpdates } from '../../data/admin/useJobUpdates.ts'
import { formatClock, formatCount } from '../../shared/format.ts'

interface JobLogDialogProps {
  /** The job as the list shows it; null closes the dialog. */
  job: Job | null
  onClose: () => void
}

/** The log of one job and its problems; while the job is open, what it reports is added live. */
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
  const stored = useJobLog(known.id)
  const wasOpen = isOpen(known)
  if (stored.error)
    return <ErrorState error={stored.error} headingLevel="h3" compact onRetry={() => void stored.mutate()} />
  if (stored.data === undefined) return <CircularProgress size={24} aria-label="Loading the log" />
  // Only an open job is followed; the log that was stored before stands above what it reports then.
  return wasOpen ? (
    <FollowedJob job={known} log={stored.data} onEnd={() => void stored.mutate()} />
  ) : (
    <EndedJob job={known} log={stored.data} />
  )
}

interface JobWithLog {
  job: Job
  log: StoredLog
}

function EndedJob({ job, log }: JobWithLog) {
  return (
    <>
      <StateLabel {...jobStates[job.state]} />
      <JobProgress {...job} />
      <JobProblems {...log} />
      <Box sx={{ mt: 2 }}>
        {log.kept ? (
          <LogViewer label="Log of the run" lines={toLines(log)} isError={isFailure} />
        ) : (
          <Typography variant="meta">The log of this run is not kept. Logs are kept for 30 days.</Typography>
        )}
        {log.total > log.lines.length && (
          <Typography variant="meta" component="p">
            The last {formatCount(log.lines.length)} of {formatCount(log.total)} lines are kept.
          </Typography>
        )}
      </Box>
    </>
  )
}

function FollowedJob({ job: known, log, onEnd }: JobWithLog & { onEnd: () => void }) {
  const { updates, isLive, error } = useJobUpdates(known.id)
  const job = updates.at(-1)?.job ?? known
  /** What was stored when the log was opened: what comes later is reported live. */
  const [before] = useState(log)
  const onEnded = useEffectEvent(onEnd)
  useEffect(() => {
    // The problems of the run are complete then.
    if (!isLive) onEnded()
  }, [isLive])
  if (error) return <ErrorState error={error} headingLevel="h3" compact />
  // The first report is the state that the last stored line has, too.
  const [first] = updates
  const isKnown = first !== undefined && isSame(before.lines.at(-1), first.job)
  const live = updates.slice(isKnown ? 1 : 0).map((update) => lineOf(update.at, update.job))
  return (
    <>
      <StateLabel {...jobStates[job.state]} />
      <JobProgress {...job} />
      <JobProblems {...log} />
      <Box sx={{ mt: 2 }}>
        <LogViewer label="Log of the run" lines={[...toLines(before), ...live]} isError={isFailure} live={isLive} />
      </Box>
    </>
  )
}

const isSame = (line: StoredLog['lines'][number] | undefined, { state, progress }: Job) =>
  line !== undefined &&
  line.state === state &&
  line.progress.step === progress.step &&
  line.progress.done === progress.done

const lineOf = (at: string, job: Parameters<typeof jobLine>[0]) => `${formatClock(at)}  ${jobLine(job)}`
const toLines = ({ lines }: StoredLog) => lines.map(({ at, ...line }) => lineOf(at, { ...line, counters: {} }))

const FAILED = new RegExp(`^\\S+ {2}(${jobStates.failed.word}|${jobStates.partial.word})\\b`)
const isFailure = (line: string) => FAILED.test(line)
