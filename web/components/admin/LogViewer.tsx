import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { Fragment } from 'react'
import { formatPlural } from '../../shared/format.ts'

export interface LogViewerProps {
  label: string
  lines: readonly string[]
  /** Whether a line reports a failure. */
  isError: (line: string) => boolean
}

/** Lines of a log, with those that report a failure marked. The other lines are text without elements: a log may be long. */
export function LogViewer({ label, lines, isError }: LogViewerProps) {
  if (lines.length === 0) return <Typography variant="meta">Nothing was logged.</Typography>
  const failures = lines.flatMap((line, number) => (isError(line) ? [number] : []))
  return (
    <>
      <Box
        component="section"
        aria-label={label}
        // A scrollable element must be focusable, so that the keyboard can scroll it.
        tabIndex={0}
        sx={{ maxHeight: 320, overflow: 'auto', fontSize: '0.8125rem', lineHeight: 1.5 }}
      >
        <Box component="pre" sx={{ m: 0, font: 'inherit', fontFamily: 'monospace' }}>
          {failures.map((number, index) => (
            <Fragment key={number}>
              {toText(lines.slice(index === 0 ? 0 : failures[index - 1]! + 1, number))}
              <strong>{`! ${toText(lines.slice(number, number + 1))}`}</strong>
            </Fragment>
          ))}
          {toText(lines.slice((failures.at(-1) ?? -1) + 1))}
        </Box>
      </Box>
      <Typography variant="meta" component="p" sx={{ mt: 0.5 }}>
        {formatPlural(lines.length, 'line')}
        {failures.length > 0 && `, ${formatPlural(failures.length, 'failure')} marked with “!”`}
      </Typography>
    </>
  )
}

const toText = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('')
