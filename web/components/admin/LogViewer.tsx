import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { Fragment } from 'react'
import { Preformatted } from '../atoms/Preformatted.tsx'
import { formatPlural } from '../../shared/format.ts'
import { LiveLog, logFrame } from './LiveLog.tsx'

export interface LogViewerProps {
  label: string
  lines: readonly string[]
  /** Whether a line reports a failure. */
  isError: (line: string) => boolean
  /** Whether more lines may come; undefined for a log that is complete from the start. */
  live?: boolean | undefined
}

/** Lines of a log, with those that report a failure marked. A live log follows its end and can be paused. */
export function LogViewer({ live, ...log }: LogViewerProps) {
  return live === undefined ? <CompleteLog {...log} /> : <LiveLog {...log} live={live} />
}

/** The lines without a failure are text without elements: a log may be long. */
function CompleteLog({ label, lines, isError }: Omit<LogViewerProps, 'live'>) {
  if (lines.length === 0) return <Typography variant="meta">Nothing was logged.</Typography>
  const failures = lines.flatMap((line, number) => (isError(line) ? [number] : []))
  return (
    <>
      <Box component="section" aria-label={label} tabIndex={0} sx={logFrame}>
        <Preformatted>
          {failures.map((number, index) => (
            <Fragment key={number}>
              {toText(lines.slice(index === 0 ? 0 : failures[index - 1]! + 1, number))}
              <strong>{`! ${toText(lines.slice(number, number + 1))}`}</strong>
            </Fragment>
          ))}
          {toText(lines.slice((failures.at(-1) ?? -1) + 1))}
        </Preformatted>
      </Box>
      <Typography variant="meta" component="p" sx={{ mt: 0.5 }}>
        {formatPlural(lines.length, 'line')}
        {failures.length > 0 && `, ${formatPlural(failures.length, 'failure')} marked with “!”`}
      </Typography>
    </>
  )
}

const toText = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('')
