import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { ControlRow } from '../../components/atoms/ControlRow.tsx'
import { formatDuration, formatPlural } from '../../shared/format.ts'
import { useBackfill } from '../../data/admin/useDays.ts'
import { isOpen } from '../../data/admin/useJobs.ts'
import { RunCard } from './RunCard.tsx'

interface BackfillCardProps {
  title: string
  text: string
  /** Label of the button that asks for the estimate. */
  label: string
  /** YYYY-MM-DD. Only the missing days from `from` to `until` are fetched. */
  from: string
  until: string
  source: string
}

/** Fetches the missing days of a range: shows the estimate first, then the progress of the job. */
export function BackfillCard({ title, text, label, from, until, source }: BackfillCardProps) {
  const { estimate, ask, isAsking, cancel, start, isStarting, error, job } = useBackfill()
  const range = { from, until, source }
  const isRunning = job !== undefined && isOpen(job)
  return (
    <RunCard title={title} text={text} error={error} job={job}>
      {isRunning ? null : estimate === null ? (
        <Button
          variant="contained"
          color="primary"
          loading={isAsking}
          onClick={() => void ask(range)}
          sx={{ justifySelf: 'start' }}
        >
          {label}
        </Button>
      ) : (
        <Box sx={{ display: 'grid', gap: 1 }}>
          <Typography component="output">
            {estimate.days === 0
              ? 'No day is missing any more.'
              : `${formatPlural(estimate.days, 'day')}, about ${formatPlural(estimate.requests, 'request')}, about ${formatDuration(estimate.seconds * 1_000)}. The source asks for a pause between requests.`}
          </Typography>
          <ControlRow>
            {estimate.days > 0 && (
              // The button replaces the one that was pressed, so it takes the focus.
              <Button
                variant="contained"
                color="primary"
                ref={focus}
                loading={isStarting}
                onClick={() => void start(range)}
              >
                Fetch {formatPlural(estimate.days, 'day')}
              </Button>
            )}
            <Button variant="outlined" ref={estimate.days === 0 ? focus : undefined} onClick={cancel}>
              {estimate.days > 0 ? 'Not now' : 'Close'}
            </Button>
          </ControlRow>
        </Box>
      )}
    </RunCard>
  )
}

const focus = (button: HTMLButtonElement | null) => button?.focus()
