import Button from '@mui/material/Button'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import type { SourceAbility, SourceStatus } from '#api/contract/admin.ts'
import {
  formatCount,
  formatDay,
  formatDuration,
  formatInstant,
  formatPlural,
  withLocalTimes,
} from '../../shared/format.ts'
import { InstantText } from '../atoms/InstantText.tsx'
import { StateLabel } from '../atoms/StateLabel.tsx'
import { sourceStates } from '../atoms/stateWords.ts'
import { TableSheet } from '../lists/TableSheet.tsx'

export interface SourceTableProps {
  sources: readonly SourceStatus[]
  onSettings: (source: SourceStatus) => void
}

/** Table of the paper sources: state with its causes and missing days, last success, newest announcement, next run. */
export function SourceTable({ sources, onSettings }: SourceTableProps) {
  return (
    <TableSheet label="Sources" minWidth={860}>
      <TableHead>
        <TableRow>
          <TableCell>Source</TableCell>
          <TableCell>State</TableCell>
          <TableCell>Last success</TableCell>
          <TableCell>Newest announcement</TableCell>
          <TableCell align="right">Papers</TableCell>
          <TableCell>Next run</TableCell>
          <TableCell>Action</TableCell>
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
              {isEnriching(source) && (
                <Typography variant="body2">Knows more about papers of other sources.</Typography>
              )}
              {isOnDemand(source) && !isEnriching(source) && (
                <Typography variant="body2">
                  Asked on demand: {abilitiesText(source)}.
                  {source.abilities.includes('announcements') &&
                    ' It announces papers once a reader follows something of it.'}
                </Typography>
              )}
              {source.state === 'unfollowed' && (
                <Typography variant="body2">Asked once a reader follows something of it.</Typography>
              )}
              <SourceProblems {...source} />
            </TableCell>
            <TableCell>{source.last_success_at ? <InstantText at={source.last_success_at} utc /> : 'never'}</TableCell>
            <TableCell>
              {source.announced_on ? formatDay(source.announced_on) : isOnDemand(source) ? '–' : 'none'}
            </TableCell>
            <TableCell align="right">{isOnDemand(source) ? '–' : formatCount(source.papers_today)}</TableCell>
            <TableCell>
              {source.next_run_at ? (
                <InstantText at={source.next_run_at} utc />
              ) : isEnriching(source) ? (
                'not planned'
              ) : isOnDemand(source) ? (
                'on demand'
              ) : source.state === 'unfollowed' ? (
                'when followed'
              ) : (
                'not planned'
              )}
            </TableCell>
            <TableCell>
              <Button
                size="small"
                variant="outlined"
                aria-label={`Settings of ${source.name}`}
                onClick={() => onSettings(source)}
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

/** It announces no papers, or none that a reader follows, and is asked for single ones. */
export const isOnDemand = ({ abilities, state, next_run_at }: SourceStatus): boolean =>
  !abilities.includes('announcements') ||
  (abilities.includes('look-up') && (state === 'ok' || state === 'slow') && next_run_at === null)

/** It announces no papers, and knows more about those of other sources. */
export const isEnriching = ({ abilities }: SourceStatus): boolean => abilities.includes('enrichment')

const abilityTexts: Record<Exclude<SourceAbility, 'announcements' | 'enrichment'>, string> = {
  'look-up': 'papers by their ids',
  search: 'searches',
  journals: 'journals by name',
  queries: 'queries',
  feeds: 'feeds by address',
}
const abilitiesText = ({ abilities }: SourceStatus) =>
  abilities
    .flatMap((ability) => (ability === 'announcements' || ability === 'enrichment' ? [] : abilityTexts[ability]))
    .join(', ')

function SourceProblems(source: SourceStatus) {
  const { state, failing_since, failure, failed_at, missing_days, breaker, requests, wait_ms } = source
  const lines = [
    state === 'slow' && !isOnDemand(source) && 'Requests fail and are repeated.',
    missing_days > 0 &&
      `${formatPlural(missing_days, 'day')} of the last eight weeks ${missing_days === 1 ? 'is' : 'are'} missing.`,
    // The cause of the last failure is kept after it ended, so it is dated.
    failure !== null && `${failed_at === null ? '' : `${formatInstant(failed_at)}: `}${withLocalTimes(failure)}`,
    requests.limit !== null &&
      requests.used > 0 &&
      `${formatPlural(requests.used, 'request')} today, of ${formatCount(requests.limit)} at most.`,
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
