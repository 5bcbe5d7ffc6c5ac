import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import { styled } from '@mui/material/styles'
import type { DayRow, DayState } from '#api/contract/days.ts'
import { addDays, DAY_MS } from '../../shared/days.ts'
import { formatCount, formatDayInText } from '../../shared/format.ts'
import { visuallyHidden } from '../../shared/visuallyHidden.ts'

export interface DayCalendarProps {
  /** Accessible name: "Days of arXiv". */
  label: string
  /** The days of one source, in any order. */
  days: readonly DayRow[]
  openDay: string | null
  onOpen: (day: string) => void
}

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const month = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** The days of a source as a table: a row for each week, a button for each day with its state in words. */
export function DayCalendar({ label, days, openDay, onOpen }: DayCalendarProps) {
  const byDay = new Map(days.map((row) => [row.day, row]))
  const columns = days.some(({ day }) => weekdayOf(day) > 4) ? 7 : 5
  return (
    <Card sx={{ alignSelf: 'start', p: { xs: 1, sm: 2 } }}>
      <Box
        component="table"
        aria-label={label}
        sx={{
          width: '100%',
          tableLayout: 'fixed',
          borderCollapse: 'separate',
          borderSpacing: { xs: '3px', sm: '6px' },
          '& th': { typography: 'meta', p: 0.25 },
        }}
      >
        <thead>
          <tr>
            <Box component="th" scope="col" sx={{ width: { xs: 40, sm: 72 } }}>
              <span style={visuallyHidden}>Week of</span>
            </Box>
            {WEEKDAYS.slice(0, columns).map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(days).map((monday) => (
            <tr key={monday}>
              <Box component="th" scope="row" sx={{ textAlign: 'start' }}>
                {month.format(new Date(monday))}
              </Box>
              {WEEKDAYS.slice(0, columns).map((name, index) => {
                const row = byDay.get(addDays(monday, index))
                return (
                  <Box component="td" key={name} sx={{ p: 0 }}>
                    {row && <DayCell row={row} open={row.day === openDay} onOpen={() => onOpen(row.day)} />}
                  </Box>
                )
              })}
            </tr>
          ))}
        </tbody>
      </Box>
      <Box
        component="ul"
        aria-label="Legend"
        sx={{
          listStyle: 'none',
          display: 'flex',
          flexWrap: 'wrap',
          columnGap: 2,
          m: 0,
          mt: 1,
          px: 1,
          typography: 'meta',
        }}
      >
        <li>number: announced</li>
        <li>R: recovered later</li>
        <li>none: announced nothing</li>
        <li>
          <Box component="span" sx={{ color: 'dawn' }}>
            missing
          </Box>
          : not read
        </li>
        <li>expected: not final yet</li>
      </Box>
    </Card>
  )
}

function DayCell({ row, open, onOpen }: { row: DayRow; open: boolean; onOpen: () => void }) {
  // The accessible name is the content: "Wednesday 4 November: R 943 papers, recovered, 13 not accounted for".
  const [weekday, number, monthName] = formatDayInText(row.day).split(' ')
  return (
    <Cell type="button" aria-pressed={open} onClick={onOpen} sx={looks[row.state]}>
      <span style={visuallyHidden}>{weekday} </span>
      <Box component="span" sx={{ display: 'block' }}>
        {number}
      </Box>
      <span style={visuallyHidden}> {monthName}: </span>
      <Box component="span" sx={{ display: 'block', fontWeight: 600, letterSpacing: { xs: '-0.02em', sm: 0 } }}>
        <NarrowWord text={textOf(row)} />
      </Box>
      <span style={visuallyHidden}> {detailsOf(row)}</span>
    </Cell>
  )
}

const Cell = styled('button')(({ theme }) => ({
  ...theme.typography.code,
  position: 'relative',
  width: '100%',
  minHeight: 48,
  padding: theme.spacing(0.5, 0.375),
  border: '1px solid',
  borderRadius: theme.shape.borderRadius,
  textAlign: 'start',
  cursor: 'pointer',
  fontVariantNumeric: 'tabular-nums',
  '&[aria-pressed="true"]': { boxShadow: `inset 0 0 0 2px ${theme.vars.palette.primary.main}` },
  [theme.breakpoints.up('sm')]: { minHeight: 54, paddingInline: theme.spacing(1.25) },
}))

/** A word that may be divided where its cell is narrow. Screen readers and searches get it whole. */
function NarrowWord({ text }: { text: string }) {
  const divided = DIVIDED[text]
  if (divided === undefined) return text
  return (
    <>
      <span style={visuallyHidden}>{text}</span>
      <span aria-hidden>{divided}</span>
    </>
  )
}

/** With a soft hyphen. */
const DIVIDED: Readonly<Record<string, string>> = { missing: 'miss\u00ADing', expected: 'ex\u00ADpected' }

/** Besides its text, each state has a shape of its own: its border and background. */
const looks: Record<DayState, object> = {
  announced: { bgcolor: 'background.paper', borderColor: 'divider', color: 'text.primary' },
  empty: { bgcolor: 'background.default', borderColor: 'transparent', color: 'text.secondary' },
  recovered: { bgcolor: 'accentSoft', borderColor: 'steps.two', color: 'text.primary' },
  missing: { bgcolor: 'dawnSoft', borderColor: 'dawn', color: 'dawn' },
  expected: { bgcolor: 'background.paper', borderColor: 'edge', borderStyle: 'dashed', color: 'text.secondary' },
}

function textOf({ state, papers }: DayRow): string {
  switch (state) {
    case 'announced':
      return formatCount(papers)
    case 'recovered':
      return `R ${formatCount(papers)}`
    case 'empty':
      return 'none'
    default:
      return state
  }
}

/** What follows the text of a cell for screen readers. */
function detailsOf({ state, papers, unaccounted }: DayRow): string {
  if (state === 'empty') return 'announced'
  const isRead = state === 'announced' || state === 'recovered'
  return [
    isRead && `${papers === 1 ? 'paper' : 'papers'}, ${state}`,
    unaccounted > 0 && `${isRead ? '' : ', '}${formatCount(unaccounted)} not accounted for`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** The Mondays of all weeks from the first to the last day. */
function weeksOf(days: readonly DayRow[]): string[] {
  const mondays = days.map(({ day }) => addDays(day, -weekdayOf(day))).toSorted()
  const [first, last] = [mondays[0], mondays.at(-1)]
  if (first === undefined || last === undefined) return []
  const weeks = Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS / 7) + 1
  return Array.from({ length: weeks }, (_, index) => addDays(first, 7 * index))
}

/** 0 is Monday. */
const weekdayOf = (day: string): number => (new Date(day).getUTCDay() + 6) % 7
