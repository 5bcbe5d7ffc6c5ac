import Box from '@mui/material/Box'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import type { ArchiveDayRow, DayRow, DayState } from '#api/contract/days.ts'
import { formatCount, formatDay } from '../../shared/format.ts'
import { useCategoryNames } from '../../shared/categoryNames.ts'
import { InstantText } from '../atoms/InstantText.tsx'
import { StateLabel } from '../atoms/StateLabel.tsx'
import { dayStates } from '../atoms/stateWords.ts'

/** What each state says about a day. */
const meanings: Record<DayState, string> = {
  announced: 'Read from the announcement.',
  empty: 'Confirmed: nothing was announced.',
  recovered: 'Read from the changes afterwards. It may be incomplete.',
  missing: 'Not read, although it should have been published.',
  expected: 'Not published or not final yet.',
}

/** One day of a source: its state, and for each archive the papers, what is not accounted for, and when it was read. */
export function DayDetails({ row }: { row: DayRow }) {
  return (
    <Box component="section" aria-label={`Archives of ${formatDay(row.day)}`}>
      <Typography variant="h3" component="h3">
        <output>
          {formatDay(row.day)}, {dayStates[row.state].word.toLowerCase()}
        </output>
      </Typography>
      <Typography variant="meta" component="output" sx={{ display: 'block' }}>
        {meanings[row.state]}{' '}
        {row.unaccounted > 0 &&
          `${formatCount(row.unaccounted)} ${row.unaccounted === 1 ? 'record' : 'records'} could not be read or placed.`}
      </Typography>
      <Table size="small" aria-label={`Archives of ${formatDay(row.day)}`} sx={{ mt: 1, '& td, & th': { px: 0 } }}>
        <TableHead sx={{ '& th': { typography: 'meta' } }}>
          <TableRow>
            <TableCell>Archive</TableCell>
            <TableCell align="right">Papers</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {row.archives.map((archive) => (
            <ArchiveRow key={archive.archive} {...archive} dayState={row.state} />
          ))}
        </TableBody>
      </Table>
    </Box>
  )
}

/** What is read and closed as one. */
const together: Readonly<Record<string, string>> = { journal: 'Journals', pubmed: 'Queries', feed: 'Feeds' }

function ArchiveRow({
  archive,
  state,
  papers,
  unaccounted,
  read_at,
  dayState,
}: ArchiveDayRow & { dayState: DayState }) {
  const nameOf = useCategoryNames()
  return (
    <TableRow sx={{ verticalAlign: 'top' }}>
      <TableCell component="th" scope="row">
        {together[archive] ?? nameOf(archive)}
        {state !== dayState && (
          <Box sx={{ typography: 'caption' }}>
            <StateLabel {...dayStates[state]} />
          </Box>
        )}
        <Typography variant="meta" component="p">
          {read_at === null ? (
            'not read'
          ) : (
            <>
              read <InstantText at={read_at} />
            </>
          )}
          {unaccounted > 0 && `, ${formatCount(unaccounted)} not accounted for`}
        </Typography>
      </TableCell>
      <TableCell align="right" sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
        {state === 'missing' || state === 'expected' ? '–' : formatCount(papers)}
      </TableCell>
    </TableRow>
  )
}
