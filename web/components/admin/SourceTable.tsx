import Button from '@mui/material/Button'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import type { SourceAbility, SourceStatus } from '#api/contract/admin.ts'
import { formatCount, formatDay } from '../../shared/format.ts'
import { InstantText } from '../atoms/InstantText.tsx'
import { StateLabel } from '../atoms/StateLabel.tsx'
import { sourceStates } from '../atoms/stateWords.ts'
import { TableSheet } from '../lists/TableSheet.tsx'
import { SourceProblems } from './SourceProblems.tsx'
import { isOnDemand } from './sourceUse.ts'

export interface SourceTableProps {
  sources: readonly SourceStatus[]
  onSettings: (source: SourceStatus) => void
}

/** Table of the sources of papers: state with its causes and missing days, last success, newest announcement, next run. */
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
              {isOnDemand(source) && (
                <Typography variant="body2">
                  Asked on demand: {abilitiesText(source)}.
                  {source.abilities.includes('announcements') &&
                    ' It announces papers once a reader follows something of it.'}
                </Typography>
              )}
              {source.state === 'unfollowed' && (
                <Typography variant="body2">Asked once a reader follows something of it.</Typography>
              )}
              <SourceProblems source={source} />
            </TableCell>
            <TableCell>{source.last_success_at ? <InstantText at={source.last_success_at} utc /> : 'never'}</TableCell>
            <TableCell>
              {source.announced_on ? formatDay(source.announced_on) : isOnDemand(source) ? '–' : 'none'}
            </TableCell>
            <TableCell align="right">{isOnDemand(source) ? '–' : formatCount(source.papers_today)}</TableCell>
            <TableCell>
              {source.next_run_at ? (
                <InstantText at={source.next_run_at} utc />
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

const abilityTexts: Record<Exclude<SourceAbility, 'announcements' | 'enrichment'>, string> = {
  'look-up': 'papers by their ids',
  search: 'searches',
  journals: 'journals by name',
  queries: 'queries',
  feeds: 'feeds by address',
  notices: 'retractions and corrections',
}
const abilitiesText = ({ abilities }: SourceStatus) =>
  abilities
    .flatMap((ability) => (ability === 'announcements' || ability === 'enrichment' ? [] : abilityTexts[ability]))
    .join(', ')
