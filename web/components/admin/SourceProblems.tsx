import Typography from '@mui/material/Typography'
import type { SourceStatus } from '#api/contract/admin.ts'
import { formatDuration, formatInstant, formatPlural } from '../../shared/format.ts'
import { InstantText } from '../atoms/InstantText.tsx'
import { SentenceText } from '../atoms/SentenceText.tsx'
import { isOnDemand } from './sourceUse.ts'

/** What is wrong with a source, in sentences, and since when. Renders nothing for one that is well. */
export function SourceProblems({ source }: { source: SourceStatus }) {
  const { state, failing_since, failure, failed_at, missing_days, breaker, wait_ms, key_refusal } = source
  const lines = [
    state === 'slow' && !isOnDemand(source) && 'Requests fail and are repeated.',
    missing_days > 0 &&
      `${formatPlural(missing_days, 'day')} of the last eight weeks ${missing_days === 1 ? 'is' : 'are'} missing.`,
    // The cause of the last failure is kept after it ended, so it is dated.
    failure !== null && `${failed_at === null ? '' : `${formatInstant(failed_at)}: `}${failure}`,
    key_refusal?.message,
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
          <SentenceText text={line} />
        </Typography>
      ))}
    </>
  )
}
