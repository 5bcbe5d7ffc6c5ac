import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import type { Job } from '#api/contract/jobs.ts'
import { JobProgress } from '../../components/admin/JobProgress.tsx'
import { StateLabel } from '../../components/atoms/StateLabel.tsx'
import { jobStates } from '../../components/atoms/stateWords.ts'
import type { ApiError } from '../../shared/client.ts'

interface RunCardProps {
  title: string
  text: string
  /** The last job started from this card, with live progress. */
  job?: Job | undefined
  error?: ApiError | undefined
  children: ReactNode
}

/** One job that an admin can start: its description, its form and its progress. */
export function RunCard({ title, text, job, error, children }: RunCardProps) {
  return (
    <Card
      component="section"
      aria-label={title}
      // One column that a long choice does not widen.
      sx={{
        p: 2.5,
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        gap: 1.5,
        alignContent: 'start',
        minWidth: 0,
      }}
    >
      <Box>
        <Typography variant="h3">{title}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {text}
        </Typography>
      </Box>
      {children}
      {error && (
        <Alert severity={error.code === 'already-running' ? 'info' : 'error'}>
          {[error.message, ...Object.values(error.fields)].join(' ')}
        </Alert>
      )}
      {job && (
        <Box component="output" sx={{ display: 'block' }}>
          <StateLabel {...jobStates[job.state]} />
          <JobProgress {...job} />
        </Box>
      )}
    </Card>
  )
}
