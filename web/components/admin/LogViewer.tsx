import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { formatPlural } from '../../shared/format.ts'

export interface LogViewerProps {
  label: string
  lines: readonly string[]
  /** Whether a line reports a failure. */
  isError: (line: string) => boolean
}

/** Lines of a log, with those that report a failure marked. Of a long log the browser lays out what is in view only. */
export function LogViewer({ label, lines, isError }: LogViewerProps) {
  if (lines.length === 0) return <Typography variant="meta">Nothing was logged.</Typography>
  const failures = lines.filter(isError).length
  // The same line may come twice; lines are only added.
  const numbered = lines.map((line, number) => ({ line, number }))
  return (
    <>
      <Box
        component="section"
        aria-label={label}
        // A scrollable element must be focusable, so that the keyboard can scroll it.
        tabIndex={0}
        sx={{ maxHeight: 320, overflow: 'auto', fontFamily: 'monospace', fontSize: '0.8125rem', lineHeight: 1.5 }}
      >
        <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none', minWidth: 'max-content' }}>
          {numbered.map(({ line, number }) => (
            <Box
              component="li"
              key={number}
              sx={{
                whiteSpace: 'pre',
                contentVisibility: 'auto',
                containIntrinsicSize: 'auto 20px',
                ...(isError(line) && { fontWeight: 600, '&::before': { content: '"! "' } }),
              }}
            >
              {line}
            </Box>
          ))}
        </Box>
      </Box>
      <Typography variant="meta" component="p" sx={{ mt: 0.5 }}>
        {formatPlural(lines.length, 'line')}
        {failures > 0 && `, ${formatPlural(failures, 'failure')} marked with “!”`}
      </Typography>
    </>
  )
}
